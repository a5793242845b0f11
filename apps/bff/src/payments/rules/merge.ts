import {
  type DisputeReport,
  disputeStatuses,
  type KnownDispute,
  type KnownPayment,
  type KnownRefund,
  type PaymentReport,
  type PaymentStatus,
  paymentStatuses,
  type RefundReport,
  type RefundStatus,
  refundStatuses,
} from './books';
import { Contradiction } from './errors';

/** `undefined` comes first. */
export const isBefore = <T>(progress: readonly T[], a: T | undefined, b: T) =>
  progress.indexOf(a as T) < progress.indexOf(b);

/** States only move forward, because reports arrive in any order. */
export const furthest = <T>(progress: readonly T[], a: T, b: T): T => (isBefore(progress, a, b) ? b : a);

const sumByStatus = (refunds: Pick<KnownRefund, 'amountPaise' | 'status'>[], statuses: RefundStatus[]) =>
  refunds.filter(({ status }) => statuses.includes(status)).reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** Money that the payer has received. */
export const processedPaise = (refunds: Pick<KnownRefund, 'amountPaise' | 'status'>[]) =>
  sumByStatus(refunds, ['processed']);

/** Includes pending refunds. */
export const acceptedPaise = (refunds: Pick<KnownRefund, 'amountPaise' | 'status'>[]) =>
  sumByStatus(refunds, ['pending', 'processed']);

/** The bank has not decided the dispute. */
export const awaitsDecision = ({ status }: { status: string }) => status === 'open' || status === 'under_review';

/** A refund after a report. `before` is missing for a new refund. */
export type MergedRefund = KnownRefund & { before?: KnownRefund };

/** A payment after a report. */
export interface MergedPayment extends Omit<KnownPayment, 'createdAt' | 'refunds' | 'disputes'> {
  methodDetails: Record<string, string>;
  acquirerData: Record<string, string>;
  refunds: MergedRefund[];
}

function mergeRefunds(known: KnownRefund[], reports: RefundReport[]): MergedRefund[] {
  const merged: MergedRefund[] = known.map((before) => ({ ...before, before }));
  for (const report of reports) {
    const refund = merged.find((each) => each.providerId === report.id);
    const { id: providerId, createdAt: providerCreatedAt, paymentId: _, requestId: __, ...made } = report;
    const { speed, reference, reason } = made;
    if (!refund) {
      merged.push({ ...made, providerId, providerCreatedAt, attempt: merged.length + 1 });
      continue;
    }
    Object.assign(refund, {
      status: furthest(refundStatuses, refund.status, report.status),
      speed: speed ?? refund.speed,
      reference: reference ?? refund.reference,
      reason: reason ?? refund.reason,
    });
  }
  return merged;
}

/** A payment is refunded once refunds of its whole amount are processed. */
function statusOf({ status, captured, amountPaise }: PaymentReport, refunds: MergedRefund[]): PaymentStatus {
  if (refunds.length && processedPaise(refunds) >= amountPaise) return 'refunded';
  if (status !== 'refunded') return status;
  return captured ? 'captured' : 'authorized';
}

/** Keeps known values that a later report lacks. @throws Contradiction */
export function merge(known: KnownPayment | undefined, report: PaymentReport): MergedPayment {
  const { id, amountPaise, currency } = report;
  if (known && (known.amountPaise !== amountPaise || known.currency !== currency))
    throw new Contradiction(`The amount of ${id} differs from an earlier report.`);
  const refunds = mergeRefunds(known?.refunds ?? [], report.refunds);
  const status = statusOf(report, refunds);
  return {
    id,
    status: known ? furthest(paymentStatuses, known.status, status) : status,
    amountPaise,
    amountRefundedPaise: Math.max(known?.amountRefundedPaise ?? 0, Math.min(amountPaise, processedPaise(refunds))),
    currency,
    providerCreatedAt: known?.providerCreatedAt ?? report.createdAt,
    method: known?.method ?? report.method,
    methodDetails: { ...(known?.methodDetails as object | undefined), ...report.methodDetails },
    acquirerData: { ...(known?.acquirerData as object | undefined), ...report.acquirerData },
    feePaise: report.feePaise ?? known?.feePaise ?? null,
    taxPaise: report.taxPaise ?? known?.taxPaise ?? null,
    feeBearer: report.feeBearer ?? known?.feeBearer ?? null,
    errorReason: report.errorReason ?? known?.errorReason ?? null,
    errorSource: report.errorSource ?? known?.errorSource ?? null,
    errorStep: report.errorStep ?? known?.errorStep ?? null,
    refunds,
  };
}

/** True for a new refund too. */
export const hasChanged = ({ before, ...refund }: MergedRefund) =>
  !before || (['status', 'speed', 'reference', 'reason'] as const).some((name) => before[name] !== refund[name]);

/** Refunds that this report shows as failed for the first time. */
export const newlyFailed = (refunds: MergedRefund[]) =>
  refunds.filter(({ before, status }) => status === 'failed' && before?.status !== 'failed');

/** Returns undefined for an outdated report. */
export function mergeDispute(known: KnownDispute | undefined, report: DisputeReport) {
  if (known && awaitsDecision(report) && !awaitsDecision(known)) return undefined;
  return {
    status: known ? furthest(disputeStatuses, known.status, report.status) : report.status,
    amountDeductedPaise: Math.max(known?.amountDeductedPaise ?? 0, report.amountDeductedPaise),
  };
}
