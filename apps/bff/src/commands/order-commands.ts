import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import { AuditLog, type By } from '../desk/log/audit-log';
import { claimMs } from '../payments/rules/schedule';
import { type AuditReport, BooksAudit } from '../payments/work/books-audit';
import { OrderLookup } from '../payments/work/order-lookup';
import { type CheckedOrder, Reconciler } from '../payments/work/reconciler';

@Injectable()
export class OrderCommands {
  constructor(
    private readonly prisma: Prisma,
    private readonly audits: BooksAudit,
    private readonly reconciler: Reconciler,
    private readonly lookup: OrderLookup,
    private readonly log: AuditLog,
  ) {}

  /** Compares the provider with our books. @param adopt adds orders that the books lack */
  async audit({ since, adopt, as }: Pick<By, 'as'> & { since: Date; adopt?: boolean }): Promise<AuditReport> {
    const record = (subjectId: string) => this.log.act({ action: 'adopt', subjectId }, { as }, async () => undefined);
    return this.log.act({ action: `audit since ${since.toISOString()}` }, { as }, () =>
      this.audits.run({ since, adopt: adopt ? record : undefined }),
    );
  }

  /** Checks the given orders, all due ones, or all that may still change. @throws Refusal `order_unknown` */
  async reconcile(ids: string[], { as, due }: Pick<By, 'as'> & { due?: boolean }): Promise<CheckedOrder[]> {
    const action = ['reconcile', ...ids, ...(due ? ['those due'] : [])].join(' ');
    return this.log.act({ action }, { as }, async () => {
      if (ids.length) await this.bringForward(ids);
      else if (!due) await this.bringAllForward();
      return this.reconciler.run();
    });
  }

  private async bringForward(ids: string[]) {
    for (const id of await Promise.all(ids.map((each) => this.lookup.find(each))))
      await this.prisma.$executeRaw`UPDATE orders SET next_check_at = now() WHERE id = ${id}::uuid`;
  }

  /**
   * Skips orders that are claimed, locked or due soon, because another process may be checking them. Includes orders
   * that expired in the last week, because money may come late.
   */
  private async bringAllForward() {
    const found = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM orders WHERE next_check_at > now() + ${claimMs}::int * interval '1 millisecond'
      UNION SELECT order_id FROM order_transitions WHERE to_status = 'EXPIRED' AND at > now() - interval '7 days'`;
    const ids = found.map(({ id }) => id);
    while (ids.length)
      await this.prisma.$executeRaw`
        UPDATE orders SET next_check_at = now() WHERE id IN (
          SELECT id FROM orders WHERE id = ANY(${ids.splice(0, 1_000)}::uuid[])
            AND (next_check_at > now() + ${claimMs}::int * interval '1 millisecond'
              OR status = 'EXPIRED' AND next_check_at IS NULL)
          FOR UPDATE SKIP LOCKED)`;
  }
}
