import { type Change, checkAfter, type LockedOrder, lockOrder, openSurplus, type Transaction } from './apply-payment';
import { isFinal, pauseBeforeCheck, refundCheckMs } from './schedule';

function nextPauseMs(order: LockedOrder, checks: number): number | undefined {
  if (openSurplus(order, order.payments).length) return refundCheckMs;
  return isFinal(order.status) ? undefined : pauseBeforeCheck(checks);
}

/** What an order becomes when the schedule ends without money, or with money that was never captured. */
const endings = { CREATED: 'EXPIRED', AUTHORIZED: 'REVIEW' } as const;

/** Once the provider has been asked about an order: when to ask next, or what follows when it was the last time. */
export async function afterCheck(tx: Transaction, id: string, cause: string): Promise<Change> {
  const order = await lockOrder(tx, id);
  const { status: from } = order;
  const checks = order.checks + 1;
  const pauseMs = nextPauseMs(order, checks);
  const ending = pauseMs === undefined && (from === 'CREATED' || from === 'AUTHORIZED') ? endings[from] : undefined;
  if (ending) await tx.orderTransition.create({ data: { orderId: id, from, to: ending, cause } });
  const data = { checks, nextCheckAt: checkAfter(order, pauseMs), ...(ending && { status: ending }) };
  return { order: await tx.order.update({ where: { id }, data }), from, cause };
}
