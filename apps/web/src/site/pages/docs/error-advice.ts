import { valuesOf } from './contract';

type Advice = {
  means: string;
  todo: string;
  /** How to get it in the sandbox. */
  provoke: string;
};

/**
 * Explains each problem code: its meaning, what to do, and how to provoke it. The codes come from the contract: a code without
 * advice, or advice without a code, stops the build.
 */
const advice: Record<string, Advice> = {
  malformed_request: {
    means: 'The HTTP request is unreadable, incomplete or too slow, or has more than 16 KB of headers.',
    todo: 'Check your HTTP client, or a proxy between you and the API.',
    provoke: 'send more than 16 KB of headers to the API itself',
  },
  malformed_json: {
    means: 'The body is not JSON.',
    todo: 'Correct the body and send it again: one JSON value in UTF-8.',
    provoke: 'send the body `{`',
  },
  invalid_input: {
    means: 'A field is missing, unknown, of the wrong type or out of range, or a parameter is invalid.',
    todo: 'Read `errors`: each entry has the `path` of the part, as a JSON Pointer, and a `message`. Correct it and send it again.',
    provoke: 'create an order with `{"amount": 151}`',
  },
  password_refused: {
    means: 'The new password is easy to guess: common words, patterns, the person’s own e-mail address.',
    todo: 'Ask for another password. Only the length matters: there are no rules about kinds of characters.',
    provoke: 'sign up with the password `password123`',
  },
  email_taken: {
    means: 'An account with this e-mail address exists. Letter case is ignored.',
    todo: 'Offer to log in.',
    provoke: 'sign up twice',
  },
  credentials_invalid: {
    means: 'The e-mail address or the password is wrong. The API does not say which.',
    todo: 'Ask again. Do not retry automatically: log-in is rate-limited.',
    provoke: 'log in with a wrong password',
  },
  no_password: {
    means: 'The person logs in through GitHub or Google and has no password here.',
    todo: 'Do not offer to change it. `getMe` returns `hasPassword`.',
    provoke: 'change the password with a token of `POST /control/idp/token`',
  },
  link_invalid: {
    means: 'The link in the mail was used, has expired, or was replaced by a newer one.',
    todo: 'Ask for a new link. Links to choose a password work for 30 minutes, others for 24 hours.',
    provoke: 'use a link of a mail in `/mailbox` twice',
  },
  login_too_old: {
    means: 'The account has no password, so it can be deleted, or get its first passkey, only shortly after a log-in.',
    todo: 'Log in again, then send the same call within ten minutes.',
    provoke: 'fault: `api.deleteAccount`, 403, `login_too_old`',
  },
  passkey_refused: {
    means:
      'The answer of the passkey is not accepted: its challenge has expired or was used, or it is for another site or person. The API does not say which.',
    todo: 'Get new options, ask again, and offer another way.',
    provoke: 'send the example of `addPasskey`',
  },
  passkey_unknown: {
    means: 'No account has this passkey, or it is not yours.',
    todo: 'At log-in, call `PublicKeyCredential.signalUnknownCredential`, so that the browser stops offering it.',
    provoke: 'send the example of `logInWithPasskey`',
  },
  passkey_taken: {
    means: 'The passkey is registered already, with this or another account.',
    todo: 'Pass `excludeCredentials` on to the browser, which then does not offer it.',
    provoke: 'fault: `api.addPasskey`, 409, `passkey_taken`',
  },
  passkey_limit: {
    means: 'The account has 20 passkeys.',
    todo: 'Offer to remove one.',
    provoke: 'fault: `api.createPasskeyOptions`, 409, `passkey_limit`',
  },
  payment_in_progress: {
    means: 'An order of the person was at checkout in the last 15 minutes, or holds authorized money.',
    todo: 'Ask the person, then send the same call with `despitePayment`. Money that arrives later can only be refunded.',
    provoke: 'claim an order, then delete the account',
  },
  token_missing: {
    means: 'The call carries no token.',
    todo: 'Send `Authorization: Bearer <token>`. See [Tokens](/docs/tokens).',
    provoke: 'leave out the `Authorization` header',
  },
  token_invalid: {
    means: 'The token has expired, was revoked, or is not for this API.',
    todo: 'Log in, then send the same call with the new token. Keep the identifiers of a payment.',
    provoke: 'log out, then use the token',
  },
  account_deleted: {
    means: 'The person has deleted the account of this token. Its orders are kept.',
    todo: 'Forget the token. If a payment was on its way, ask the person to write to us with the payment’s id.',
    provoke: 'claim an order, delete the account with `despitePayment`, then use the token',
  },
  signature_invalid: {
    means: 'The signature is not from the payment provider for this order and this payment.',
    todo: 'Do not retry. Check that the three identifiers come from the same checkout: see [Verification](/docs/verification).',
    provoke: 'change a character of `razorpay_signature`',
  },
  order_not_found: {
    means: 'This order does not exist.',
    todo: 'Check the id. It must be from `createOrder` on this NovaCore server.',
    provoke: 'read the order `order_00000000000000`',
  },
  order_not_yours: {
    means: 'Another account has claimed this order, or it is unclaimed and you tried to read it.',
    todo: 'Claim it with your account’s token (`claimOrder`). If that is refused too, another account owns it.',
    provoke: 'read an order before you claim it',
  },
  payment_failed: {
    means: 'The payment provider says that this payment failed. It has taken no money so far.',
    todo: 'Open checkout again for the same order. A bank may still approve the payment within five days: then `getOrder` shows it.',
    provoke: 'pay with `{"outcome": "failed"}`, then verify',
  },
  payment_refunded: {
    means: 'This payment has been refunded, or will be, because the whole order was refunded.',
    todo: 'Create a new order if the payer still wants to pay.',
    provoke: 'pay, then `POST /control/payments/ID/refund`, then verify',
  },
  payment_mismatch: {
    means: 'The payment belongs to another order, or its amount or currency differ from the order’s.',
    todo: 'Do not retry, and do not pay again. Send us the `requestId`: we review the payment.',
    provoke: 'pay with `{"amount": 14999}`, then verify',
  },
  provider_refused: {
    means: 'The payment provider refused to create the order. It cannot be paid.',
    todo: 'Create a new order. If that is refused too, send us the `requestId`.',
    provoke: 'fault: `createOrder`, 400; then create an order',
  },
  provider_unavailable: {
    means: 'The payment provider did not answer in time, or has not decided this payment yet. Nothing is lost.',
    todo: 'Wait a few seconds and send the same call again. Do not pay again.',
    provoke: 'fault: `api.verifyPayment`, 503, `provider_unavailable`',
  },
  payload_too_large: {
    means: 'The body is larger than 16 KB.',
    todo: 'Correct the call and send it again, with a smaller body.',
    provoke: 'send a body of more than 16 KB',
  },
  unsupported_media_type: {
    means: 'The body is not sent as JSON.',
    todo: 'Set `Content-Type: application/json` and send it again.',
    provoke: 'send `content-type: text/plain`',
  },
  not_found: {
    means: 'The API has no operation at this address.',
    todo: 'Compare it with the [reference](/docs/api). All addresses begin with `/api`.',
    provoke: 'call `/api/nowhere`',
  },
  method_not_allowed: {
    means: 'The address exists, but not with this method.',
    todo: 'Compare the method with the [reference](/docs/api).',
    provoke: 'send `DELETE` to `/api/user/order`',
  },
  too_many_requests: {
    means: 'There were too many calls of this kind from your address, or too many wrong passwords for this account.',
    todo: 'Wait for the seconds in `Retry-After`, then send it again. After too many wrong passwords, a link for a new password lets you in at once.',
    provoke: 'fault: `api.createOrder`, 429',
  },
  busy: {
    means: 'Too many people are logging in, or too much data is being sent, at this moment.',
    todo: 'Wait for the seconds in `Retry-After`, then send it again.',
    provoke: 'fault: `api.logIn`, 429, `busy`',
  },
  unavailable: {
    means: 'The database is unavailable, or the server is stopping. Nothing is lost, and no change was partly made.',
    todo: 'Send the same call again, with increasing pauses.',
    provoke: 'fault: `api.getOrder`, 503',
  },
  unexpected: {
    means: 'An unexpected error on our side.',
    todo: 'Send us the `requestId`: we use it to find the call in our logs. For a verification, send the same call again later.',
    provoke: 'fault: `api.getOrder`, 500',
  },
};

const spent = ['signature_invalid', 'payment_refunded', 'payment_mismatch'];

/** Whether the three identifiers of a payment are of no more use after this code of `verifyPayment`. */
export const canDiscardIdentifiers = (code: string) => spent.includes(code);

const codes = valuesOf('ProblemCode');
const stale = Object.keys(advice).filter((code) => !codes.includes(code));
if (stale.length) throw new Error(`error-advice.ts: the contract has no ${stale.join(', ')}`);

/** @throws Error for a code without advice. */
export function adviceFor(code: string): Advice {
  const found = advice[code];
  if (!found) throw new Error(`error-advice.ts: no advice for ${code}`);
  return found;
}
