import type { Prisma as Client, Payment, Refund, RefundStatus } from '../../generated/prisma/client';
import type { ProviderRefund } from '../provider/razorpay/entities';

type Transaction = Client.TransactionClient;

export type PaymentWithRefunds = Payment & { refunds: Refund[] };

/** A refund after a report. `id` is missing where it is new, `before` where nothing was known. */
export type MergedRefund = Omit<Refund, 'id' | 'createdAt' | 'paymentId'> & { id?: string; before?: Refund };

const progress: RefundStatus[] = ['pending', 'processed', 'failed'];

/** Events arrive in any order: a refund only moves forward. A bank can return a processed refund. */
const furthest = (a: RefundStatus, b: RefundStatus) => (progress.indexOf(a) >= progress.indexOf(b) ? a : b);

const sumOf = (refunds: Pick<Refund, 'amountPaise' | 'status'>[], statuses: RefundStatus[]) =>
  refunds.filter(({ status }) => statuses.includes(status)).reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** What the payer has back. */
export const processedPaise = (refunds: Pick<Refund, 'amountPaise' | 'status'>[]) => sumOf(refunds, ['processed']);

/** What the provider has returned or is returning. */
export const acceptedPaise = (refunds: Pick<Refund, 'amountPaise' | 'status'>[]) =>
  sumOf(refunds, ['pending', 'processed']);

/** Refunds from before the table have no provider id: the first report about one gives it. */
const isSame = (report: ProviderRefund) => (refund: Pick<Refund, 'providerId'>) => refund.providerId === report.id;
const isUnnamed = ({ providerId }: Pick<Refund, 'providerId'>) => providerId === null;

/** The refunds of a payment after reports about some of them. */
export function mergeRefunds(known: Refund[], reports: ProviderRefund[]): MergedRefund[] {
  const merged: MergedRefund[] = known.map((before) => ({ ...before, before }));
  for (const report of reports) {
    const refund = merged.find(isSame(report)) ?? merged.find(isUnnamed);
    const { id: providerId, createdAt: providerCreatedAt, paymentId: _, ...made } = report;
    const { amountPaise, speed, reference, reason } = made;
    if (!refund) {
      merged.push({ ...made, providerId, providerCreatedAt, attempt: merged.length + 1 });
      continue;
    }
    Object.assign(refund, {
      ...(refund.providerId === null && { providerId, amountPaise }),
      providerCreatedAt: refund.providerCreatedAt ?? providerCreatedAt,
      status: furthest(refund.status, report.status),
      speed: speed ?? refund.speed,
      reference: reference ?? refund.reference,
      reason: reason ?? refund.reason,
    });
  }
  return merged;
}

const hasChanged = ({ before, ...refund }: MergedRefund) =>
  !before ||
  (['providerId', 'providerCreatedAt', 'status', 'speed', 'reference', 'reason'] as const).some(
    (name) => before[name] !== refund[name],
  );

/** Writes what has changed. The payment's row must exist. */
export async function saveRefunds(tx: Transaction, paymentId: string, refunds: MergedRefund[]): Promise<Refund[]> {
  const saved: Refund[] = [];
  for (const refund of refunds) {
    const { before, id, ...data } = refund;
    if (before && !hasChanged(refund)) saved.push(before);
    else if (before) saved.push(await tx.refund.update({ where: { id: before.id }, data }));
    else saved.push(await tx.refund.create({ data: { ...data, paymentId } }));
  }
  return saved;
}

/** Refunds that the provider had accepted, or that are new, and that have failed now. */
export const newlyFailed = (refunds: MergedRefund[]) =>
  refunds.filter(({ before, status }) => status === 'failed' && before?.status !== 'failed');

/** Refunds whose end is still open. */
export const pendingRefunds = (payments: { refunds: Refund[] }[]) =>
  payments.flatMap(({ refunds }) => refunds.filter(({ status }) => status === 'pending'));
