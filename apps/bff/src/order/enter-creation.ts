import type { Prisma } from '../database/prisma.service';
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

/**
 * The same for the usual end of a creation that nobody else has ended: one statement, where the other way takes seven.
 * @returns false where there was no such creation any more, and nothing was done.
 */
export async function enterPlaced(
  prisma: Prisma,
  id: string,
  cause: string,
  providerOrderId: string,
): Promise<boolean> {
  const pauseMs = pauseBeforeCheck(0) ?? null;
  const entered = await prisma.execute`
    WITH placed AS (
      UPDATE orders SET status = 'CREATED', provider_order_id = ${providerOrderId},
        next_check_at = now() + ${pauseMs}::int * interval '1 millisecond'
      WHERE id = ${id}::uuid AND status = 'CREATING' RETURNING id, status
    )
    INSERT INTO order_transitions (order_id, from_status, to_status, cause)
    SELECT id, 'CREATING', status, ${cause} FROM placed`;
  return entered === 1;
}
