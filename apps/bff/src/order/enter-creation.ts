import { type Change, checkAfter, lockOrder, type Transaction } from './apply-payment';
import { pauseBeforeCheck } from './schedule';

/**
 * A creation has come to its end: CREATED with the provider's id, or CREATE_FAILED without. The first id stays:
 * whoever finds another later changes nothing, and works with the first.
 */
export async function enterCreation(
  tx: Transaction,
  id: string,
  cause: string,
  providerOrderId: string | null,
): Promise<Change> {
  const before = await lockOrder(tx, id);
  const { status: from } = before;
  const to = providerOrderId ? 'CREATED' : 'CREATE_FAILED';
  if (before.providerOrderId || from === to) return { order: before, from, cause };
  const nextCheckAt = providerOrderId ? checkAfter(before, pauseBeforeCheck(0)) : null;
  await tx.orderTransition.create({ data: { orderId: id, from, to, cause } });
  const order = await tx.order.update({ where: { id }, data: { status: to, providerOrderId, nextCheckAt } });
  return { order, from, cause };
}
