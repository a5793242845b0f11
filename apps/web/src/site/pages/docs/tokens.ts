import { paragraph, section, sh } from './code';
import { openOperations } from './contract';
import { guide } from './guides';

export default guide({
  path: '/docs/tokens',
  title: 'Tokens',
  description: 'How a program proves who it speaks for: bearer tokens, how long they last, and how they end.',
  lead: 'A token says for whom a call speaks. It is a JWT; treat it as opaque text, and as a password that expires.',
  blocks: [
    section('get', 'Get one'),
    paragraph(
      '`logIn` answers `success`, a `message` for people and the `token`. `signUp` answers no token: log in after it. An unknown address and a wrong password get the same answer, `credentials_invalid`.',
    ),
    sh(`curl -sS http://localhost:3000/api/auth/login \\
  --json '{"email": "asha@lab.example", "password": "nine tall mango trees"}'`),

    section('send', 'Send it'),
    paragraph(
      'In the header `Authorization: Bearer <token>`, and nowhere else: a token in an address or a cookie is not read.',
    ),
    paragraph(
      `These operations ask for none: ${openOperations.map((name) => `\`${name}\``).join(', ')}. All others do.`,
    ),
    { kind: 'code', language: 'http', code: 'GET /api/user/me HTTP/1.1\nAuthorization: Bearer eyJhbGciOiJIUzI1NiJ9…' },

    section('life', 'How long it lasts'),
    {
      kind: 'list',
      items: [
        'A token is good for 60 minutes, unless the operator has chosen another time; one of GitHub or Google, for as long as the identity provider says (`exp`). There is no refresh: log in again.',
        '`logOut` ends the token that carries the call, at once and everywhere. Other tokens of the same person stay.',
        '`changePassword` ends all of them, and answers a new one.',
      ],
    },

    section('refused', 'When it is refused'),
    paragraph(
      'A call without a token gets 401 with [`token_missing`](/docs/errors#token_missing); one with a token that has expired, was revoked or is not for this API gets [`token_invalid`](/docs/errors#token_invalid). In both cases: log in, then send the call again. What you hold, such as the three identifiers of a payment, stays good meanwhile.',
    ),

    section('social', 'People who come through GitHub or Google'),
    paragraph(
      'The API also takes access tokens of the configured identity provider: RS256, for the audience that `getConfig` names as `identityProvider.audience`, with the keys of the provider’s published set. Send them in the same header. `getMe` then answers `hasPassword: false`, and `changePassword` refuses with [`no_password`](/docs/errors#no_password).',
    ),
    paragraph(
      'A person is an issuer and a subject. Two ways in are two people, even with the same e-mail address: accounts are never joined by it.',
    ),

    section('limits', 'Limits'),
    paragraph(
      'Logging in, signing up and creating orders are counted by network address, with the narrowest limits, and calls with a token by address and person. An answer 429 carries `Retry-After` in seconds: wait that long, then try again. Passwords are checked some at a time: where very many people log in at the same moment, an answer takes some seconds, or is 429 `busy`. Do not log in before every call; keep the token for its hour.',
    ),
  ],
});
