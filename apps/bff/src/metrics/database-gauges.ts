import type { Prisma } from '../database/prisma.service';

export interface DatabaseGauge {
  name: string;
  help: string;
  label?: string;
  /** @returns one entry per label value, or one entry if the gauge has no label */
  read(prisma: Prisma): Promise<{ label?: string; value: number }[]>;
}

/** Read from the database at each scrape. */
export const databaseGauges: DatabaseGauge[] = [
  {
    name: 'novacore_orders',
    help: 'Orders in the states that are not final. REVIEW needs attention.',
    label: 'status',
    read: (prisma) => prisma.$queryRaw`
      SELECT status::text AS label, (SELECT count(*) FROM orders o WHERE o.status = s.status)::float8 AS value
      FROM unnest('{CREATING,CREATED,AUTHORIZED,REVIEW}'::"OrderStatus"[]) AS s(status)`,
  },
  {
    name: 'novacore_open_cases',
    help: 'Cases that need attention.',
    label: 'kind',
    read: async (prisma) => {
      const open = await prisma.case.groupBy({ by: ['kind'], where: { state: 'open' }, _count: true });
      return open.map(({ kind, _count }) => ({ label: kind, value: _count }));
    },
  },
  {
    name: 'novacore_outbox_oldest_seconds',
    help: 'Age of the oldest mail that is not sent yet. 0: there is none.',
    read: (prisma) => prisma.$queryRaw`
      SELECT coalesce(extract(epoch FROM now() - (SELECT created_at FROM mail_outbox ORDER BY id LIMIT 1)), 0)::float8
        AS value`,
  },
  {
    name: 'novacore_oldest_unfinished_order_seconds',
    help: 'Age of the oldest order that is being created or only authorized. 0 if there is none.',
    read: (prisma) => prisma.$queryRaw`
      SELECT coalesce(max(extract(epoch FROM now() -
        (SELECT min(created_at) FROM orders o WHERE o.status = s.status))), 0)::float8 AS value
      FROM unnest('{CREATING,AUTHORIZED}'::"OrderStatus"[]) AS s(status)`,
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
