import type { Prisma as Client } from '../../generated/prisma/client';

/** Whether the user was at checkout in the last 15 minutes, after which it closes, or has an authorized payment. */
export async function isPaymentInProgress(tx: Client.TransactionClient, userId: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM orders WHERE owner_id = ${userId}::uuid
      AND paid_payment_id IS NULL AND checkout_at > now() - interval '15 minutes'
    UNION ALL SELECT 1 FROM payments p JOIN orders o ON o.id = p.order_id
      WHERE p.status = 'authorized' AND o.owner_id = ${userId}::uuid
    LIMIT 1`;
  return found.length > 0;
}
