import type { Prisma } from '../database/prisma.service';
import { lockBooks, longTransaction } from './lock';

const name = 'book_entries';
const batchSize = 500;

/** Whether the entries of older orders are still missing: until then no month closes. */
export const isFilling = async (prisma: Pick<Prisma, 'backfill'>) =>
  !!(await prisma.backfill.findUnique({ where: { name } }));

/**
 * Writes the entries of orders from before the books, in batches while payments go on. Triggers write those of what
 * changes. Any number of processes may run it, and each may be stopped: the next continues.
 */
export async function fillEntries(prisma: Prisma, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const isDone = await prisma.$transaction(async (tx) => {
      await lockBooks(tx);
      const backfill = await tx.backfill.findUnique({ where: { name } });
      if (!backfill) return true;
      // With a lock, so that the entries of changes are seen.
      const orders = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM orders WHERE id > ${backfill.after}::uuid ORDER BY id LIMIT ${batchSize}::int FOR UPDATE`;
      const ids = orders.map(({ id }) => id);
      await tx.$executeRaw`
        SELECT set_payment_entries(p, is_received(p)) FROM payments AS p WHERE order_id = ANY(${ids}::uuid[])`;
      await tx.$executeRaw`SELECT set_dispute_entry(d) FROM disputes AS d WHERE order_id = ANY(${ids}::uuid[])`;
      const after = ids.at(-1);
      if (after) await tx.backfill.update({ where: { name }, data: { after } });
      else await tx.backfill.delete({ where: { name } });
      return !after;
    }, longTransaction);
    if (isDone) return;
  }
}
