import type { OrderStatus } from '../generated/prisma/client';

const minute = 60_000;
const hour = 60 * minute;

/** When the provider is asked about an order: so long after it was made, authorised or paid. */
const checkAges = [15 * minute, hour, 6 * hour, 24 * hour, 72 * hour];

/** After a refund that is not through yet. */
export const refundCheckMs = 15 * minute;

/** How long until the check after `checks` checks; undefined when the schedule has come to its end. */
export function pauseBeforeCheck(checks: number): number | undefined {
  const next = checkAges[checks];
  return next === undefined ? undefined : next - (checkAges[checks - 1] ?? 0);
}

/** Nothing is left to ask about these. A paid order is still asked about: somebody may pay it a second time. */
export const isFinal = (status: OrderStatus) => status === 'CREATE_FAILED' || status === 'EXPIRED';
