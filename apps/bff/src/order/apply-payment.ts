import { isUniqueViolation } from '../database/unique-violation';
import type { Prisma as Client, Order, OrderStatus, Payment, PaymentStatus } from '../generated/prisma/client';
import type { PaymentFact } from '../payment/payment-fact';
import { besideCheckMs, pauseBeforeCheck } from './schedule';
import { isSettled, settle } from './settle';

export type Transaction = Client.TransactionClient;
/** Its `payments` are those that decide where it stands, and the one that was asked for. */
export type LockedOrder = Order & { payments: Payment[]; now: Date };

/** What became of an order. `from` equals the order's status where nothing changed. */
export interface Change {
  order: Order;
  from: OrderStatus;
  cause: string;
}

/** What news of a payment has done. */
export interface Applied extends Change {
  payment: Payment;
  /** A further capture of an order that is settled already was found just now: it is to be given back. */
  surplus: boolean;
}

const steps: PaymentStatus[] = ['created', 'failed', 'authorized', 'captured', 'refunded'];

/** News may come in any order: a payment only ever goes forward. The bank's late yes makes a failed one captured. */
const furthest = (a: PaymentStatus, b: PaymentStatus) => (steps.indexOf(a) >= steps.indexOf(b) ? a : b);

/** News that makes no sense, by itself or beside what is known: it changes nothing. */
export class Contradiction extends Error {}

/** A payment belongs to one order and has one amount, for good; the database sees to the one order. */
export const isContradiction = (error: unknown) => error instanceof Contradiction || isUniqueViolation(error);

/** Where no money was held, nothing is decided: a payer may fail thousands of times, and so many of them are kept. */
const undecided: PaymentStatus[] = ['created', 'failed'];
const mostUndecided = 5;

/** The order, and nobody else's until the transaction ends. `now` is the database's clock. */
export async function lockOrder(tx: Transaction, id: string, paymentId = ''): Promise<LockedOrder> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT now() FROM orders WHERE id = ${id}::uuid FOR UPDATE`;
  if (!row) throw new Error(`There is no order ${id}`);
  const where = { OR: [{ status: { notIn: undecided } }, { id: paymentId }] };
  const order = await tx.order.findUniqueOrThrow({ where: { id }, include: { payments: { where } } });
  return { ...order, now: row.now };
}

async function isTooMany(tx: Transaction, order: LockedOrder, status: PaymentStatus) {
  const where = { orderId: order.id, status: { in: undecided } };
  return undecided.includes(status) && (await tx.payment.count({ where })) >= mostUndecided;
}

async function keepPayment(tx: Transaction, order: LockedOrder, fact: PaymentFact, signatureSeen: boolean) {
  const { id, status, amountPaise, amountRefundedPaise, currency, method } = fact;
  const known = order.payments.find((payment) => payment.id === id);
  if (!known) {
    const fresh = { id, orderId: order.id, status, amountPaise, amountRefundedPaise, currency, method, signatureSeen };
    if (!signatureSeen && (await isTooMany(tx, order, status)))
      return { ...fresh, surplus: false, createdAt: order.now };
    return tx.payment.create({ data: fresh });
  }
  if (known.amountPaise !== amountPaise || known.currency !== currency)
    throw new Contradiction(`${id} is over another amount than before`);
  const data = {
    status: furthest(known.status, status),
    amountRefundedPaise: Math.max(known.amountRefundedPaise, amountRefundedPaise),
    method: known.method ?? method,
    // Written by who saw one alone: a verification notes it beside this, without the order's lock.
    ...(signatureSeen && { signatureSeen }),
  };
  return tx.payment.update({ where: { id }, data });
}

/** Money in an order that another payment has settled: captured, or authorised, which the provider mostly captures later. */
export const moneyBeside = ({ status, paidPaymentId }: Order, payments: Payment[]) =>
  payments.filter(
    (each) => isSettled(status) && each.id !== paidPaymentId && ['captured', 'authorized'].includes(each.status),
  );

/** What of it is to be given back. */
export const openSurplus = (order: Order, payments: Payment[]) =>
  moneyBeside(order, payments).filter(({ status }) => status === 'captured');

/** Keeps money beside in sight until it is given back, or let go. @returns whether there is surplus that nobody knew of. */
async function markSurplus(tx: Transaction, order: Order, payments: Payment[]): Promise<boolean> {
  const beside = moneyBeside(order, payments);
  if (!beside.length) return false;
  const found = openSurplus(order, beside)
    .filter(({ surplus }) => !surplus)
    .map(({ id }) => id);
  if (found.length) await tx.payment.updateMany({ where: { id: { in: found } }, data: { surplus: true } });
  const pauseMs = found.length ? 0 : besideCheckMs;
  await tx.$executeRaw`
    UPDATE orders SET next_check_at = LEAST(next_check_at, now() + ${pauseMs}::int * interval '1 millisecond')
    WHERE id = ${order.id}::uuid`;
  return found.length > 0;
}

/** The time of the next check, by the database's clock; null: no more checks. */
export const checkAfter = ({ now }: LockedOrder, pauseMs?: number) =>
  pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);

function standingData(order: LockedOrder, status: OrderStatus, paymentId?: string) {
  return {
    status,
    ...(isSettled(status) && { paidPaymentId: order.paidPaymentId ?? paymentId }),
    ...(status === 'PAID' && { paidAt: order.now }),
    nextCheckAt: checkAfter(order, pauseBeforeCheck(0)),
  };
}

async function moveOrder(tx: Transaction, order: LockedOrder, payments: Payment[], cause: string): Promise<Order> {
  const { status, payment } = settle({ ...order, payments });
  if (status === order.status) return order;
  const { id, status: from } = order;
  const data = standingData(order, status, payment?.id);
  await tx.orderTransition.create({ data: { orderId: id, from, to: status, cause, paymentId: payment?.id } });
  // Guarded although the row is locked: the state that was judged is the state that is left.
  return tx.order.update({ where: { id, status: from }, data });
}

/**
 * The one function that applies what is known about a payment to its order: verification, events, the reconciler and
 * refunds all come here, each within a transaction. Repeating it, or hearing older news later, changes nothing.
 * @param cause who found out, for the trail.
 */
export async function applyPayment(
  tx: Transaction,
  orderId: string,
  fact: PaymentFact,
  cause: string,
  signatureSeen = false,
): Promise<Applied> {
  const before = await lockOrder(tx, orderId, fact.id);
  if (before.providerOrderId !== fact.providerOrderId)
    throw new Contradiction(`${fact.id} is no payment of order ${orderId}`);
  const payment = await keepPayment(tx, before, fact, signatureSeen);
  const payments = [...before.payments.filter(({ id }) => id !== payment.id), payment];
  const order = await moveOrder(tx, before, payments, cause);
  const surplus = await markSurplus(tx, order, payments);
  return { order, from: before.status, cause, payment, surplus };
}
