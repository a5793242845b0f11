import type { Prisma } from '../database/prisma.service';
import { OrderStatus } from '../generated/prisma/client';

export interface DatabaseGauge {
  name: string;
  help: string;
  label?: string;
  /** @returns rows of a value and, with a label, what it is for. */
  read(prisma: Prisma): Promise<{ label?: string; value: number }[]>;
}

/** What is read from the database at each scrape. A new table's gauges are added here. */
export const databaseGauges: DatabaseGauge[] = [
  {
    name: 'novacore_orders',
    help: 'Orders by state. REVIEW needs a person.',
    label: 'status',
    async read(prisma) {
      const counts = await prisma.order.groupBy({ by: ['status'], _count: true });
      const byStatus = new Map(counts.map(({ status, _count }) => [status, _count]));
      return Object.values(OrderStatus).map((label) => ({ label, value: byStatus.get(label) ?? 0 }));
    },
  },
  {
    name: 'novacore_open_disputes',
    help: 'Disputes that an operator has not closed.',
    read: (prisma) => prisma.$queryRaw`
      SELECT count(*)::float8 AS value FROM open_items WHERE closed_at IS NULL AND kind = 'dispute'`,
  },
  {
    name: 'novacore_outbox_oldest_seconds',
    help: 'Age of the oldest mail that is not sent yet. 0: there is none.',
    read: (prisma) => prisma.$queryRaw`
      SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS value FROM mail_outbox`,
  },
  {
    name: 'novacore_oldest_unfinished_order_seconds',
    help: 'Age of the oldest order that is being created or whose money is authorized only. 0: there is none.',
    read: (prisma) => prisma.$queryRaw`
      SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS value
      FROM orders WHERE status IN ('CREATING', 'AUTHORIZED')`,
  },
  {
    name: 'novacore_overdue_checks',
    help: 'Orders whose check at the provider has been due for five minutes.',
    read: (prisma) => prisma.$queryRaw`
      SELECT count(*)::float8 AS value FROM orders WHERE next_check_at < now() - interval '5 minutes'`,
  },
  {
    name: 'novacore_webhook_lag_seconds',
    help: 'The longest wait for the first event of an order that was paid in the last hour.',
    read: (prisma) => prisma.$queryRaw`
      SELECT coalesce(max(extract(epoch FROM coalesce(
        (SELECT min(e.received_at) FROM webhook_events e WHERE e.order_id = o.id), now()) - o.paid_at)), 0)::float8 AS value
      FROM orders o WHERE o.paid_at > now() - interval '1 hour'`,
  },
];
