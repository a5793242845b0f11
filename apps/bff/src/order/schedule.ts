import type { OrderStatus } from '../generated/prisma/client';

const minute = 60_000;
const hour = 60 * minute;

/** When the provider is asked about an order: so long after it was made, authorised or paid. */
const checkAges = [15 * minute, hour, 6 * hour, 24 * hour, 72 * hour];

/** While there is money to be given back, captured beside the payment that has settled an order. */
export const besideCheckMs = 15 * minute;

/**
 * How long until the next check of an order that has stood where it stands for `ageMs`; undefined when the schedule has
 * come to its end. By age, so that checks in between, at an operator's wish, do not bring the end nearer.
 */
export function pauseBeforeCheck(ageMs: number): number | undefined {
  const next = checkAges.find((age) => age > ageMs);
  return next === undefined ? undefined : next - ageMs;
}

/** Nothing is left to ask about these. A paid order is still asked about: somebody may pay it a second time. */
export const isFinal = (status: OrderStatus) => status === 'CREATE_FAILED' || status === 'EXPIRED';
