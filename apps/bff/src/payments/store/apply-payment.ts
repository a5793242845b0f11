import { violatedUniqueKey } from '../../database/unique-violation';
import type {
  Prisma as Client,
  Dispute,
  Order,
  OrderStatus,
  Payment,
  PaymentStatus,
} from '../../generated/prisma/client';
import { type OrderFacts, queueOrderMail } from '../../mail/outbox';
import type { ProviderPayment } from '../provider/razorpay/entities';
import { Contradiction } from '../rules/errors';
import { deriveStatus, isSettled, lateApprovalMs, nextCheckDelayMs, surplusCheckMs } from '../rules/order-status';
import {
  acceptedPaise,
  type MergedRefund,
  mergeRefunds,
  newlyFailed,
  type PaymentWithRefunds,
  pendingRefunds,
  processedPaise,
  saveRefunds,
} from './apply-refunds';
import { blocksRefund } from './disputes';

export type Transaction = Client.TransactionClient;

/** A locked order with the payments that decide its status, and the payment asked for. `now` is the database's clock. */
export type LockedOrder = Order & { payments: KnownPayment[]; now: Date };

export type KnownPayment = PaymentWithRefunds & { disputes: Dispute[] };

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
  payment: PaymentWithRefunds;
  /** A further capture of a settled order was found just now: it must be refunded. */
  surplus: boolean;
  /** The order should be checked at the provider now. */
  dueNow: boolean;
  /** Refunds that this report says have failed, by the provider's id. */
  failedRefunds: (string | null)[];
}

const progress: PaymentStatus[] = ['created', 'failed', 'authorized', 'captured', 'refunded'];

/** Reports arrive in any order: a payment only moves forward. A late bank approval makes a failed one captured. */
const furthest = (a: PaymentStatus, b: PaymentStatus) => (progress.indexOf(a) >= progress.indexOf(b) ? a : b);

/** Unique keys that a report meets only where it gives a known payment or refund to another order or payment. */
const contradicted = ['payments_pkey', 'refunds_provider_id_key', 'orders_paid_payment_id_key'];

/** Without money held, nothing is decided. A payer may fail thousands of times, so only a few such rows are stored. */
export const undecided: PaymentStatus[] = ['created', 'failed'];
const maxUndecided = 5;

/** From a payment's beginning. Before, the time of the report is nearer to the capture. */
const foundLateMs = 3_600_000;

