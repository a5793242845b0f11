import { newId, newReference, nowSeconds } from '../ids';
import { type Fields, readAmount, readNotes, readReceipt } from '../razorpay/input';
import { invalidInput, refused, unknownId } from '../razorpay/razorpay-error';
import type { Book } from './book';
import type { Payment, Refund, StoredRefund } from './entities';
import { findOrder } from './orders';
import { findPayment } from './payments';

/**
 * Refunds a captured payment, wholly or in part. A repeated idempotency key with the same body gives the refund it
 * made the first time, also one that failed (razorpay.com/docs/api/refunds/normal-refunds-idempotent).
 */
export function refundPayment(book: Book, paymentId: string, fields: Fields, key?: string): StoredRefund {
  const payment = findPayment(book, paymentId);
  const known = findRepeated(book, payment, fields, key);
  if (known) return known;
  if (payment.status === 'refunded') throw refused('The payment has been fully refunded already');
  if (payment.status !== 'captured') throw refused('The payment status should be captured for action to be taken');
  const amount = fields.amount === undefined ? remaining(payment) : readAmount(fields.amount);
  return recordRefund(book, payment, amount, fields, key ? { key, body: JSON.stringify(fields) } : null);
}

/** What the provider does by itself with a payment nobody captured: all of it goes back. */
export function returnUncaptured(book: Book, paymentId: string): StoredRefund {
  const payment = findPayment(book, paymentId);
  if (payment.status !== 'authorized') throw refused('Only an authorized payment goes back by itself');
  return recordRefund(book, payment, payment.amount, {}, null);
}

/** The payer's bank does not take the money: it counts as not refunded, and is the merchant's again. */
export function failRefund(book: Book, id: string): StoredRefund {
  const before = book.refunds.get(id);
  if (!before) throw unknownId();
  const payment = findPayment(book, before.payment_id);
  if (before.status === 'failed' || !payment.captured) throw refused('The refund cannot fail any more');
  const refund: StoredRefund = { ...before, status: 'failed' };
  const order = findOrder(book, payment.order_id);
  book.record({ order, payment: withRefund(payment, -refund.amount), refund }, 'refund.failed');
  return refund;
}

function findRepeated(book: Book, payment: Payment, fields: Fields, key?: string): StoredRefund | undefined {
  if (key === undefined) return undefined;
  if (!/^[A-Za-z0-9_-]{10,}$/.test(key))
    throw invalidInput('The idempotency key needs at least 10 characters: letters, digits, - and _');
  const known = [...book.refundsOf(payment.id)].find((refund) => refund.idempotency?.key === key);
  if (known && known.idempotency?.body !== JSON.stringify(fields)) {
    throw refused('Different request with the same idempotency key has already been processed.');
  }
  return known;
}

function recordRefund(
  book: Book,
  before: Payment,
  amount: number,
  fields: Fields,
  idempotency: StoredRefund['idempotency'],
): StoredRefund {
  if (amount > remaining(before)) throw refused('The total refund amount is greater than the refund payment amount');
  const refund: StoredRefund = {
    id: newId('rfnd'),
    entity: 'refund',
    amount,
    currency: before.currency,
    payment_id: before.id,
    notes: readNotes(fields.notes),
    receipt: readReceipt(fields.receipt),
    acquirer_data: { arn: newReference(23) },
    created_at: nowSeconds(),
    batch_id: null,
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
    idempotency,
  };
  const order = findOrder(book, before.order_id);
  book.record({ order, payment: withRefund(before, amount), refund }, 'refund.processed');
  return refund;
}

function withRefund(payment: Payment, amount: number): Payment {
  const amount_refunded = payment.amount_refunded + amount;
  const whole = amount_refunded === payment.amount;
  const status = whole ? 'refunded' : payment.captured ? 'captured' : payment.status;
  const refund_status = whole ? 'full' : amount_refunded > 0 ? 'partial' : null;
  return { ...payment, amount_refunded, status, refund_status };
}

function remaining(payment: Payment): number {
  return payment.amount - payment.amount_refunded;
}

export function showRefund({ idempotency: _, ...refund }: StoredRefund): Refund {
  return refund;
}
