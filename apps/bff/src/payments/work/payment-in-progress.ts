import type { Prisma as Client } from '../../generated/prisma/client';

/**
 * Whether money of this person may be on its way: an order was at checkout in the last 15 minutes, after which checkout
 * closes by itself, or the bank holds an authorized payment.
 */
export async function isPaymentInProgress(tx: Client.TransactionClient, userId: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM orders o WHERE o.owner_id = ${userId}::uuid AND (
      o.paid_payment_id IS NULL AND o.checkout_at > now() - interval '15 minutes'
      OR EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.status = 'authorized')) LIMIT 1`;
  return found.length > 0;
}
