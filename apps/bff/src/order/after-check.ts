import { type Change, checkAfter, type LockedOrder, lockOrder, moneyBeside, type Transaction } from './apply-payment';
import { besideCheckMs, isFinal, pauseBeforeCheck } from './schedule';

/**
 * What is to be given back is asked about until it is: at once where it came to be known behind the check. What is only
 * held, no longer than anything else that is.
 */
function pausesBeside({ now, ...order }: LockedOrder, seenTo: string[]) {
  return moneyBeside(order, order.payments).map(({ id, status, createdAt }) => {
    if (status !== 'captured') return pauseBeforeCheck(now.getTime() - createdAt.getTime());
    return seenTo.includes(id) ? besideCheckMs : 0;
  });
}

async function ownPauseMs(tx: Transaction, { id: orderId, status: to, now }: LockedOrder) {
  if (isFinal(to)) return undefined;
  const { at } = await tx.orderTransition.findUniqueOrThrow({ where: { orderId_to: { orderId, to } } });
  return pauseBeforeCheck(now.getTime() - at.getTime());
}

/** The shortest of the pauses; undefined when nothing is left to ask about. */
async function nextPauseMs(tx: Transaction, order: LockedOrder, seenTo: string[]): Promise<number | undefined> {
  const pauses = [...pausesBeside(order, seenTo), await ownPauseMs(tx, order)].filter((each) => each !== undefined);
  return pauses.length ? Math.min(...pauses) : undefined;
}

/** What an order becomes when the schedule ends without money, or with money that was never captured. */
const endings = { CREATED: 'EXPIRED', AUTHORIZED: 'REVIEW' } as const;

/**
 * Once the provider has been asked about an order: when to ask next, or what follows when it was the last time.
 * @param seenTo the payments that were to be given back, as far as was known.
 */
export async function afterCheck(tx: Transaction, id: string, cause: string, seenTo: string[]): Promise<Change> {
  const order = await lockOrder(tx, id);
  const { status: from } = order;
  const pauseMs = await nextPauseMs(tx, order, seenTo);
  const ending = pauseMs === undefined && (from === 'CREATED' || from === 'AUTHORIZED') ? endings[from] : undefined;
  if (ending) await tx.orderTransition.create({ data: { orderId: id, from, to: ending, cause } });
  const data = { nextCheckAt: checkAfter(order, pauseMs), ...(ending && { status: ending }) };
  return { order: await tx.order.update({ where: { id }, data }), from, cause };
}
