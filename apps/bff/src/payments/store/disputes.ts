import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/prisma.service';
import type { Prisma as Client, Dispute, DisputeStatus } from '../../generated/prisma/client';
import type { ProviderDispute } from '../provider/razorpay/entities';
import { Refusal } from '../rules/errors';

type Transaction = Client.TransactionClient;

const progress: DisputeStatus[] = ['open', 'under_review', 'won', 'closed', 'lost'];

/** Events arrive in any order. Of two ends the worse one counts, so that no loss is overlooked. */
const furthest = (a: DisputeStatus, b: DisputeStatus) => (progress.indexOf(a) >= progress.indexOf(b) ? a : b);

/** The bank has not decided yet. */
export const isUndecided = ({ status }: { status: DisputeStatus }) => status === 'open' || status === 'under_review';

/** The bank returns the money itself, or may do so: a refund would pay it twice. */
export const blocksRefund = (dispute: { status: DisputeStatus }) => isUndecided(dispute) || dispute.status === 'lost';

/** Between checks of a dispute that the bank has not decided. */
export const disputeCheckMs = 24 * 3_600_000;

/** From the harmless to the worst. */
const severity: DisputeStatus[] = ['won', 'closed', 'open', 'under_review', 'lost'];

/** The flags of an order after a change of its disputes. The payer sees those of the payment that paid it. */
async function flagOrder(tx: Transaction, orderId: string) {
  const { paidPaymentId, disputes } = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { disputes: true },
  });
  const paying = disputes.filter(({ paymentId }) => !paidPaymentId || paymentId === paidPaymentId);
  const worst = Math.max(...paying.map(({ status }) => severity.indexOf(status)));
  const disputed = disputes.some(({ closedAt }) => !closedAt);
  await tx.order.update({ where: { id: orderId }, data: { disputed, disputeStatus: severity[worst] ?? null } });
  // Followed while it is undecided. Once it is decided, a refund may have become possible.
  await tx.$executeRaw`
    UPDATE orders SET next_check_at = LEAST(next_check_at, now() +
      ${disputes.some(isUndecided) ? disputeCheckMs : 0}::int * interval '1 millisecond') WHERE id = ${orderId}::uuid`;
}

/**
 * Stores a report about a dispute and flags its order, which must be locked. A new state reopens a dispute that an
 * operator had closed. @returns whether the state is new.
 */
export async function applyDispute(tx: Transaction, orderId: string, report: ProviderDispute): Promise<boolean> {
  const { id, ...data } = report;
  const known = await tx.dispute.findUnique({ where: { id } });
  if (known && isUndecided(report) && !isUndecided(known)) return false; // an older report
  const status = known ? furthest(known.status, report.status) : report.status;
  const amountDeductedPaise = Math.max(known?.amountDeductedPaise ?? 0, report.amountDeductedPaise);
  const isNew = status !== known?.status;
  const row = { ...data, orderId, status, amountDeductedPaise, ...(isNew && { closedAt: null, closingReason: null }) };
  await tx.dispute.upsert({ where: { id }, create: { id, ...row }, update: row });
  await flagOrder(tx, orderId);
  return isNew;
}

/** What operators do about disputes. */
@Injectable()
export class Disputes {
  constructor(private readonly prisma: Prisma) {}

  /**
   * Closes every open dispute of an order. @param reason what was done about it.
   * @throws Refusal `no_open_dispute`, `dispute_undecided`
   */
  async close(orderId: string, reason: string): Promise<Dispute[]> {
    return this.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
      const open = await tx.dispute.findMany({ where: { orderId, closedAt: null } });
      if (!open.length) throw new Refusal('no_open_dispute');
      const undecided = open.find(isUndecided);
      if (undecided) throw new Refusal('dispute_undecided', { dispute: undecided.id, status: undecided.status });
      await tx.$executeRaw`
        UPDATE disputes SET closed_at = now(), closing_reason = ${reason} WHERE order_id = ${orderId}::uuid
          AND closed_at IS NULL`;
      await tx.order.update({ where: { id: orderId }, data: { disputed: false } });
      return open;
    });
  }
}
