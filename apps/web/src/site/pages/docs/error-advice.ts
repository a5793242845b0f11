import { valuesOf } from './contract';

type Advice = { means: string; todo: string };

/**
 * What each problem code means to a caller, and what to do about it. The codes come from the contract: a code without
 * advice, or advice without a code, stops the build.
 */
const advice: Record<string, Advice> = {
  malformed_request: {
    means: 'The HTTP request is unreadable, incomplete or too slow, or has more than 16 KB of headers.',
    todo: 'Check your HTTP client, or a proxy between you and the API.',
  },
  malformed_json: {
    means: 'The body is not JSON.',
    todo: 'Send one JSON value in UTF-8. Repeating the same bytes will fail again.',
  },
  invalid_input: {
    means: 'A field is missing, unknown, of the wrong type or out of range, or a parameter is invalid.',
    todo: 'Read `errors`: each entry has the `path` of the part, as a JSON Pointer, and a `message`. Correct it and send it again.',
  },
  password_refused: {
    means: 'The new password is too common, or is the person’s own e-mail address.',
    todo: 'Ask for another password. Only the length matters: there are no rules about kinds of characters.',
  },
  email_taken: {
    means: 'An account with this e-mail address exists. Letter case is ignored.',
    todo: 'Offer to log in.',
  },
  credentials_invalid: {
    means: 'The e-mail address or the password is wrong. The API does not say which.',
    todo: 'Ask again. Do not retry automatically: log-in is rate-limited.',
  },
  no_password: {
    means: 'The person logs in through GitHub or Google and has no password here.',
    todo: 'Do not offer to change it. `getMe` returns `hasPassword`.',
  },
  link_invalid: {
    means: 'The link in the mail was used, has expired, or was replaced by a newer one.',
    todo: 'Ask for a new link. Links to choose a password work for 30 minutes, others for 24 hours.',
  },
  login_too_old: {
    means: 'The account has no password, so it can be deleted only shortly after a log-in.',
    todo: 'Log in again, then send the same call within ten minutes.',
  },
  token_missing: {
    means: 'The call carries no token.',
    todo: 'Send `Authorization: Bearer <token>`. See [Tokens](/docs/tokens).',
  },
  token_invalid: {
    means: 'The token has expired, was revoked, or is not for this API.',
    todo: 'Log in, then send the same call with the new token. Keep the identifiers of a payment.',
  },
  signature_invalid: {
    means: 'The signature is not from the payment provider for this order and this payment.',
    todo: 'Do not retry. Check that the three identifiers come from the same checkout: see [Verification](/docs/verification).',
  },
  order_not_found: {
    means: 'This order does not exist.',
    todo: 'Check that the id is from `createOrder` on this NovaCore server.',
  },
  order_not_yours: {
    means: 'Another person has claimed this order, or it is unclaimed and you tried to read it.',
    todo: '`title` says which: claim it (`claimOrder`), or send the call with the token of the person who did.',
  },
  payment_failed: {
    means: 'The payment provider says that this payment failed. It has taken no money so far.',
    todo: 'Open checkout again for the same order. A bank may still approve the payment within five days: then `getOrder` shows it.',
  },
  payment_refunded: {
    means: 'This payment has been refunded, or will be, because the whole order was refunded.',
    todo: 'Create a new order if the payer still wants to pay.',
  },
  payment_mismatch: {
    means: 'The payment belongs to another order, or its amount or currency differ from the order’s.',
    todo: 'Do not retry, and do not pay again. Send us the `requestId`: we review the payment.',
  },
  provider_refused: {
    means: 'The payment provider refused to create the order. It cannot be paid.',
    todo: 'Create a new order. If that is refused too, send us the `requestId`.',
  },
  provider_unavailable: {
    means: 'The payment provider did not answer in time, or has not decided this payment yet. Nothing is lost.',
    todo: 'Wait a few seconds and send the same call again. Do not pay again.',
  },
  payload_too_large: {
    means: 'The body is larger than 16 KB.',
    todo: 'Send a smaller body. Only events from the payment provider may be larger.',
  },
  unsupported_media_type: {
    means: 'The body is not sent as JSON.',
    todo: 'Set `Content-Type: application/json`.',
  },
  not_found: {
    means: 'The API has no operation at this address.',
    todo: 'Compare it with the [reference](/docs/api). All addresses begin with `/api`.',
  },
  method_not_allowed: {
    means: 'The address exists, but not with this method.',
    todo: 'Compare the method with the [reference](/docs/api).',
  },
  too_many_requests: {
    means: 'There were too many calls of this kind from your address.',
    todo: 'Wait for the seconds in `Retry-After`, then send it again.',
  },
  busy: {
    means: 'Too many people are logging in, or too much data is being sent, at this moment.',
    todo: 'Wait for the seconds in `Retry-After`, then send it again.',
  },
  unavailable: {
    means: 'The database is unavailable, or the server is stopping. Nothing is lost, and no change was partly made.',
    todo: 'Send the same call again, with increasing pauses.',
  },
  unexpected: {
    means: 'An unexpected error on our side.',
    todo: 'Send us the `requestId`: we use it to find the call in our logs. For a verification, send the same call again later.',
  },
};

const codes = valuesOf('ProblemCode');
const stale = Object.keys(advice).filter((code) => !codes.includes(code));
if (stale.length) throw new Error(`error-advice.ts: the contract has no ${stale.join(', ')}`);

/** @throws Error for a code without advice. */
export function adviceFor(code: string): Advice {
  const found = advice[code];
  if (!found) throw new Error(`error-advice.ts: no advice for ${code}`);
  return found;
}