/** Locks the order until the transaction ends. */
export async function lockOrder(tx: Transaction, id: string, paymentId = ''): Promise<LockedOrder> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT now() FROM orders WHERE id = ${id}::uuid FOR UPDATE`;
  if (!row) throw new Error(`There is no order ${id}`);
  const where = { OR: [{ status: { notIn: undecided } }, { id: paymentId }] };
  const include = {
    payments: { where, include: { refunds: { orderBy: { attempt: 'asc' } }, disputes: true } },
  } as const;
  const order = await tx.order.findUniqueOrThrow({ where: { id }, include });
  return { ...order, now: row.now };
}

async function isTooManyUndecided(tx: Transaction, order: LockedOrder, status: PaymentStatus) {
  const where = { orderId: order.id, status: { in: undecided } };
  return undecided.includes(status) && (await tx.payment.count({ where })) >= maxUndecided;
}

/** A pending refund returns nothing yet: a payment is refunded when its whole amount was processed. */
function statusOf({ status, captured, amountPaise }: ProviderPayment, refunds: MergedRefund[]): PaymentStatus {
  if (refunds.length && processedPaise(refunds) >= amountPaise) return 'refunded';
  if (status !== 'refunded') return status;
  return captured ? 'captured' : 'authorized';
}

/** What the provider says about a payment apart from its state. A later report may know less than an earlier one. */
function detailsOf(report: ProviderPayment, known?: Payment) {
  const { method, methodDetails, acquirerData, feePaise, taxPaise, feeBearer } = report;
  return {
    providerCreatedAt: known?.providerCreatedAt ?? report.createdAt,
    method: known?.method ?? method,
    methodDetails: { ...(known?.methodDetails as object | undefined), ...methodDetails },
    acquirerData: { ...(known?.acquirerData as object | undefined), ...acquirerData },
    feePaise: feePaise ?? known?.feePaise ?? null,
    taxPaise: taxPaise ?? known?.taxPaise ?? null,
    feeBearer: feeBearer ?? known?.feeBearer ?? null,
    errorReason: report.errorReason ?? known?.errorReason ?? null,
    errorSource: report.errorSource ?? known?.errorSource ?? null,
    errorStep: report.errorStep ?? known?.errorStep ?? null,
  };
}

async function savePayment(
  tx: Transaction,
  order: LockedOrder,
  report: ProviderPayment,
  refunds: MergedRefund[],
  signatureSeen: boolean,
): Promise<Payment> {
  const { id, amountPaise, currency } = report;
  const known = order.payments.find((payment) => payment.id === id);
  const status = statusOf(report, refunds);
  const amountRefundedPaise = Math.min(amountPaise, processedPaise(refunds));
  const details = detailsOf(report, known);
  if (!known) {
    const fresh = {
      id,
      orderId: order.id,
      status,
      amountPaise,
      amountRefundedPaise,
      currency,
      signatureSeen,
      ...details,
    };
    if (!signatureSeen && (await isTooManyUndecided(tx, order, status)))
      return { ...fresh, surplus: false, createdAt: order.now };
    return tx.payment.create({ data: fresh });
  }
  if (known.amountPaise !== amountPaise || known.currency !== currency)
    throw new Contradiction(`The amount of ${id} differs from an earlier report.`);
  const data = {
    ...details,
    status: furthest(known.status, status),
    amountRefundedPaise: Math.max(known.amountRefundedPaise, amountRefundedPaise),
    // Never reset: a verification may set it at the same time without locking the order.
    ...(signatureSeen && { signatureSeen }),
  };
  return tx.payment.update({ where: { id }, data });
}

/** A bank can return a refund that was processed: the payment stays refunded, and the money is held again. */
const isHeld = ({ status, amountPaise, refunds }: PaymentWithRefunds) =>
  status === 'captured' || status === 'authorized' || (status === 'refunded' && acceptedPaise(refunds) < amountPaise);

/** Money held in a settled order apart from the payment that settled it: captured, or authorized and soon captured. */
export const surplusPayments = <P extends PaymentWithRefunds>({ status, paidPaymentId }: Order, payments: P[]) =>
  payments.filter((payment) => isSettled(status) && payment.id !== paidPaymentId && isHeld(payment));

/** After so many failures another refund would fail too: an operator has to find out why. */
const maxFailedRefunds = 3;

/** Surplus payments that can be refunded now: no refund of their amount is on its way, and no bank returns it itself. */
export const refundableSurplus = <P extends KnownPayment>(order: Order, payments: P[]) =>
  surplusPayments(order, payments).filter(
    ({ status, amountPaise, refunds, disputes }) =>
      status !== 'authorized' &&
      acceptedPaise(refunds) < amountPaise &&
      refunds.filter((refund) => refund.status === 'failed').length < maxFailedRefunds &&
      !disputes.some(blocksRefund),
  );

/** Marks surplus payments. @returns whether a new one was found. */
async function markSurplus(tx: Transaction, order: Order, payments: PaymentWithRefunds[]): Promise<boolean> {
  const unmarked = surplusPayments(order, payments).filter(({ status, surplus }) => status === 'captured' && !surplus);
  const ids = unmarked.map(({ id }) => id);
  if (ids.length) await tx.payment.updateMany({ where: { id: { in: ids } }, data: { surplus: true } });
  return ids.length > 0;
}

/** Milliseconds until an order must be checked because of this report; undefined: its schedule is enough. */
function soonerCheckMs(before: LockedOrder, order: Order, payments: PaymentWithRefunds[], now: boolean) {
  if (now) return 0;
  if (surplusPayments(order, payments).length || pendingRefunds(payments).length) return surplusCheckMs;
  const undecidedOnes = payments.some(({ status }) => undecided.includes(status));
  return undecidedOnes && before.nextCheckAt === null ? lateApprovalMs : undefined;
}

async function bringForward(tx: Transaction, { id }: Order, delayMs: number) {
  await tx.$executeRaw`
    UPDATE orders SET next_check_at = LEAST(next_check_at, now() + ${delayMs}::int * interval '1 millisecond')
    WHERE id = ${id}::uuid`;
}

/** The time of the next check by the database's clock; null: no more checks. */
export const checkAt = ({ now }: LockedOrder, delayMs?: number) =>
  delayMs === undefined ? null : new Date(now.getTime() + delayMs);

/** Found late, as after a restore, a payment has the provider's time: it also decides the receipt's financial year. */
function paidAt({ createdAt, now }: LockedOrder, payment?: Payment): Date {
  const told = payment?.providerCreatedAt;
  return told && told >= createdAt && now.getTime() - told.getTime() > foundLateMs ? told : now;
}

async function moveOrder(
  tx: Transaction,
  order: LockedOrder,
  payments: PaymentWithRefunds[],
  cause: string,
): Promise<Order> {
  const { status, payment } = deriveStatus({ ...order, payments });
  if (status === order.status) return order;
  const { id, status: from } = order;
  const data = {
    status,
    ...(isSettled(status) && { paidPaymentId: order.paidPaymentId ?? payment?.id }),
    ...(status === 'PAID' && {
      paidAt: paidAt(
        order,
        payments.find(({ id }) => id === payment?.id),
      ),
    }),
    nextCheckAt: checkAt(order, nextCheckDelayMs(0)),
  };
  await tx.orderTransition.create({ data: { orderId: id, from, to: status, cause, paymentId: payment?.id } });
  // An extra guard: updates only if the status is still `from`.
  const moved = await tx.order.update({ where: { id, status: from }, data });
  if (status === 'PAID') await queueReceipt(tx, moved);
  return moved;
}

/** Once per paid order: an order becomes PAID once. An order without an owner gets its receipt at the claim. */
export const queueReceipt = (tx: Transaction, order: Order) =>
  queueOrderMail(tx, 'RECEIPT', order.ownerId, orderFacts(order));

const refundMails = { pending: 'REFUND_PENDING', processed: 'REFUNDED', failed: 'REFUND_FAILED' } as const;

/** One mail for each state that a refund enters. States only move forward, so none is queued twice. */
async function queueRefundMails(tx: Transaction, order: Order, paymentId: string, refunds: MergedRefund[]) {
  // A refund from before the table is no news to its payer.
  for (const { before, status, amountPaise } of refunds)
    if (before?.status !== status && before?.providerId !== null)
      await queueOrderMail(tx, refundMails[status], order.ownerId, { ...orderFacts(order), paymentId, amountPaise });
}

/** What mails say about an order. */
export const orderFacts = (order: Order): OrderFacts => ({
  receipt: order.receiptNumber ?? order.receipt,
  orderId: order.providerOrderId,
  paymentId: order.paidPaymentId,
  amountPaise: order.amountPaise,
  currency: order.currency,
  paidAt: order.paidAt?.toISOString(),
});

/**
 * The one function that applies a report about a payment to its order. Verification, webhook events, the reconciler and
 * refunds all call it within a transaction. Repeated or older reports change nothing.
 * @param cause who reported it, for the audit trail.
 * @throws Contradiction
 */
export async function applyPayment(...args: Parameters<typeof apply>): Promise<AppliedPayment> {
  return apply(...args).catch((error) => {
    if (!contradicted.includes(violatedUniqueKey(error) ?? '')) throw error;
    throw new Contradiction('The payment or its refund is known of another order.', { cause: error });
  });
}

async function apply(
  tx: Transaction,
  orderId: string,
  report: ProviderPayment,
  cause: string,
  signatureSeen = false,
): Promise<AppliedPayment> {
  const before = await lockOrder(tx, orderId, report.id);
  if (before.providerOrderId !== report.providerOrderId)
    throw new Contradiction(`${report.id} belongs to another order.`);
  const others = before.payments.filter(({ id }) => id !== report.id);
  const { refunds = [], disputes = [] } = before.payments.find(({ id }) => id === report.id) ?? {};
  const merged = mergeRefunds(refunds, report.refunds);
  const saved = await savePayment(tx, before, report, merged, signatureSeen);
  const payment = { ...saved, disputes, refunds: await saveRefunds(tx, report.id, merged) };
  const payments = [...others, payment];
  const order = await moveOrder(tx, before, payments, cause);
  await queueRefundMails(tx, order, report.id, merged);
  const surplus = await markSurplus(tx, order, payments);
  // A refund that we do not know of: the provider knows more than this report tells.
  const dueNow = surplus || report.amountRefundedPaise > acceptedPaise(payment.refunds);
  const delayMs = soonerCheckMs(before, order, payments, dueNow);
  if (delayMs !== undefined) await bringForward(tx, order, delayMs);
  const failedRefunds = newlyFailed(merged).map(({ providerId }) => providerId);
  return { order, from: before.status, cause, payment, surplus, dueNow, failedRefunds };
}
