import type { Catalogue } from '../../config/catalogue';
import { violatedUniqueKey } from '../../database/database-errors';
import type { Prisma as Client, Dispute, Order, OrderStatus, Payment, Refund } from '../../generated/prisma/client';
import type { PaymentReport, PaymentStatus } from '../rules/books';
import { Contradiction } from '../rules/errors';
import { factsOf, type Need, withoutMoney } from '../rules/facts';
import { acceptedPaise, hasChanged, type MergedPayment, type MergedRefund, merge, newlyFailed } from '../rules/merge';
import { deriveStatus, isSettled } from '../rules/order-status';
import { nextCheckDelayMs, soonerCheckMs } from '../rules/schedule';
import { reportOrder } from './order-cases';
import { queueReceipt, queueRefundMails } from './receipts';

export type Transaction = Client.TransactionClient;

/** A locked order with its payments that hold money, and the requested one. `now` is the database's clock. */
export type LockedOrder = Order & { payments: KnownPayment[]; now: Date };

type KnownPayment = Payment & { refunds: Refund[]; disputes: Dispute[] };

/** Oldest first. */
export const withRefunds = { refunds: { orderBy: { attempt: 'asc' } } } satisfies Client.PaymentInclude;

export type OrderState = Pick<Order, 'id' | 'status' | 'providerOrderId'>;

/** `from` equals the order's status if nothing changed. */
export interface Change {
  order: OrderState;
  from: OrderStatus;
  cause: string;
}

export interface AppliedPayment extends Change {
  order: Order;
  payment: KnownPayment;
  /** This report shows a new surplus payment. */
  surplus: boolean;
  /** The reconciler should check the order now. */
  dueNow: boolean;
  /** Provider ids of refunds that this report shows as failed. */
  failedRefunds: string[];
}

/** A report violates these unique keys only if it moves a payment or refund to another order or payment. */
const contradicted = ['payments_pkey', 'refunds_provider_id_key', 'orders_paid_payment_id_key'];

/** A payer may fail thousands of times, so we store only a few such rows per order. */
const maxWithoutMoney = 5;

/** Within this time after a payment's start, the time of the report is nearer to the capture. */
const foundLateMs = 3_600_000;

