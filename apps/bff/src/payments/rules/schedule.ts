import type { OrderStatus } from './books';
import { type Facts, withoutMoney } from './facts';

const minute = 60_000;
const hour = 60 * minute;

/** After this time, another process may take over an order. */
export const claimMs = 2 * minute;

/** We check an order when its time in the current state reaches these ages. */
const checkAges = [15 * minute, hour, 6 * hour, 24 * hour, 72 * hour];

/** A bank may approve a payment for this long after its start. */
export const lateApprovalMs = 120 * hour;

/** Interval while a surplus payment waits for its refund, and before the first check of a new refund. */
const surplusCheckMs = 15 * minute;

/** Interval for undecided disputes. */
export const disputeCheckMs = 24 * hour;

/**
 * Depends only on the age, so that extra checks do not shorten the schedule.
 * @returns milliseconds, or undefined at the end of the schedule
 */
export function nextCheckDelayMs(ageMs: number): number | undefined {
  const next = checkAges.find((age) => age > ageMs);
  return next === undefined ? undefined : next - ageMs;
}

/** We still check paid orders, which may be paid a second time. */
export const isFinal = (status: OrderStatus) => status === 'CREATE_FAILED' || status === 'EXPIRED';

/** The status at the end of the schedule. */
export const statusAtEnd = (status: OrderStatus): OrderStatus =>
  status === 'CREATED' ? 'EXPIRED' : status === 'AUTHORIZED' ? 'REVIEW' : status;

/** @returns milliseconds until the check that a report requires, or undefined if the schedule is enough */
export function soonerCheckMs(facts: Facts, { dueNow, scheduled }: { dueNow: boolean; scheduled: boolean }) {
  if (dueNow) return 0;
  if (facts.surplus.length || facts.pendingRefunds.length) return surplusCheckMs;
  const hasUnpaid = facts.payments.some(({ payment }) => withoutMoney.includes(payment.status));
  return hasUnpaid && !scheduled ? lateApprovalMs : undefined;
}

/**
 * The next check of surplus payments, refunds and disputes. A new captured surplus is checked at once, and refunds at
 * least daily.
 * @param handled ids of payments that this check has refunded
 * @returns milliseconds, or undefined if nothing is open
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

export function earliestMs(delays: (number | undefined)[]): number | undefined {
  const known = delays.filter((ms) => ms !== undefined);
  return known.length ? Math.min(...known) : undefined;
}
