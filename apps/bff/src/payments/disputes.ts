import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { Prisma as Client, Dispute, DisputeStatus } from '../generated/prisma/client';
import type { ProviderDispute } from './provider-payment';

type Transaction = Client.TransactionClient;

const progress: DisputeStatus[] = ['open', 'under_review', 'won', 'closed', 'lost'];

/** Events arrive in any order. Of two ends the worse one counts, so that no loss is overlooked. */
const furthest = (a: DisputeStatus, b: DisputeStatus) => (progress.indexOf(a) >= progress.indexOf(b) ? a : b);

/** Stores a report about a dispute and flags its order. A new state reopens a dispute that an operator had closed. */
export async function applyDispute(tx: Transaction, orderId: string, report: ProviderDispute): Promise<void> {
  const { id, ...data } = report;
  const known = await tx.dispute.findUnique({ where: { id } });
  const status = known ? furthest(known.status, report.status) : report.status;
  if (known && status === known.status) return;
  const amountDeductedPaise = Math.max(known?.amountDeductedPaise ?? 0, report.amountDeductedPaise);
  const row = { ...data, orderId, status, amountDeductedPaise, closedAt: null, closingReason: null };
  await tx.dispute.upsert({ where: { id }, create: { id, ...row }, update: row });
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId } });
  const disputeStatus = order.disputeStatus ? furthest(order.disputeStatus, status) : status;
  await tx.order.update({ where: { id: orderId }, data: { disputed: true, disputeStatus } });
}

/** What operators do about disputes. */
@Injectable()
export class Disputes {
  constructor(private readonly prisma: Prisma) {}

  /**
   * Closes every open dispute of an order. @param reason what was done about it.
   * @throws Error where none is open, or where the bank has not decided yet.
   */
  async close(orderId: string, reason: string): Promise<Dispute[]> {
    return this.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
      const open = await tx.dispute.findMany({ where: { orderId, closedAt: null } });
      if (!open.length) throw new Error('This order has no open dispute.');
      const undecided = open.find(({ status }) => status === 'open' || status === 'under_review');
      if (undecided) throw new Error(`The dispute ${undecided.id} is still ${undecided.status} at the provider.`);
      await tx.$executeRaw`
        UPDATE disputes SET closed_at = now(), closing_reason = ${reason} WHERE order_id = ${orderId}::uuid
          AND closed_at IS NULL`;
      await tx.order.update({ where: { id: orderId }, data: { disputed: false } });
      return open;
    });
  }
}
