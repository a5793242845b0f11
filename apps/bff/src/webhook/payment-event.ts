import { createHash } from 'node:crypto';
import type { components } from '../contract/contract.gen';
import { bodyFaults } from '../contract/validation';
import { type PaymentFact, readPayment } from '../payment/payment-fact';
import { Problem } from '../problem/problem';

type Envelope = components['schemas']['PaymentEvent'];

/** An event as it is kept. */
export interface PaymentEvent {
  id: string;
  kind: string;
  bodySha256: string;
  /** undefined: it tells nothing about a payment of an order. */
  fact?: PaymentFact;
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new Problem(400, 'malformed_json', 'The body is not valid JSON.');
  }
}

/** PostgreSQL's text bears no NUL. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, ' ');

/** Without an id of its own, the same bytes are the same event. */
export const idOfBody = (hash: string) => `sha256-${hash}`;

const idOf = (header: string | undefined, hash: string) =>
  header && /^[\x21-\x7e]{1,100}$/.test(header) ? header : idOfBody(hash);

/**
 * Reads an event whose signature was found right.
 * @throws Problem `malformed_json` or `invalid_input` where it is no event at all.
 */
export function readEvent(rawBody: Buffer, eventIdHeader: string | undefined): PaymentEvent {
  const body = parse(rawBody);
  const errors = bodyFaults('receivePaymentEvent', body);
  if (errors.length) throw new Problem(400, 'invalid_input', 'This is not an event.', { errors });
  const { event, payload } = body as Envelope;
  const bodySha256 = createHash('sha256').update(rawBody).digest('hex');
  const { payment } = payload as { payment?: { entity?: unknown } | null };
  const fact = readPayment(payment?.entity);
  return { id: idOf(eventIdHeader, bodySha256), kind: printable(event), bodySha256, fact };
}
