import type { Order, OrderStatus, Payment } from '../../generated/prisma/client';

const minute = 60_000;
const hour = 60 * minute;

/** Ages of an order, in milliseconds since it entered its state, at which the provider is asked about it. */
const checkAges = [15 * minute, hour, 6 * hour, 24 * hour, 72 * hour];

/** A bank may approve a payment until then after it was begun (razorpay.com/docs, "Late authorisation"). */
export const lateApprovalMs = 120 * hour;

/** Between checks while a surplus payment waits for its refund, and until a new refund is first checked. */
export const surplusCheckMs = 15 * minute;

/**
 * Milliseconds until the next check of an order that entered its state `ageMs` ago; undefined when the schedule is over.
 * Computed from the age, so that extra checks by an operator do not shorten the schedule.
 */
export function nextCheckDelayMs(ageMs: number): number | undefined {
  const next = checkAges.find((age) => age > ageMs);
  return next === undefined ? undefined : next - ageMs;
}

/** Milliseconds until the next check of a refund that was made `ageMs` ago and is not final. Daily in the end. */
export const refundCheckDelayMs = (ageMs: number) => nextCheckDelayMs(ageMs) ?? 24 * hour;

/** Nothing is left to check. A paid order is still checked: it may be paid a second time. */
export const isFinal = (status: OrderStatus) => status === 'CREATE_FAILED' || status === 'EXPIRED';

/** No payment changes the order any more: a further capture is surplus. */
export const isSettled = (status: OrderStatus) => status === 'PAID' || status === 'REFUNDED';

export type OrderWithPayments = Pick<Order, 'status' | 'amountPaise' | 'currency' | 'paidPaymentId'> & {
  payments: DecidingPayment[];
};

type DecidingPayment = Pick<Payment, 'id' | 'status' | 'amountPaise' | 'currency' | 'feeBearer' | 'feePaise'>;

/**
 * Whether a payment has the order's amount, apart from a fee that the payer bears. Before the capture the provider does
 * not tell the fee: the payment may still fit.
 */
export function fitsOrder(
  { amountPaise, currency }: Pick<Order, 'amountPaise' | 'currency'>,
  payment: Omit<DecidingPayment, 'id'>,
): boolean {
  if (payment.currency !== currency) return false;
  if (payment.feeBearer !== 'customer') return payment.amountPaise === amountPaise;
  if (payment.feePaise === null) return payment.status !== 'captured' && payment.amountPaise >= amountPaise;
  return payment.amountPaise - payment.feePaise === amountPaise;
}

interface DerivedStatus {
  status: OrderStatus;
  /** The payment that decided it. */
  payment?: { id: string };
}

/**
 * Derives an order's status from everything known about its payments, independent of event order. The right amount
 * captured makes it PAID, whatever else happened; money held in another amount or currency needs manual review.
 */
export function deriveStatus(order: OrderWithPayments): DerivedStatus {
  const { status, payments, paidPaymentId } = order;
  const paid = payments.find(({ id }) => id === paidPaymentId);
  if (paid) return { status: paid.status === 'refunded' ? 'REFUNDED' : 'PAID', payment: paid };
  const captured = payments.find((payment) => payment.status === 'captured' && fitsOrder(order, payment));
  if (captured) return { status: 'PAID', payment: captured };
  const held = payments.filter((payment) => payment.status === 'authorized' || payment.status === 'captured');
  const mismatched = held.find((payment) => !fitsOrder(order, payment));
  if (mismatched) return { status: 'REVIEW', payment: mismatched };
  const refunded = payments.find((payment) => payment.status === 'refunded');
  if (!held.length && refunded) return { status: 'REFUNDED', payment: refunded };
  if (held[0] && status !== 'REVIEW') return { status: 'AUTHORIZED', payment: held[0] };
  return { status };
}
