import { newId, nowSeconds } from '../ids';
import { type Fields, readAmount, readCurrency, readNotes, readReceipt } from '../razorpay/input';
import { invalidInput, unknownId } from '../razorpay/razorpay-error';
import type { Book } from './book';
import type { Order, Payment, StoredOrder } from './entities';

/**
 * Makes an order from a request body. With `unique_receipt: true` a receipt makes one order only, and asking again
 * gives that order (razorpay.com/docs, "Retries and Idempotency"); otherwise receipts may repeat.
 */
export function createOrder(book: Book, fields: Fields): StoredOrder {
  const amount = readAmount(fields.amount);
  const receipt = readReceipt(fields.receipt);
  const same = fields.unique_receipt === true && receipt !== null ? book.ordersWithReceipt(receipt)[0] : undefined;
  if (same) return same;
  const order: StoredOrder = {
    id: newId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: readCurrency(fields.currency),
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: readNotes(fields.notes),
    created_at: nowSeconds(),
    capture: readCapture(fields),
  };
  book.record({ order });
  return order;
}

/** Without a word about it, a payment waits for its capture: the account's setting in the sandbox is manual. */
function readCapture({ payment, payment_capture }: Fields): StoredOrder['capture'] {
  if (payment !== undefined) {
    const { capture } = (payment ?? {}) as { capture?: unknown };
    if (capture !== 'automatic' && capture !== 'manual')
      throw invalidInput('The selected capture is invalid.', 'capture');
    return capture;
  }
  return [true, 1, '1', 'true'].includes(payment_capture as never) ? 'automatic' : 'manual';
}

export function findOrder(book: Book, id: string): StoredOrder {
  const order = book.orders.get(id);
  if (!order) throw unknownId();
  return order;
}

/** The order after one more attempt to pay it. */
export function withAttempt(order: StoredOrder): StoredOrder {
  return { ...order, attempts: order.attempts + 1, status: order.status === 'paid' ? 'paid' : 'attempted' };
}

/**
 * The order after a capture. It counts what it asked for and no more: a second capture leaves it as it is, money in
 * another currency does not count.
 */
export function withCapture(order: StoredOrder, payment: Payment): StoredOrder {
  if (payment.currency !== order.currency) return order;
  const amount_paid = Math.min(order.amount, order.amount_paid + payment.amount);
  const amount_due = order.amount - amount_paid;
  return { ...order, amount_paid, amount_due, status: amount_due === 0 ? 'paid' : order.status };
}

export function showOrder({ capture: _, ...order }: StoredOrder): Order {
  return order;
}
