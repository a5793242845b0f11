import type { Prisma } from '../../database/prisma.service';
import { factsOf } from '../rules/facts';
import { lockOrder } from '../store/apply-payment';
import { recordNeeds } from '../store/open-items';

const name = 'open_items';
const batchSize = 1_000;

/**
 * Enters the orders from before the table of open items into it, in batches while payments go on. Any number of
 * processes may run it, and each may be stopped: the next continues.
 */
export async function fillOpenItems(prisma: Prisma, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const backfill = await prisma.backfill.findUnique({ where: { name } });
    if (!backfill) return;
    const batch = await prisma.$queryRaw<{ id: string; concerned: boolean }[]>`
      SELECT id, status = 'REVIEW' OR disputed OR EXISTS (
          SELECT FROM payments p WHERE p.order_id = orders.id
            AND (p.surplus OR EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id))) AS concerned
      FROM orders WHERE id > ${backfill.after}::uuid ORDER BY id LIMIT ${batchSize}::int`;
    for (const { id } of batch.filter(({ concerned }) => concerned))
      await prisma.$transaction(async (tx) => recordNeeds(tx, id, factsOf(await lockOrder(tx, id))));
    const last = batch.at(-1);
    if (last) await prisma.backfill.updateMany({ where: backfill, data: { after: last.id } });
    else await prisma.backfill.deleteMany({ where: backfill });
  }
}
