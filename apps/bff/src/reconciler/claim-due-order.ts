import type { Prisma } from '../database/prisma.service';
import type { Order } from '../generated/prisma/client';

/**
 * Takes up one order that is due, for two minutes: until then no other instance gets it. Rows that another is just
 * taking up are passed over. The database's clock decides, so clocks of instances may differ.
 */
export async function claimDueOrder(prisma: Prisma): Promise<Order | null> {
  const [claimed] = await prisma.$queryRaw<{ id: string }[]>`
    WITH due AS (
      SELECT id FROM orders WHERE next_check_at <= now() ORDER BY next_check_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE orders SET next_check_at = now() + interval '2 minutes' FROM due WHERE orders.id = due.id
    RETURNING orders.id`;
  return claimed ? prisma.order.findUniqueOrThrow({ where: { id: claimed.id } }) : null;
}
