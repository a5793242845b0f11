import { newId } from '../ids';
import type { CaptureSettings, Order, Payment, StoredOrder } from './entities';
import { invalidInput, unknownId } from './errors';
import { type Fields, fieldsOf, readAmount, readCount, readCurrency, readNotes, readReceipt } from './input';
import type { Store } from './store';

/** In minutes. */
const DAY = 24 * 60;

/**
 * Creates an order from a request body. With `unique_receipt: true`, a second request with the same receipt returns
 * the first order (razorpay.com/docs, "Retries and Idempotency"). Otherwise receipts may repeat.
 */
export function createOrder(store: Store, fields: Fields): StoredOrder {
  const amount = readAmount(fields.amount);
  const receipt = readReceipt(fields.receipt);
  const existing = fields.unique_receipt === true && receipt !== null ? store.ordersWithReceipt(receipt)[0] : undefined;
  if (existing) return existing;
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
    created_at: store.clock.nowSeconds(),
    ...readCapture(fields),
  };
  store.record({ order });
  return order;
}

/** Capture is manual by default, as the account setting of the sandbox. */
function readCapture({ payment, payment_capture }: Fields): CaptureSettings {
  const periods = { automaticExpiry: 3 * DAY, manualExpiry: 5 * DAY };
  if (payment !== undefined) {
    const { capture, capture_options } = (payment ?? {}) as { capture?: unknown; capture_options?: Fields };
    const { automatic_expiry_period, manual_expiry_period } = fieldsOf(capture_options);
    periods.automaticExpiry = readCount(automatic_expiry_period, 'automatic_expiry_period', 3 * DAY, 12, 5 * DAY);
    periods.manualExpiry = readCount(manual_expiry_period, 'manual_expiry_period', 5 * DAY, 12, 5 * DAY);
    if (capture !== 'automatic' && capture !== 'manual')
      throw invalidInput('The selected capture is invalid.', 'capture');
    return { capture, ...periods };
  }
  return { capture: [true, 1, '1', 'true'].includes(payment_capture as never) ? 'automatic' : 'manual', ...periods };
}

export function findOrder(store: Store, id: string): StoredOrder {
  const order = store.orders.get(id);
  if (!order) throw unknownId();
  return order;
}

/** The order after another payment attempt. */
export function withAttempt(order: StoredOrder): StoredOrder {
  return { ...order, attempts: order.attempts + 1, status: order.status === 'paid' ? 'paid' : 'attempted' };
}

/**
 * The order after a capture. A second capture changes nothing, because an order never counts more than its amount.
 * Money in another currency does not count.
 */
export function withCapture(order: StoredOrder, payment: Payment): StoredOrder {
  if (payment.currency !== order.currency) return order;
  const amount_paid = Math.min(order.amount, order.amount_paid + payment.amount);
  const amount_due = order.amount - amount_paid;
  return { ...order, amount_paid, amount_due, status: amount_due === 0 ? 'paid' : order.status };
}

export function showOrder({ capture: _, automaticExpiry: __, manualExpiry: ___, ...order }: StoredOrder): Order {
  return order;
}
