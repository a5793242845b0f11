import { newId, newReference } from '../ids';
import type { Line, Payment, Refund, StoredRefund } from './entities';
import { invalidInput, refused, unknownId } from './errors';
import { type Fields, readAmount, readNotes, readReceipt } from './input';
import { findOrder } from './orders';
import { findPayment } from './payments';
import { failedRefundLines, refundLines } from './settlements';
import type { EventName, Store } from './store';

/**
 * Refunds a captured payment in full or in part. Repeating the idempotency key with the same body returns the first
 * refund, even if it failed (razorpay.com/docs/api/refunds/normal-refunds-idempotent).
 */
export function refundPayment(store: Store, paymentId: string, fields: Fields, key?: string): StoredRefund {
  const payment = findPayment(store, paymentId);
  const existing = findByIdempotencyKey(store, payment, fields, key);
  if (existing) return existing;
  if (payment.status === 'refunded') throw refused('The payment has been fully refunded already');
  if (payment.status !== 'captured') throw refused('The payment status should be captured for action to be taken');
  const amount = fields.amount === undefined ? remaining(payment) : readAmount(fields.amount);
  return recordRefund(store, payment, amount, fields, key ? { key, body: JSON.stringify(fields) } : null);
}

/** The provider refunds payments in full that were never captured. */
export function refundUncaptured(store: Store, paymentId: string): StoredRefund {
  const payment = findPayment(store, paymentId);
  if (payment.status !== 'authorized') throw refused('Only an authorized payment is refunded automatically');
  return recordRefund(store, payment, payment.amount, {}, null);
}

/** Refunds what was not captured in time. */
export function refundExpired(store: Store): StoredRefund[] {
  const now = store.clock.nowSeconds();
  const isExpired = ({ status, created_at, order_id }: Payment) =>
    status === 'authorized' && now - created_at > (findOrder(store, order_id).manualExpiry ?? 7_200) * 60;
  return [...store.payments.values()].filter(isExpired).map(({ id }) => refundUncaptured(store, id));
}

export function findRefund(store: Store, id: string): StoredRefund {
  const refund = store.refunds.get(id);
  if (!refund) throw unknownId();
  return refund;
}

function changeRefund(store: Store, refund: StoredRefund, payment: Payment, event: EventName, lines: Line[] = []) {
  store.record({ order: findOrder(store, payment.order_id), payment, refund, lines }, event);
  return refund;
}

/** The bank has paid a pending refund. */
export function processRefund(store: Store, id: string): StoredRefund {
  const before = findRefund(store, id);
  if (before.status !== 'pending') throw refused('The refund is not pending');
  const refund: StoredRefund = { ...before, status: 'processed', acquirer_data: { arn: newReference(23) } };
  return changeRefund(store, refund, findPayment(store, before.payment_id), 'refund.processed');
}

/** An instant refund goes on as a normal one. */
export function slowRefund(store: Store, id: string): StoredRefund {
  const refund: StoredRefund = { ...findRefund(store, id), speed_processed: 'normal' };
  return changeRefund(store, refund, findPayment(store, refund.payment_id), 'refund.speed_changed');
}

/** The payer's bank rejects the refund. The merchant has the money again. */
export function failRefund(store: Store, id: string): StoredRefund {
  const before = findRefund(store, id);
  const payment = findPayment(store, before.payment_id);
  if (before.status === 'failed' || !payment.captured) throw refused('The refund cannot fail any more');
  const refund: StoredRefund = { ...before, status: 'failed' };
  const lines = failedRefundLines(store, payment, refund);
  return changeRefund(store, refund, withRefund(payment, -refund.amount), 'refund.failed', lines);
}

function findByIdempotencyKey(store: Store, payment: Payment, fields: Fields, key?: string): StoredRefund | undefined {
  if (key === undefined) return undefined;
  if (!/^[A-Za-z0-9_-]{10,}$/.test(key))
    throw invalidInput('The idempotency key needs at least 10 characters: letters, digits, - and _');
  const existing = [...store.refundsOf(payment.id)].find((refund) => refund.idempotency?.key === key);
  if (existing && existing.idempotency?.body !== JSON.stringify(fields)) {
    throw refused('Different request with the same idempotency key has already been processed.');
  }
  return existing;
}

function recordRefund(
  store: Store,
  before: Payment,
  amount: number,
  fields: Fields,
  idempotency: StoredRefund['idempotency'],
): StoredRefund {
  if (amount > remaining(before)) throw refused('The total refund amount is greater than the refund payment amount');
  const outcome = store.account.refundOutcome;
  const instant = fields.speed === 'optimum';
  const refund: StoredRefund = {
    id: newId('rfnd'),
    entity: 'refund',
    amount,
    currency: before.currency,
    payment_id: before.id,
    notes: readNotes(fields.notes),
    receipt: readReceipt(fields.receipt),
    acquirer_data: { arn: outcome === 'processed' ? newReference(23) : null },
    created_at: store.clock.nowSeconds(),
    batch_id: null,
    status: outcome === 'processed' ? 'processed' : 'pending',
    speed_processed: instant ? 'instant' : 'normal',
    speed_requested: instant ? 'optimum' : 'normal',
    idempotency,
  };
  const order = findOrder(store, before.order_id);
  const events: EventName[] = outcome === 'processed' ? ['refund.created', 'refund.processed'] : ['refund.created'];
  const lines = refundLines(store, before, refund);
  store.record({ order, payment: withRefund(before, amount), refund, lines }, ...events);
  return outcome === 'failed' ? failRefund(store, refund.id) : refund;
}

function withRefund(payment: Payment, amount: number): Payment {
  const amount_refunded = payment.amount_refunded + amount;
  const full = amount_refunded === payment.amount;
  const status = full ? 'refunded' : payment.captured ? 'captured' : payment.status;
  const refund_status = full ? 'full' : amount_refunded > 0 ? 'partial' : null;
  return { ...payment, amount_refunded, status, refund_status };
}

function remaining(payment: Payment): number {
  return payment.amount - payment.amount_refunded;
}

export function showRefund({ idempotency: _, ...refund }: StoredRefund): Refund {
  return refund;
}
