import { newId, newReference, nowSeconds } from '../ids';
import { type ErrorBody, refused, unknownId } from '../razorpay/razorpay-error';
import type { Book, EventName } from './book';
import type { Notes, Payment, PaymentMethod } from './entities';
import { findOrder, withAttempt, withCapture } from './orders';

/** What a payer hands in. Amount and currency follow the order unless a test asks for others. */
export interface Attempt {
  method: PaymentMethod;
  amount?: number;
  currency?: string;
  vpa?: string;
  bank?: string;
  email?: string;
  contact?: string;
  description?: string;
  notes?: Notes;
}

export type Failure = Pick<ErrorBody, 'code' | 'description' | 'source' | 'step' | 'reason'>;

const NO_FAILURE = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

export function findPayment(book: Book, id: string): Payment {
  const payment = book.payments.get(id);
  if (!payment) throw unknownId();
  return payment;
}

/** A new payment in the state `created`: the payer has chosen, the bank has not spoken. */
export function startPayment(book: Book, orderId: string, attempt: Attempt): Payment {
  const order = findOrder(book, orderId);
  const { method } = attempt;
  const payment: Payment = {
    id: newId('pay'),
    entity: 'payment',
    amount: attempt.amount ?? order.amount,
    currency: attempt.currency ?? order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: attempt.description ?? null,
    card_id: method === 'card' ? newId('card') : null,
    bank: method === 'netbanking' ? (attempt.bank ?? 'HDFC') : null,
    wallet: null,
    vpa: method === 'upi' ? (attempt.vpa ?? 'success@razorpay') : null,
    email: attempt.email ?? null,
    contact: attempt.contact ?? null,
    notes: attempt.notes ?? [],
    fee: null,
    tax: null,
    ...NO_FAILURE,
    acquirer_data: acquirerData(method, false),
    created_at: nowSeconds(),
  };
  book.record({ order: withAttempt(order), payment });
  return payment;
}

/**
 * The bank says yes, also late: from `created`, or from `failed` when its answer comes after the time-out.
 * Whether the capture follows by itself is the order's wish, unless `capture` says otherwise.
 */
export function authorizePayment(book: Book, id: string, capture?: boolean): Payment {
  const before = findPayment(book, id);
  if (before.status !== 'created' && before.status !== 'failed')
    throw refused('The payment has been authorized already');
  const acquirer_data = acquirerData(before.method, true);
  const payment: Payment = { ...before, status: 'authorized', ...NO_FAILURE, acquirer_data };
  const order = findOrder(book, payment.order_id);
  book.record({ order, payment }, 'payment.authorized');
  return (capture ?? order.capture === 'automatic') ? settlePayment(book, id) : payment;
}

/** The merchant takes an authorised payment; amount and currency have to be the authorised ones. */
export function capturePayment(book: Book, id: string, amount: number, currency: string): Payment {
  const payment = findPayment(book, id);
  if (payment.captured) throw refused('This payment has already been captured');
  if (payment.status !== 'authorized') {
    throw refused('Only payments which have been authorized and not yet captured can be captured');
  }
  if (amount !== payment.amount) throw refused('Capture amount must be equal to the amount authorized');
  if (currency !== payment.currency) throw refused('Capture currency must be equal to the currency authorized');
  return settlePayment(book, id);
}

/** Authorised becomes captured; the fee is 2 % and the tax 18 % of it, as on the provider's standard plan. */
function settlePayment(book: Book, id: string): Payment {
  const before = findPayment(book, id);
  const charge = Math.round(before.amount * 0.02);
  const tax = Math.round(charge * 0.18);
  const payment: Payment = { ...before, status: 'captured', captured: true, fee: charge + tax, tax };
  const orderBefore = findOrder(book, payment.order_id);
  const order = withCapture(orderBefore, payment);
  const events: EventName[] = ['payment.captured'];
  if (order.status === 'paid' && orderBefore.status !== 'paid') events.push('order.paid');
  book.record({ order, payment }, ...events);
  return payment;
}

export function failPayment(book: Book, id: string, failure: Failure): Payment {
  const before = findPayment(book, id);
  if (before.status !== 'created' && before.status !== 'authorized') throw refused('The payment cannot fail any more');
  const payment: Payment = {
    ...before,
    status: 'failed',
    error_code: failure.code,
    error_description: failure.description,
    error_source: failure.source,
    error_step: failure.step,
    error_reason: failure.reason,
  };
  book.record({ order: findOrder(book, payment.order_id), payment }, 'payment.failed');
  return payment;
}

function acquirerData(method: PaymentMethod, answered: boolean): Payment['acquirer_data'] {
  if (method === 'card') return { auth_code: answered ? newReference(6) : null };
  if (method === 'upi') return { rrn: answered ? newReference(12) : null };
  return { bank_transaction_id: answered ? newReference(7) : null };
}
