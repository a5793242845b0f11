import { type Change, checkAfter, type LockedOrder, lockOrder, moneyBeside, type Transaction } from './apply-payment';
import { besideCheckMs, isFinal, pauseBeforeCheck } from './schedule';

async function nextPauseMs(tx: Transaction, order: LockedOrder): Promise<number | undefined> {
  const { id: orderId, status: to, now } = order;
  if (moneyBeside(order, order.payments).length) return besideCheckMs;
  if (isFinal(to)) return undefined;
  const { at } = await tx.orderTransition.findUniqueOrThrow({ where: { orderId_to: { orderId, to } } });
  return pauseBeforeCheck(now.getTime() - at.getTime());
}

/** What an order becomes when the schedule ends without money, or with money that was never captured. */
const endings = { CREATED: 'EXPIRED', AUTHORIZED: 'REVIEW' } as const;

/** Once the provider has been asked about an order: when to ask next, or what follows when it was the last time. */
export async function afterCheck(tx: Transaction, id: string, cause: string): Promise<Change> {
  const order = await lockOrder(tx, id);
  const { status: from } = order;
  const pauseMs = await nextPauseMs(tx, order);
  const ending = pauseMs === undefined && (from === 'CREATED' || from === 'AUTHORIZED') ? endings[from] : undefined;
  if (ending) await tx.orderTransition.create({ data: { orderId: id, from, to: ending, cause } });
  const data = { nextCheckAt: checkAfter(order, pauseMs), ...(ending && { status: ending }) };
  return { order: await tx.order.update({ where: { id }, data }), from, cause };
}
