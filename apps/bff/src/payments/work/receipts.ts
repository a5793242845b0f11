import type { Prisma } from '../../database/prisma.service';
import { queueReceipt, withRefunds } from '../store/apply-payment';

/** Queues the receipt of an order once more. @returns false where it has none, or no owner with an address. */
export const resendReceipt = (prisma: Prisma, id: string): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const payments = { include: withRefunds } as const;
    const order = await tx.order.findUniqueOrThrow({ where: { id }, include: { owner: true, payments } });
    if (!order.receiptNumber || !order.owner?.email) return false;
    await queueReceipt(tx, order, order.payments);
    return true;
  });
