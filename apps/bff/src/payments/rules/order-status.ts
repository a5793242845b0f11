import type { KnownOrder, KnownPayment, OrderStatus } from './books';

/** Further captures are surplus. */
export const isSettled = (status: OrderStatus) => status === 'PAID' || status === 'REFUNDED';

type DecidingPayment = Pick<KnownPayment, 'id' | 'status' | 'amountPaise' | 'currency' | 'feeBearer' | 'feePaise'>;

/** Ignores a fee that the payer bears. The fee is unknown before the capture, so the payment may fit. */
export function fitsOrder(
  { amountPaise, currency }: Pick<KnownOrder, 'amountPaise' | 'currency'>,
  payment: Omit<DecidingPayment, 'id'>,
): boolean {
  if (payment.currency !== currency) return false;
  if (payment.feeBearer !== 'customer') return payment.amountPaise === amountPaise;
  if (payment.feePaise === null) return payment.status !== 'captured' && payment.amountPaise >= amountPaise;
  return payment.amountPaise - payment.feePaise === amountPaise;
}

/**
 * Derives the status from all payments, so that the order of events does not matter. A capture of the right amount
 * makes it PAID. Another amount or currency needs review.
 * @returns the status and the payment that decided it
 */
export function deriveStatus<P extends DecidingPayment>(
  order: Pick<KnownOrder, 'status' | 'amountPaise' | 'currency' | 'paidPaymentId'> & { payments: P[] },
): { status: OrderStatus; payment?: P } {
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
