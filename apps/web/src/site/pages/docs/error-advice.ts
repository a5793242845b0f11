import { valuesOf } from './contract';

type Advice = { means: string; todo: string };

/**
 * What each problem code means to a caller, and what to do about it. The codes come from the contract: a code without
 * advice, or advice without a code, stops the build.
 */
const advice: Record<string, Advice> = {
  malformed_request: {
    means:
      'What arrived is no HTTP request that can be read, did not arrive whole or in time, or has more than 16 KB of headers.',
    todo: 'Look at your HTTP client, or at a proxy on the way.',
  },
  malformed_json: {
    means: 'The body is not JSON.',
    todo: 'Send one JSON value in UTF-8. Repeating the same bytes will fail again.',
  },
  invalid_input: {
    means: 'A field is missing, unknown, of another type or out of bounds, or a parameter does not fit.',
    todo: 'Read `errors`: each entry has the `path` of the part, as a JSON Pointer, and a `message`. Correct it, then send again.',
  },
  password_refused: {
    means: 'The new password is among the commonest ones, or is the person’s own e-mail address.',
    todo: 'Ask for another. Length alone decides otherwise: there are no rules about kinds of characters.',
  },
  email_taken: {
    means: 'An account with this e-mail address exists. Letter case does not make another.',
    todo: 'Offer to log in.',
  },
  credentials_invalid: {
    means: 'The e-mail address or the password is wrong; which of them is not said.',
    todo: 'Ask again. Do not repeat by program: log-in is throttled.',
  },
  no_password: {
    means: 'The person came through GitHub or Google and has no password here.',
    todo: 'Do not offer to change it. `getMe` answers `hasPassword`.',
  },
  token_missing: {
    means: 'The call carries no token.',
    todo: 'Send `Authorization: Bearer <token>`. See [Tokens](/docs/tokens).',
  },
  token_invalid: {
    means: 'The token has expired, was revoked, or is not for this API.',
    todo: 'Log in, then send the same call with the new token. Keep what a payment has given you.',
  },
  signature_invalid: {
    means: 'The signature was not made by the payment provider for this order and this payment.',
    todo: 'Do not repeat. Check that the three identifiers come from one and the same checkout: see [Verification](/docs/verification).',
  },
  order_not_found: {
    means: 'There is no such order here.',
    todo: 'Check that the id is `createOrder`’s, from this NovaCore and not from another one.',
  },
  order_not_yours: {
    means: 'Another person has claimed this order, for good; or nobody has yet, and it was only looked at.',
    todo: '`title` says which: claim it (`claimOrder`), or log in as that person.',
  },
  payment_failed: {
    means: 'The payment provider says that this payment failed. No money was taken by it.',
    todo: 'Open checkout again for the same order.',
  },
  payment_refunded: {
    means: 'The money of this payment has been given back, or will be: the whole order was.',
    todo: 'Create another order if the payer still wants to pay.',
  },
  payment_mismatch: {
    means: 'The payment belongs to another order, or its amount or currency differ from the order’s.',
    todo: 'Do not repeat, and do not pay again. Send us the `requestId`: a person looks at it.',
  },
  provider_refused: {
    means: 'The payment provider refused to create the order. Nothing can be paid on it.',
    todo: 'Create another order. If that is refused too, send us the `requestId`.',
  },
  provider_unavailable: {
    means: 'The payment provider did not answer in time, or has not decided this payment yet. Nothing is lost.',
    todo: 'Wait some seconds and send the same call again. Never pay again instead.',
  },
  payload_too_large: {
    means: 'The body is larger than the API takes: 16 KB.',
    todo: 'Send less. Only the payment provider’s events may be larger.',
  },
  unsupported_media_type: {
    means: 'The body is not sent as JSON.',
    todo: 'Set `Content-Type: application/json`.',
  },
  not_found: {
    means: 'The API has nothing at this address.',
    todo: 'Compare it with the [reference](/docs/api). All addresses begin with `/api`.',
  },
  method_not_allowed: {
    means: 'The address exists, but not with this method.',
    todo: 'Compare the method with the [reference](/docs/api).',
  },
  too_many_requests: {
    means: 'There were too many calls like this from your address.',
    todo: 'Wait as many seconds as `Retry-After` says, then send it again.',
  },
  busy: {
    means: 'Too many people are logging in, or too much is being sent, at this moment.',
    todo: 'Wait as many seconds as `Retry-After` says, then send it again.',
  },
  unavailable: {
    means: 'The database is out of reach, or the server is being stopped. Nothing is lost, and nothing was half done.',
    todo: 'Send the same call again, with growing pauses.',
  },
  unexpected: {
    means: 'Something went wrong on our side that nobody foresaw.',
    todo: 'Send us the `requestId`: it finds the call in our logs. For a verification, send the same call again later.',
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
