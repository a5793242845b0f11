import { type DisputeStatus, type KnownDispute, type KnownOrder, type KnownPayment, type PaymentStatus } from './books';
import { acceptedPaise, awaitsDecision, processedPaise } from './merge';
import { isSettled } from './order-status';

/** Payments in these states hold no money. */
export const withoutMoney: PaymentStatus[] = ['created', 'failed'];

/** Another payment has paid the order, and this one has taken or may take money too. */
export const isSurplus = (
  { status, paidPaymentId }: Pick<KnownOrder, 'status' | 'paidPaymentId'>,
  payment: Pick<KnownPayment, 'id' | 'status'>,
) => isSettled(status) && payment.id !== paidPaymentId && !withoutMoney.includes(payment.status);

/** Something that needs the attention of staff. */
export interface Need {
  kind: 'review' | 'dispute' | 'refund' | 'deleted';
  /** The provider's id of the order, dispute or payment. */
  subject: string;
  paise: number;
  /** Changed facts reopen a case. */
  facts: string;
  state?: DisputeStatus | 'undecided' | 'failed';
  deadline?: Date | null;
  /** Start of the need, possibly in the future. Default: now. */
  since?: Date;
}

/** After this number of failures, staff must find the cause. */
const maxFailedRefunds = 3;

/** A surplus payment without a refund needs attention after this time. */
const surplusIsLateMs = 3_600_000;

export type RefundState = 'none' | 'pending' | 'processed' | 'failed';

/** The bank returns the money or may do so, so a refund could pay it twice. */
export const blocksRefund = (dispute: { status: string }) => awaitsDecision(dispute) || dispute.status === 'lost';

/** From harmless to worst. */
const severity: DisputeStatus[] = ['won', 'closed', 'open', 'under_review', 'lost'];

const worstOf = (disputes: KnownDispute[]): DisputeStatus | null =>
  severity[Math.max(...disputes.map(({ status }) => severity.indexOf(status)))] ?? null;

/** The latest refund, because reports arrive in any order. */
const lastRefundOf = ({ refunds }: Pick<KnownPayment, 'refunds'>) =>
  refunds
    .toSorted((a, b) => a.providerCreatedAt.getTime() - b.providerCreatedAt.getTime() || a.attempt - b.attempt)
    .at(-1);

function paymentFactsOf<P extends KnownPayment>(order: KnownOrder, payment: P) {
  const { status, amountPaise, refunds } = payment;
  const accepted = acceptedPaise(refunds);
  const isReturned = accepted >= amountPaise;
  const received = status === 'captured' || status === 'refunded';
  const last = lastRefundOf(payment);
  const needsRefund = refunds.some((refund) => refund.status === 'failed') && !isReturned;
  const refundState: RefundState = needsRefund ? 'failed' : last ? 'processed' : 'none';
  return {
    payment,
    acceptedPaise: accepted,
    isReturned,
    last,
    received,
    // If a bank returns a processed refund, the payment stays refunded, but we hold the money again.
    held: status === 'authorized' || (received && processedPaise(refunds) < amountPaise),
    surplus: isSurplus(order, payment),
    failedRefunds: refunds.filter((refund) => refund.status === 'failed').length,
    refundState: refunds.some((refund) => refund.status === 'pending') ? ('pending' as const) : refundState,
    blockedBy: payment.disputes?.find(blocksRefund),
  };
}

export type PaymentFacts<P extends KnownPayment = KnownPayment> = ReturnType<typeof paymentFactsOf<P>>;

/** @returns paise, ignoring disputes */
export const refundableOf = ({ payment, received, acceptedPaise }: PaymentFacts) =>
  received ? Math.max(0, payment.amountPaise - acceptedPaise) : 0;

/** Whether we should refund the payment automatically. */
const isRefundable = ({ payment, received, isReturned, surplus, failedRefunds, blockedBy }: PaymentFacts) =>
  surplus && received && !isReturned && failedRefunds < maxFailedRefunds && !!payment.disputes && !blockedBy;

