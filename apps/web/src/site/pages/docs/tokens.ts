import { paragraph, section, sh } from './code';
import { limitsTable, openOperations } from './contract';
import { guide } from './guides';

export default guide({
  path: '/docs/tokens',
  title: 'Tokens',
  description: 'How to authenticate with bearer tokens, how long they are valid, and how to revoke them.',
  lead: 'Your server calls the API with your account’s token. It is a JWT; treat it as opaque text, and as a password that expires.',
  blocks: [
    section('get', 'Get a token'),
    paragraph(
      '`logIn` returns `success`, a `message` for people and the `token`. `signUp` returns no token: log in afterwards. An unknown address and a wrong password get the same answer, `credentials_invalid`.',
    ),
    paragraph('In the shell of the [quickstart](/docs/quickstart), which has `$NOVACORE` and `$PERSON`:'),
    sh('curl -sS "$NOVACORE/api/auth/login" --json "$PERSON"'),

    section('send', 'Send the token'),
    paragraph('In the header `Authorization: Bearer <token>`, only. The API ignores tokens in addresses and cookies.'),
    paragraph(
      `These operations need no token: ${openOperations.map((name) => `\`${name}\``).join(', ')}. All others need one.`,
    ),
    { kind: 'code', language: 'http', code: 'GET /api/user/me HTTP/1.1\nAuthorization: Bearer eyJhbGciOiJIUzI1NiJ9…' },

    section('life', 'How long a token is valid'),
    {
      kind: 'list',
      items: [
        'A token is valid for 60 minutes, unless the operator has set another time. A token from GitHub or Google is valid until the time set by the identity provider (`exp`). There is no refresh: log in again.',
        '`logOut` revokes the token of the call at once. Other tokens of the same account remain valid.',
        '`changePassword`, `resetPassword` and `removePasskeys` revoke all tokens and return a new one. `logOutEverywhere` and `deleteAccount` revoke all.',
      ],
    },

    section('passkeys', 'Passkeys'),
    paragraph(
      '`logInWithPasskey` returns a token for the browser’s answer to `getPasskeyOptions`. Only pages of the site can ask for it: passkeys belong to its host. The answer proves that the person has the key and that the device has verified them, not what kind of device it is.',
    ),
    paragraph(
      'Our tokens have `auth_time`, the time of the log-in in seconds since 1970, and `amr`, its methods (RFC 8176): `["pwd"]` for a password, `["pop","user","mfa"]` for a passkey, `["otp"]` for a link in a mail.',
    ),
    paragraph(
      'Without the passkey, a person logs in with the password, a new one by mail, or GitHub or Google, and removes the lost one on the account page. A new password leaves passkeys as they are. To remove the only passkey of an account without a password, [write to us](/contact).',
    ),

    section('refused', 'If a token is refused'),
    paragraph(
      'A call without a token gets 401 with [`token_missing`](/docs/errors#token_missing); a call with a token that has expired, was revoked or is not for this API gets [`token_invalid`](/docs/errors#token_invalid). In both cases: log in, then send the call again. Data you hold, such as the three identifiers of a payment, remains valid.',
    ),

    section('social', 'GitHub and Google'),
    paragraph(
      'The API also accepts access tokens of the configured identity provider: RS256, for the audience that `getConfig` names as `identityProvider.audience`, with the keys of the provider’s published set. Send them in the same header. `getMe` then returns `hasPassword: false`, and `changePassword` fails with [`no_password`](/docs/errors#no_password).',
    ),
    paragraph(
      'A person is identified by issuer and subject. The same e-mail address with two log-in methods makes two accounts: accounts are never merged by e-mail address.',
    ),

    section('limits', 'Limits'),
    paragraph(
      'A 429 answer has `Retry-After` in seconds: wait that long, then try again. `RateLimit-Policy` and `RateLimit` on answers of calls that were counted say what is allowed and what is left. If very many people log in at the same moment, an answer can take some seconds, or be 429 `busy`. Do not log in before every call; use the token until it expires.',
    ),
    limitsTable(),
    paragraph(
      'An address is an IPv4 address, or an IPv6 /64; a /56 may make twice and a /48 four times as many calls, but calls for one e-mail address are not counted by /48. After 50 wrong passwords for one account in an hour, only networks where it has logged in within 180 days get in; its owner can also ask for a link for a new password. With several instances of the server, the limit of 600 calls holds for each.',
    ),
  ],
});
