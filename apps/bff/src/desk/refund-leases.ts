import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import { claimMs } from '../payments/rules/schedule';

/** The lease of a refund belongs to the call that makes it, or to none where its answer was lost. */
const leaseOf = (orderId: string) => `refund ${orderId}`;
const unanswered = 'unanswered';

/** One refund of an order at a time. One without an answer ends with a check of the order, which finds out. */
@Injectable()
export class RefundLeases {
  constructor(private readonly prisma: Prisma) {}

  /** @returns whether no other refund of the order is being made, or waits for its check. */
  async begin(orderId: string, owner: string): Promise<boolean> {
    if ((await this.refunding([orderId])).size) return false;
    const count = await this.prisma.$executeRaw`
      INSERT INTO job_leases (name, owner, until) VALUES (${leaseOf(orderId)}, ${owner}, now() + interval '2 minutes')
      ON CONFLICT DO NOTHING`;
    return count > 0;
  }

  async end(orderId: string, owner: string): Promise<void> {
    await this.prisma.jobLease.deleteMany({ where: { name: leaseOf(orderId), owner } });
  }

  /** The provider may have made the refund. The order is due: a check that was made before does not count. */
  async lose(orderId: string, owner: string): Promise<void> {
    await this.prisma.$executeRaw`
      WITH lost AS (
        UPDATE job_leases SET owner = ${unanswered}, until = now() + interval '30 days'
        WHERE name = ${leaseOf(orderId)} AND owner = ${owner} RETURNING name
      )
      UPDATE orders SET next_check_at = LEAST(next_check_at, now() + ${claimMs}::int * interval '1 millisecond')
      FROM lost WHERE id = ${orderId}::uuid`;
  }

  /**
   * Those of the orders of which a refund is being made, or its answer was lost and no check of the order has succeeded
   * since. It is lost, too, where the lease has expired: the process that held it has died.
   */
  async refunding(orderIds: string[]): Promise<Set<string>> {
    const leases = await this.prisma.jobLease.findMany({ where: { name: { in: orderIds.map(leaseOf) } } });
    const leased = orderIds.filter((id) => leases.some(({ name }) => name === leaseOf(id)));
    if (!leased.length) return new Set();
    for (const id of leased) {
      const expired = leases.find(({ name, until }) => name === leaseOf(id) && until.getTime() < Date.now());
      if (expired && expired.owner !== unanswered) await this.lose(id, expired.owner);
    }
    // A check that fails leaves the order due within a claim.
    const checked = await this.prisma.$queryRaw<{ id: string }[]>`
      DELETE FROM job_leases USING orders
      WHERE orders.id = ANY(${leased}::uuid[]) AND name = 'refund ' || orders.id AND owner = ${unanswered}
        AND (next_check_at IS NULL OR next_check_at > now() + ${claimMs + 60_000}::int * interval '1 millisecond')
      RETURNING orders.id`;
    return new Set(leased.filter((id) => !checked.some((each) => each.id === id)));
  }
}