function refundNeedOf({ payment, received, isReturned, surplus, last, ...facts }: PaymentFacts): Need[] {
  if (!received || isReturned || facts.blockedBy) return [];
  const failed = payment.refunds.filter(({ status }) => status === 'failed').map(({ providerId }) => providerId);
  const state = failed.length ? ('failed' as const) : undefined;
  const need: Need = {
    kind: 'refund',
    subject: payment.id,
    paise: payment.amountPaise,
    state,
    facts: failed.toSorted().join(', '),
  };
  if (!surplus) return failed.length ? [need] : [];
  if (facts.failedRefunds >= maxFailedRefunds) return [need];
  const from = last ? last.providerCreatedAt : payment.createdAt;
  return [{ ...need, since: new Date(from.getTime() + surplusIsLateMs) }];
}

/** An answer by staff does not reopen the case, but a new deadline does. */
function disputeNeedOf({ id, status, amountPaise, amountDeductedPaise, respondBy }: KnownDispute): Need {
  const isOpen = awaitsDecision({ status });
  const state = isOpen ? 'undecided' : status;
  const until = isOpen && respondBy ? ` until ${respondBy.toISOString()}` : '';
  const facts = `${state} ${amountDeductedPaise}${until}`;
  return { kind: 'dispute', subject: id, paise: amountPaise, state, facts, deadline: isOpen ? respondBy : null };
}

function reviewNeedOf({ providerOrderId, receipt, payments }: KnownOrder & { payments: KnownPayment[] }): Need {
  const paid = payments.filter(({ status }) => !withoutMoney.includes(status));
  const facts = paid.map(({ id, amountPaise, currency }) => `${id} ${amountPaise} ${currency}`).toSorted();
  const paise = sumPaise(paid, ({ amountPaise }) => amountPaise);
  return { kind: 'review', subject: providerOrderId ?? receipt, paise, facts: facts.join(', ') };
}

/** The most urgent state comes first. */
const refundStateOf = (payments: PaymentFacts[]): RefundState =>
  (['pending', 'failed', 'processed'] as const).find((state) =>
    payments.some(({ refundState }) => refundState === state),
  ) ?? 'none';

/** Adds amounts in paise. */
export const sumPaise = <T>(items: T[], paise: (item: T) => number) =>
  items.reduce((sum, item) => sum + paise(item), 0);

/** Derives everything from an order's payments, refunds and disputes. */
export function factsOf<P extends KnownPayment>(order: KnownOrder & { payments: P[] }) {
  const payments = order.payments.map((payment) => paymentFactsOf(order, payment));
  const surplus = payments.filter((each) => each.surplus && each.held).map(({ payment }) => payment);
  const pendingRefunds = order.payments.flatMap(({ refunds }) => refunds.filter(({ status }) => status === 'pending'));
  const disputes = order.payments.flatMap((payment) => payment.disputes ?? []);
  const open = disputes.filter(({ closedAt }) => !closedAt);
  const paying = disputes.filter(({ paymentId }) => !order.paidPaymentId || paymentId === order.paidPaymentId);
  return {
    payments,
    /** Payments besides the one that settled the order, captured or soon to be. */
    surplus,
    /** Surplus payments to refund now. */
    refundable: payments.filter(isRefundable).map(({ payment }) => payment),
    pendingRefunds,
    receivedPaise: sumPaise(payments, ({ received, payment }) => (received ? payment.amountPaise : 0)),
    returnedPaise: sumPaise(payments, (each) => each.acceptedPaise),
    /** Ignores surplus payments. */
    refundState: refundStateOf(payments.filter((each) => !each.surplus)),
    refundedInPart: payments.some(({ payment, surplus }) => {
      const paise = processedPaise(payment.refunds);
      return !surplus && paise > 0 && paise < payment.amountPaise;
    }),
    refundFailed: payments.some(({ failedRefunds, isReturned }) => failedRefunds > 0 && !isReturned),
    /** The order is settled and has no open refund. */
    awaitsNothing: isSettled(order.status) && !surplus.length && !pendingRefunds.length,
    /** The payment of the order is refunded or will be. */
    isPaymentReturned: payments.some(({ payment, isReturned }) => payment.id === order.paidPaymentId && isReturned),
    disputed: open.length > 0,
    awaitsDecision: disputes.some(awaitsDecision),
    /** The worst dispute of the payment that paid the order. */
    disputeStatus: worstOf(paying),
    needs: [
      ...(order.status === 'REVIEW' ? [reviewNeedOf(order)] : []),
      ...open.map(disputeNeedOf),
      ...payments.flatMap(refundNeedOf),
    ],
  };
}

export type Facts = ReturnType<typeof factsOf>;
