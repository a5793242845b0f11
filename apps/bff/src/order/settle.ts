import type { Order, OrderStatus, Payment } from '../generated/prisma/client';

export type OrderWithPayments = Pick<Order, 'status' | 'amountPaise' | 'currency' | 'paidPaymentId'> & {
  payments: Pick<Payment, 'id' | 'status' | 'amountPaise' | 'currency'>[];
};

/** Where an order stands, and which payment brought it there. */
export interface Standing {
  status: OrderStatus;
  payment?: { id: string };
}

/** After these, no payment changes an order any more: a further capture is surplus. */
export const isSettled = (status: OrderStatus) => status === 'PAID' || status === 'REFUNDED';

/**
 * Where an order stands, judged by all that is known of its payments. It does not matter in which order that came
 * to be known. The right amount captured makes it PAID, whatever else happened; money held in another amount or
 * currency is for a person to look at.
 */
export function settle(order: OrderWithPayments): Standing {
  const { status, payments, paidPaymentId } = order;
  const paid = payments.find(({ id }) => id === paidPaymentId);
  if (paid) return { status: paid.status === 'refunded' ? 'REFUNDED' : 'PAID', payment: paid };
  const isRight = (each: OrderWithPayments['payments'][number]) =>
    each.amountPaise === order.amountPaise && each.currency === order.currency;
  const captured = payments.find((each) => each.status === 'captured' && isRight(each));
  if (captured) return { status: 'PAID', payment: captured };
  const held = payments.filter((each) => each.status === 'authorized' || each.status === 'captured');
  const wrong = held.find((each) => !isRight(each));
  if (wrong) return { status: 'REVIEW', payment: wrong };
  const refunded = payments.find((each) => each.status === 'refunded');
  if (!held.length && refunded) return { status: 'REFUNDED', payment: refunded };
  if (held[0] && status !== 'REVIEW') return { status: 'AUTHORIZED', payment: held[0] };
  return { status };
}
