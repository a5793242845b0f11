import type { components } from '../contract/contract.gen';
import type { Order, Payment, Prisma } from '../generated/prisma/client';
import { surplusPayments } from './apply-payment';
import { isSettled } from './order-status';

export type PayerOrder = components['schemas']['PayerOrder'];
type PayerPayment = components['schemas']['PayerPayment'];

/** What `toPayerOrder` needs of an order. */
export const withPayments = {
  payments: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
} satisfies Prisma.OrderInclude;

function toPayerPayment(payment: Payment): PayerPayment {
  const { id, status, amountPaise, amountRefundedPaise, currency, method, surplus, createdAt } = payment;
  const at = createdAt.toISOString();
  return { id, status, amountPaise, amountRefundedPaise, currency, method, surplus, createdAt: at };
}

/** Whether the payer has nothing to wait for: the order is settled and no surplus awaits its refund. */
const awaitsNothing = (order: Order & { payments: Payment[] }) =>
  isSettled(order.status) && !surplusPayments(order, order.payments).length;

/** An order as its payer may see it. Only orders that the provider knows have an owner. */
export function toPayerOrder(order: Order & { payments: Payment[] }): PayerOrder {
  const { providerOrderId, receipt, status, amountPaise, currency, createdAt, paidAt, nextCheckAt, payments } = order;
  if (!providerOrderId || status === 'CREATING' || status === 'CREATE_FAILED' || currency !== 'INR')
    throw new Error(`Order ${order.id} is not visible to a payer`);
  return {
    id: providerOrderId,
    receipt,
    status,
    amountPaise,
    currency,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    nextCheckAt: awaitsNothing(order) ? null : (nextCheckAt?.toISOString() ?? null),
    payments: payments.map(toPayerPayment),
  };
}
