import { type DisputeStatus, type KnownDispute, type KnownOrder, type KnownPayment, type PaymentStatus } from './books';
import { acceptedPaise, awaitsDecision, processedPaise } from './merge';
import { isSettled } from './order-status';

/** Without money held, nothing is decided. */
export const withoutMoney: PaymentStatus[] = ['created', 'failed'];

/** Another payment has paid the order, and this one took money too, or is about to. */
export const isSurplus = (
  { status, paidPaymentId }: Pick<KnownOrder, 'status' | 'paidPaymentId'>,
  payment: Pick<KnownPayment, 'id' | 'status'>,
) => isSettled(status) && payment.id !== paidPaymentId && !withoutMoney.includes(payment.status);

/** What staff have to look at. */
export interface Need {
  kind: 'review' | 'dispute' | 'refund' | 'deleted';
  /** The provider's id of the order, dispute or payment. */
  subject: string;
  paise: number;
  /** Other facts are news. */
  facts: string;
  state?: DisputeStatus | 'undecided' | 'failed';
  deadline?: Date | null;
  /** From then on, which may be later. Absent: from now on. */
  since?: Date;
}

/** After so many failures another refund would fail too: an operator has to find out why. */
const maxFailedRefunds = 3;

/** A surplus payment needs attention when its refund is not made by then. */
const surplusIsLateMs = 3_600_000;

export type RefundState = 'none' | 'pending' | 'processed' | 'failed';

/** The bank returns the money itself, or may do so: a refund would pay it twice. */
export const blocksRefund = (dispute: { status: string }) => awaitsDecision(dispute) || dispute.status === 'lost';

/** From the harmless to the worst. */
const severity: DisputeStatus[] = ['won', 'closed', 'open', 'under_review', 'lost'];

const worstOf = (disputes: KnownDispute[]): DisputeStatus | null =>
  severity[Math.max(...disputes.map(({ status }) => severity.indexOf(status)))] ?? null;

/** The refund that was made last: reports come in any order. */
const lastRefundOf = ({ refunds }: Pick<KnownPayment, 'refunds'>) =>
  refunds
    .toSorted((a, b) => a.providerCreatedAt.getTime() - b.providerCreatedAt.getTime() || a.attempt - b.attempt)
    .at(-1);

/** What follows from what is known of one payment. */
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
    // A bank can return a refund that was processed: the payment stays refunded, and the money is held again.
    held: status === 'authorized' || (received && processedPaise(refunds) < amountPaise),
    surplus: isSurplus(order, payment),
    failedRefunds: refunds.filter((refund) => refund.status === 'failed').length,
    refundState: refunds.some((refund) => refund.status === 'pending') ? ('pending' as const) : refundState,
    blockedBy: payment.disputes?.find(blocksRefund),
  };
}

export type PaymentFacts<P extends KnownPayment = KnownPayment> = ReturnType<typeof paymentFactsOf<P>>;

/** What a refund would return now, whether or not a dispute forbids it. */
export const refundableOf = ({ payment, received, acceptedPaise }: PaymentFacts) =>
  received ? Math.max(0, payment.amountPaise - acceptedPaise) : 0;

/** Held, no refund of its amount is on its way, and no bank returns it itself. */
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

/** Staff's own answer is no news; another deadline is. */
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
  const paise = sumOf(paid, ({ amountPaise }) => amountPaise);
  return { kind: 'review', subject: providerOrderId ?? receipt, paise, facts: facts.join(', ') };
}

/** Where the refunds of some payments stand: one that is on its way first, then one that is needed again. */
const refundStateOf = (payments: PaymentFacts[]): RefundState =>
  (['pending', 'failed', 'processed'] as const).find((state) =>
    payments.some(({ refundState }) => refundState === state),
  ) ?? 'none';

const sumOf = <T>(items: T[], paise: (item: T) => number) => items.reduce((sum, item) => sum + paise(item), 0);

/** Everything that follows from what is known of an order's payments, refunds and disputes. */
export function factsOf<P extends KnownPayment>(order: KnownOrder & { payments: P[] }) {
  const payments = order.payments.map((payment) => paymentFactsOf(order, payment));
  const surplus = payments.filter((each) => each.surplus && each.held).map(({ payment }) => payment);
  const pendingRefunds = order.payments.flatMap(({ refunds }) => refunds.filter(({ status }) => status === 'pending'));
  const disputes = order.payments.flatMap((payment) => payment.disputes ?? []);
  const open = disputes.filter(({ closedAt }) => !closedAt);
  const paying = disputes.filter(({ paymentId }) => !order.paidPaymentId || paymentId === order.paidPaymentId);
  return {
    payments,
    /** Money held in a settled order apart from the payment that settled it: captured, or soon captured. */
    surplus,
    /** Surplus payments that can be refunded now. */
    refundable: payments.filter(isRefundable).map(({ payment }) => payment),
    pendingRefunds,
    receivedPaise: sumOf(payments, ({ received, payment }) => (received ? payment.amountPaise : 0)),
    returnedPaise: sumOf(payments, (each) => each.acceptedPaise),
    /** Of the payments that are not surplus. */
    refundState: refundStateOf(payments.filter((each) => !each.surplus)),
    /** The payer has nothing to wait for: the order is settled and no refund is open. */
    awaitsNothing: isSettled(order.status) && !surplus.length && !pendingRefunds.length,
    /** What paid the order is refunded, or about to be. */
    isPaymentReturned: payments.some(({ payment, isReturned }) => payment.id === order.paidPaymentId && isReturned),
    disputed: open.length > 0,
    awaitsDecision: disputes.some(awaitsDecision),
    /** The worst of the payment that paid the order. */
    disputeStatus: worstOf(paying),
    needs: [
      ...(order.status === 'REVIEW' ? [reviewNeedOf(order)] : []),
      ...open.map(disputeNeedOf),
      ...payments.flatMap(refundNeedOf),
    ],
  };
}

export type Facts = ReturnType<typeof factsOf>;