/** Locks the order until the transaction ends. */
export async function lockOrder(tx: Transaction, id: string, paymentId = ''): Promise<LockedOrder> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT now() FROM orders WHERE id = ${id}::uuid FOR UPDATE`;
  if (!row) throw new Error(`There is no order ${id}`);
  const where = { OR: [{ status: { notIn: withoutMoney } }, { id: paymentId }] };
  const include = {
    payments: { where, include: { ...withRefunds, disputes: true } },
  } as const;
  const order = await tx.order.findUniqueOrThrow({ where: { id }, include });
  return { ...order, now: row.now };
}

async function isOneTooManyWithoutMoney(tx: Transaction, order: LockedOrder, status: PaymentStatus) {
  const where = { orderId: order.id, status: { in: withoutMoney } };
  return withoutMoney.includes(status) && (await tx.payment.count({ where })) >= maxWithoutMoney;
}

/** Writes only changes. The payment's row must exist. */
async function saveRefunds(tx: Transaction, paymentId: string, refunds: MergedRefund[], known: Refund[] = []) {
  const saved: Refund[] = [];
  for (const refund of refunds) {
    const { before, ...data } = refund;
    const row = known.find(({ attempt }) => attempt === refund.attempt);
    if (row && !hasChanged(refund)) saved.push(row);
    else if (row) saved.push(await tx.refund.update({ where: { id: row.id }, data }));
    else saved.push(await tx.refund.create({ data: { ...data, paymentId } }));
  }
  return saved;
}

const unsettled = { settlementId: null, settledOn: null, utr: null };

async function savePayment(
  tx: Transaction,
  order: LockedOrder,
  { refunds: _, ...merged }: MergedPayment,
  signatureSeen: boolean,
): Promise<Payment> {
  const { id } = merged;
  // We never reset `signatureSeen`, because a verification sets it without locking the order.
  const data = { ...merged, ...(signatureSeen && { signatureSeen }) };
  if (order.payments.some((known) => known.id === id)) return tx.payment.update({ where: { id }, data });
  if (!signatureSeen && (await isOneTooManyWithoutMoney(tx, order, merged.status)))
    return {
      ...merged,
      ...unsettled,
      orderId: order.id,
      signatureSeen,
      surplus: false,
      createdAt: order.now,
      history: [],
    };
  return tx.payment.create({ data: { ...data, orderId: order.id } });
}

/** @returns whether there is a new surplus payment */
async function markSurplus(tx: Transaction, payments: Payment[]): Promise<boolean> {
  const ids = payments.filter(({ status, surplus }) => status === 'captured' && !surplus).map(({ id }) => id);
  if (ids.length) await tx.payment.updateMany({ where: { id: { in: ids } }, data: { surplus: true } });
  return ids.length > 0;
}

/** The order is checked after `delayMs` at the latest. */
export async function bringForward(tx: Transaction, { id }: Order, delayMs: number) {
  await tx.$executeRaw`
    UPDATE orders SET next_check_at = LEAST(next_check_at, now() + ${delayMs}::int * interval '1 millisecond')
    WHERE id = ${id}::uuid`;
}

/** The time by the database's clock, or null for no more checks. */
export const checkAt = ({ now }: LockedOrder, delayMs?: number) =>
  delayMs === undefined ? null : new Date(now.getTime() + delayMs);

/** Uses the provider's time if we found the payment late. The time decides the receipt's financial year. */
function paidAt({ createdAt, now }: LockedOrder, payment?: Payment): Date {
  const begunAt = payment?.providerCreatedAt ?? now;
  return begunAt >= createdAt && now.getTime() - begunAt.getTime() > foundLateMs ? begunAt : now;
}

async function moveOrder(
  tx: Transaction,
  catalogue: Catalogue,
  order: LockedOrder,
  payments: KnownPayment[],
  cause: string,
) {
  const { status, payment } = deriveStatus({ ...order, payments });
  if (status === order.status) return { order, isOwnerDeleted: false };
  const { id, status: from } = order;
  const data = {
    status,
    ...(isSettled(status) && { paidPaymentId: order.paidPaymentId ?? payment?.id }),
    ...(status === 'PAID' && { paidAt: paidAt(order, payment) }),
    nextCheckAt: checkAt(order, nextCheckDelayMs(0)),
  };
  await tx.orderTransition.create({ data: { orderId: id, from, to: status, cause, paymentId: payment?.id } });
  // As an extra guard, this updates only if the status is still `from`.
  const moved = await tx.order.update({ where: { id, status: from }, data });
  const isOwnerDeleted = status === 'PAID' && (await queueReceipt(tx, catalogue, { ...moved, payments }));
  return { order: moved, isOwnerDeleted };
}

/** `cause` names the source of the report in the status history. */
export interface Reported {
  orderId: string;
  report: PaymentReport;
  cause: string;
  signatureSeen?: boolean;
}

/**
 * Verification, webhook, reconciler and refunds all use this to apply a report to an order. Repeated or older reports
 * change nothing.
 * @throws Contradiction
 */
export function applyPayment(tx: Transaction, catalogue: Catalogue, reported: Reported): Promise<AppliedPayment> {
  return apply(tx, catalogue, reported).catch((error) => {
    if (!contradicted.includes(violatedUniqueKey(error) ?? '')) throw error;
    throw new Contradiction('The payment or its refund is known of another order.', { cause: error });
  });
}

async function apply(
  tx: Transaction,
  catalogue: Catalogue,
  { orderId, report, cause, signatureSeen = false }: Reported,
) {
  const before = await lockOrder(tx, orderId, report.id);
  if (before.providerOrderId !== report.providerOrderId)
    throw new Contradiction(`${report.id} belongs to another order.`);
  const known = before.payments.find(({ id }) => id === report.id);
  const merged = merge(known, report);
  const saved = await savePayment(tx, before, merged, signatureSeen);
  const refunds = await saveRefunds(tx, report.id, merged.refunds, known?.refunds);
  const payment = { ...saved, disputes: known?.disputes ?? [], refunds };
  const payments = [...before.payments.filter((each) => each !== known), payment];
  const { order, isOwnerDeleted } = await moveOrder(tx, catalogue, before, payments, cause);
  await queueRefundMails(tx, catalogue, { ...order, payments }, { payment, refunds: merged.refunds });
  const facts = factsOf({ ...order, payments });
  const { refundedInPart, refundFailed } = facts;
  if (refundedInPart !== order.refundedInPart || refundFailed !== order.refundFailed)
    await tx.order.update({ where: { id: orderId }, data: { refundedInPart, refundFailed } });
  const surplus = await markSurplus(tx, facts.surplus);
  // If Razorpay has a refund that we do not know, it knows more than this report says.
  const dueNow = surplus || report.amountRefundedPaise > acceptedPaise(refunds);
  const delayMs = soonerCheckMs(facts, { dueNow, scheduled: before.nextCheckAt !== null });
  if (delayMs !== undefined) await bringForward(tx, order, delayMs);
  const found: Need[] = isOwnerDeleted
    ? [{ kind: 'deleted', subject: report.providerOrderId, paise: order.amountPaise, facts: '' }]
    : [];
  if (facts.needs.length || found.length || facts.isPaymentReturned || factsOf(before).needs.length)
    await reportOrder(tx, order, facts, found);
  const failedRefunds = newlyFailed(merged.refunds).map(({ providerId }) => providerId);
  return { order, from: before.status, cause, payment, surplus, dueNow, failedRefunds };
}
