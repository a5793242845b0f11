import { newId, newReference } from '../ids';
import type { Notes, Payment, PaymentMethod, UpiFlow } from './entities';
import { type ErrorBody, refused, unknownId } from './errors';
import { findOrder, withAttempt, withCapture } from './orders';
import { paymentLine } from './settlements';
import type { EventName, Store } from './store';

/** The payer's input. Amount and currency come from the order unless a test sets others. */
export interface Attempt {
  method: PaymentMethod;
  amount?: number;
  currency?: string;
  last4?: string;
  vpa?: string;
  flow?: UpiFlow;
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

/** The sandbox has one bank's Visa cards. */
function cardOf({ method, last4 = '1007' }: Attempt): Pick<Payment, 'card_id' | 'card'> {
  if (method !== 'card') return { card_id: null };
  const id = newId('card');
  const kind = { network: 'Visa', type: 'credit', issuer: 'HDFC', international: false, emi: false } as const;
  return { card_id: id, card: { id, entity: 'card', name: '', last4, ...kind } };
}

/** A payment in a reply: its card only where the caller asks for it with `expand[]=card`. Events have it. */
export function showPayment({ card, ...payment }: Payment, query: Record<string, unknown> = {}) {
  return [query['expand[]']].flat().includes('card') ? { ...payment, card } : payment;
}

export function findPayment(store: Store, id: string): Payment {
  const payment = store.payments.get(id);
  if (!payment) throw unknownId();
  return payment;
}

/** A new payment in status `created`: the payer has chosen a method, the bank has not responded. */
export function startPayment(store: Store, orderId: string, attempt: Attempt): Payment {
  const order = findOrder(store, orderId);
  const { method } = attempt;
  const bearsFee = store.account.feeBearer === 'customer';
  const payment: Payment = {
    id: newId('pay'),
    entity: 'payment',
    amount: attempt.amount ?? order.amount + (bearsFee ? feeOf(order.amount).fee : 0),
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
    ...cardOf(attempt),
    bank: method === 'netbanking' ? (attempt.bank ?? 'HDFC') : null,
    wallet: null,
    vpa: method === 'upi' ? (attempt.vpa ?? 'success@razorpay') : null,
    ...(method === 'upi' && { upi: { vpa: attempt.vpa ?? 'success@razorpay', flow: attempt.flow ?? 'collect' } }),
    ...(bearsFee && { fee_bearer: 'customer' }),
    email: attempt.email ?? null,
    contact: attempt.contact ?? null,
    notes: attempt.notes ?? [],
    fee: null,
    tax: null,
    ...NO_FAILURE,
    acquirer_data: acquirerData(method, false),
    created_at: store.clock.nowSeconds(),
  };
  store.record({ order: withAttempt(order), payment });
  return payment;
}

/**
 * The bank approves the payment. A late approval turns `failed` (timed out) into `authorized`.
 * The order decides whether capture follows automatically, and until when, unless `capture` overrides it.
 */
export function authorizePayment(store: Store, id: string, capture?: boolean): Payment {
  const before = findPayment(store, id);
  if (before.status !== 'created' && before.status !== 'failed')
    throw refused('The payment has been authorized already');
  const acquirer_data = acquirerData(before.method, true);
  const payment: Payment = { ...before, status: 'authorized', ...NO_FAILURE, acquirer_data };
  const order = findOrder(store, payment.order_id);
  store.record({ order, payment }, 'payment.authorized');
  const inTime = store.clock.nowSeconds() - payment.created_at <= (order.automaticExpiry ?? 4_320) * 60;
  return (capture ?? (order.capture === 'automatic' && inTime)) ? settlePayment(store, id) : payment;
}

/** The merchant captures an authorised payment. Amount and currency must match the authorisation. */
export function capturePayment(store: Store, id: string, amount: number, currency: string): Payment {
  const payment = findPayment(store, id);
  if (payment.captured) throw refused('This payment has already been captured');
  if (payment.status !== 'authorized') {
    throw refused('Only payments which have been authorized and not yet captured can be captured');
  }
  if (amount !== payment.amount) throw refused('Capture amount must be equal to the amount authorized');
  if (currency !== payment.currency) throw refused('Capture currency must be equal to the currency authorized');
  return settlePayment(store, id);
}

/** Fee 2 %, tax 18 % of the fee: the provider's standard plan. The fee contains the tax. */
function feeOf(amount: number) {
  const charge = Math.round(amount * 0.02);
  const tax = Math.round(charge * 0.18);
  return { fee: charge + tax, tax };
}

function settlePayment(store: Store, id: string): Payment {
  const before = findPayment(store, id);
  const orderBefore = findOrder(store, before.order_id);
  const fees = feeOf(before.fee_bearer ? orderBefore.amount : before.amount);
  const payment: Payment = { ...before, status: 'captured', captured: true, ...fees };
  const order = withCapture(orderBefore, payment);
  const events: EventName[] = ['payment.captured'];
  if (order.status === 'paid' && orderBefore.status !== 'paid') events.push('order.paid');
  store.record({ order, payment, lines: [paymentLine(store, payment)] }, ...events);
  return payment;
}

export function failPayment(store: Store, id: string, failure: Failure): Payment {
  const before = findPayment(store, id);
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
  store.record({ order: findOrder(store, payment.order_id), payment }, 'payment.failed');
  return payment;
}

function acquirerData(method: PaymentMethod, approved: boolean): Payment['acquirer_data'] {
  if (method === 'card') return { auth_code: approved ? newReference(6) : null };
  if (method === 'upi') return { rrn: approved ? newReference(12) : null };
  return { bank_transaction_id: approved ? newReference(7) : null };
}
