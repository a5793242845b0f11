import { isUniqueViolation } from '../database/unique-violation';
import type { Prisma as Client, Order, OrderStatus, Payment, PaymentStatus } from '../generated/prisma/client';
import { Problem } from '../problem/problem';
import { deriveStatus, isSettled, nextCheckDelayMs, surplusCheckMs } from './order-status';
import type { ProviderPayment } from './provider-payment';

export type Transaction = Client.TransactionClient;

/** A locked order with the payments that decide its status, and the payment asked for. `now` is the database's clock. */
export type LockedOrder = Order & { payments: Payment[]; now: Date };

/** Where an order stands. */
export type OrderState = Pick<Order, 'id' | 'status' | 'providerOrderId'>;

/** A change of an order. `from` equals the order's status where nothing changed. */
export interface Change {
  order: OrderState;
  from: OrderStatus;
  cause: string;
}

/** The result of applying a payment. */
export interface AppliedPayment extends Change {
  order: Order;
  payment: Payment;
  /** A further capture of a settled order was found just now: it must be refunded. */
  surplus: boolean;
}

const progress: PaymentStatus[] = ['created', 'failed', 'authorized', 'captured', 'refunded'];

/** Reports arrive in any order: a payment only moves forward. A late bank approval makes a failed one captured. */
const furthest = (a: PaymentStatus, b: PaymentStatus) => (progress.indexOf(a) >= progress.indexOf(b) ? a : b);

const mismatch = (title: string) => new Problem(409, 'payment_mismatch', title);

/** Whether a report contradicts what is known: the payment has another order or amount. It then changes nothing. */
export const isMismatch = (error: unknown) =>
  (error instanceof Problem && error.code === 'payment_mismatch') || isUniqueViolation(error);

/** Without money held, nothing is decided. A payer may fail thousands of times, so only a few such rows are stored. */
const undecided: PaymentStatus[] = ['created', 'failed'];
const maxUndecided = 5;

/** Locks the order until the transaction ends. */
export async function lockOrder(tx: Transaction, id: string, paymentId = ''): Promise<LockedOrder> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT now() FROM orders WHERE id = ${id}::uuid FOR UPDATE`;
  if (!row) throw new Error(`There is no order ${id}`);
  const where = { OR: [{ status: { notIn: undecided } }, { id: paymentId }] };
  const order = await tx.order.findUniqueOrThrow({ where: { id }, include: { payments: { where } } });
  return { ...order, now: row.now };
}

async function isTooManyUndecided(tx: Transaction, order: LockedOrder, status: PaymentStatus) {
  const where = { orderId: order.id, status: { in: undecided } };
  return undecided.includes(status) && (await tx.payment.count({ where })) >= maxUndecided;
}

async function savePayment(tx: Transaction, order: LockedOrder, report: ProviderPayment, signatureSeen: boolean) {
  const { id, status, amountPaise, amountRefundedPaise, currency, method } = report;
  const known = order.payments.find((payment) => payment.id === id);
  if (!known) {
    const fresh = { id, orderId: order.id, status, amountPaise, amountRefundedPaise, currency, method, signatureSeen };
    if (!signatureSeen && (await isTooManyUndecided(tx, order, status)))
      return { ...fresh, surplus: false, createdAt: order.now };
    return tx.payment.create({ data: fresh });
  }
  if (known.amountPaise !== amountPaise || known.currency !== currency)
    throw mismatch(`The amount of ${id} differs from an earlier report.`);
  const data = {
    status: furthest(known.status, status),
    amountRefundedPaise: Math.max(known.amountRefundedPaise, amountRefundedPaise),
    method: known.method ?? method,
    // Never reset: a verification may set it at the same time without locking the order.
    ...(signatureSeen && { signatureSeen }),
  };
  return tx.payment.update({ where: { id }, data });
}

/** Money held in a settled order apart from the payment that settled it: captured, or authorized and soon captured. */
export const surplusPayments = ({ status, paidPaymentId }: Order, payments: Payment[]) =>
  payments.filter(
    (payment) =>
      isSettled(status) && payment.id !== paidPaymentId && ['captured', 'authorized'].includes(payment.status),
  );

/** Surplus payments that can be refunded now. */
export const refundableSurplus = (order: Order, payments: Payment[]) =>
  surplusPayments(order, payments).filter(({ status }) => status === 'captured');

/** Marks surplus payments and keeps the order due until they are refunded. @returns whether a new one was found. */
async function markSurplus(tx: Transaction, order: Order, payments: Payment[]): Promise<boolean> {
  const surplus = surplusPayments(order, payments);
  if (!surplus.length) return false;
  const unmarked = refundableSurplus(order, surplus)
    .filter((payment) => !payment.surplus)
    .map(({ id }) => id);
  if (unmarked.length) await tx.payment.updateMany({ where: { id: { in: unmarked } }, data: { surplus: true } });
  const delayMs = unmarked.length ? 0 : surplusCheckMs;
  await tx.$executeRaw`
    UPDATE orders SET next_check_at = LEAST(next_check_at, now() + ${delayMs}::int * interval '1 millisecond')
    WHERE id = ${order.id}::uuid`;
  return unmarked.length > 0;
}

/** The time of the next check by the database's clock; null: no more checks. */
export const checkAt = ({ now }: LockedOrder, delayMs?: number) =>
  delayMs === undefined ? null : new Date(now.getTime() + delayMs);

async function moveOrder(tx: Transaction, order: LockedOrder, payments: Payment[], cause: string): Promise<Order> {
  const { status, payment } = deriveStatus({ ...order, payments });
  if (status === order.status) return order;
  const { id, status: from } = order;
  const data = {
    status,
    ...(isSettled(status) && { paidPaymentId: order.paidPaymentId ?? payment?.id }),
    ...(status === 'PAID' && { paidAt: order.now }),
    nextCheckAt: checkAt(order, nextCheckDelayMs(0)),
  };
  await tx.orderTransition.create({ data: { orderId: id, from, to: status, cause, paymentId: payment?.id } });
  // An extra guard: updates only if the status is still `from`.
  return tx.order.update({ where: { id, status: from }, data });
}

/**
 * The one function that applies a report about a payment to its order. Verification, webhook events, the reconciler and
 * refunds all call it within a transaction. Repeated or older reports change nothing.
 * @param cause who reported it, for the audit trail.
 * @throws Problem `payment_mismatch`, or a unique violation: see `isMismatch`.
 */
export async function applyPayment(
  tx: Transaction,
  orderId: string,
  report: ProviderPayment,
  cause: string,
  signatureSeen = false,
): Promise<AppliedPayment> {
  const before = await lockOrder(tx, orderId, report.id);
  if (before.providerOrderId !== report.providerOrderId) throw mismatch(`${report.id} belongs to another order.`);
  const payment = await savePayment(tx, before, report, signatureSeen);
  const payments = [...before.payments.filter(({ id }) => id !== payment.id), payment];
  const order = await moveOrder(tx, before, payments, cause);
  const surplus = await markSurplus(tx, order, payments);
  return { order, from: before.status, cause, payment, surplus };
}
