import type { OrderStatus } from './books';
import { type Facts, withoutMoney } from './facts';

const minute = 60_000;
const hour = 60 * minute;

/** For so long a process may work on an order before another one takes over. */
export const claimMs = 2 * minute;

/** Ages of an order, in milliseconds since it entered its state, at which the provider is asked about it. */
const checkAges = [15 * minute, hour, 6 * hour, 24 * hour, 72 * hour];

/** A bank may approve a payment until then after it was begun. */
export const lateApprovalMs = 120 * hour;

/** Between checks while a surplus payment waits for its refund, and until a new refund is first checked. */
const surplusCheckMs = 15 * minute;

/** Between checks of a dispute that the bank has not decided. */
export const disputeCheckMs = 24 * hour;

/**
 * Milliseconds until the next check of an order that entered its state `ageMs` ago; undefined when the schedule is over.
 * Computed from the age, so that extra checks by an operator do not shorten the schedule.
 */
export function nextCheckDelayMs(ageMs: number): number | undefined {
  const next = checkAges.find((age) => age > ageMs);
  return next === undefined ? undefined : next - ageMs;
}

/** Nothing is left to check. A paid order is still checked: it may be paid a second time. */
export const isFinal = (status: OrderStatus) => status === 'CREATE_FAILED' || status === 'EXPIRED';

/** What an order becomes when its schedule ends without money, or with money that was never captured. */
export const statusAtEnd = (status: OrderStatus): OrderStatus =>
  status === 'CREATED' ? 'EXPIRED' : status === 'AUTHORIZED' ? 'REVIEW' : status;

/** Milliseconds until an order must be checked because of a report; undefined: its schedule is enough. */
export function soonerCheckMs(facts: Facts, { dueNow, scheduled }: { dueNow: boolean; scheduled: boolean }) {
  if (dueNow) return 0;
  if (facts.surplus.length || facts.pendingRefunds.length) return surplusCheckMs;
  const hasUnpaid = facts.payments.some(({ payment }) => withoutMoney.includes(payment.status));
  return hasUnpaid && !scheduled ? lateApprovalMs : undefined;
}

/**
 * Milliseconds until what is followed apart from the order's own schedule is checked. Captured surplus: until its refund
 * is on its way, at once if the check did not know of it. Authorized surplus: the normal schedule. Refunds: daily in the end.
 * @param handled ids of payments that this check has refunded.
 */
export function followUpMs(facts: Facts, now: Date, handled: string[]): number | undefined {
  const delayMs = (since: Date) => nextCheckDelayMs(now.getTime() - since.getTime());
  return earliestMs([
    ...facts.surplus.filter(({ status }) => status === 'authorized').map(({ createdAt }) => delayMs(createdAt)),
    ...facts.refundable.map(({ id, createdAt }) =>
      handled.includes(id) ? Math.max(surplusCheckMs, delayMs(createdAt) ?? 24 * hour) : 0,
    ),
    ...facts.pendingRefunds.map((refund) => delayMs(refund.providerCreatedAt) ?? 24 * hour),
    facts.awaitsDecision ? disputeCheckMs : undefined,
  ]);
}

/** undefined: none of them is due any more. */
export function earliestMs(delays: (number | undefined)[]): number | undefined {
  const known = delays.filter((ms) => ms !== undefined);
  return known.length ? Math.min(...known) : undefined;
}
