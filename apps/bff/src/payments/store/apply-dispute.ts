import type { DisputeReport } from '../rules/books';
import { factsOf } from '../rules/facts';
import { mergeDispute } from '../rules/merge';
import { disputeCheckMs } from '../rules/schedule';
import { lockOrder, type Transaction } from './apply-payment';
import { reportOrder } from './order-cases';

/** Updates the flags and cases of an order after a change of its disputes. */
async function flagOrder(tx: Transaction, orderId: string) {
  const order = await lockOrder(tx, orderId);
  const facts = factsOf(order);
  const { disputed, disputeStatus } = facts;
  await tx.order.update({ where: { id: orderId }, data: { disputed, disputeStatus } });
  await reportOrder(tx, order, facts);
  return facts;
}

/**
 * Stores a report about a dispute. A new state reopens a closed dispute.
 * @returns whether the state is new
 */
export async function applyDispute(tx: Transaction, orderId: string, report: DisputeReport): Promise<boolean> {
  const { id, ...data } = report;
  await lockOrder(tx, orderId);
  const known = await tx.dispute.findUnique({ where: { id } });
  const merged = mergeDispute(known ?? undefined, report);
  if (!merged) return false;
  const isNew = merged.status !== known?.status;
  const row = { ...data, orderId, ...merged, ...(isNew && { closedAt: null, closingReason: null }) };
  await tx.dispute.upsert({ where: { id }, create: { id, ...row }, update: row });
  const { awaitsDecision } = await flagOrder(tx, orderId);
  // We check at once after the decision, because a refund may be possible now.
  await tx.$executeRaw`
    UPDATE orders SET next_check_at = LEAST(next_check_at, now() +
      ${awaitsDecision ? disputeCheckMs : 0}::int * interval '1 millisecond') WHERE id = ${orderId}::uuid`;
  return isNew;
}

/** Closes all open disputes of a locked order. */
export async function closeDisputes(tx: Transaction, orderId: string, reason: string) {
  await tx.$executeRaw`
    UPDATE disputes SET closed_at = now(), closing_reason = ${reason} WHERE order_id = ${orderId}::uuid
      AND closed_at IS NULL`;
  await flagOrder(tx, orderId);
}
