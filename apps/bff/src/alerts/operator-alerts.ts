import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../config/config';
import { Prisma } from '../database/prisma.service';
import { Log } from '../log';
import { type OpenItem, queueMail, type Transaction } from '../mail/outbox';

const intervalMs = 5 * 60_000;
/** In one mail. The others follow in the next. */
const maxItems = 50;

/**
 * Mails what needs a person to the operator, each item at most once a day, until it is dismissed. Any number of
 * instances may run it: the one that writes an item's row mails it, in the same transaction.
 */
@Injectable()
export class OperatorAlerts implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;
  private running?: Promise<unknown>;

  constructor(
    private readonly config: Config,
    private readonly prisma: Prisma,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap() {
    this.timer = setInterval(() => this.start(), intervalMs);
    this.start();
  }

  async onModuleDestroy() {
    clearInterval(this.timer);
    await this.running;
  }

  private start() {
    this.running = this.prisma
      .$transaction((tx) => this.alert(tx))
      .catch((err) => this.log.error({ event: 'operator_alert_failed', err }, 'operator alert failed'));
  }

  private async alert(tx: Transaction) {
    const items = await this.claim(tx);
    const recipient = this.config.operatorEmail;
    if (items.length) await queueMail(tx, { kind: 'OPERATOR_ALERT', recipient, userId: null, data: { items } });
  }

  /** @returns what was not mailed within a day. In a fixed order, so that two instances do not block each other. */
  private async claim(tx: Transaction): Promise<OpenItem[]> {
    const claimed = await tx.$queryRaw<{ item: string }[]>`
      WITH refunded AS (
        SELECT payment_id, count(*) FILTER (WHERE status = 'failed') AS failed,
          coalesce(sum(amount_paise) FILTER (WHERE status <> 'failed'), 0) AS accepted,
          max(coalesce(provider_created_at, created_at)) AS made_at,
          (array_agg(status ORDER BY coalesce(provider_created_at, created_at) DESC, attempt DESC))[1] AS latest
        FROM refunds GROUP BY payment_id
      ), open(item) AS (
        SELECT 'review ' || coalesce(provider_order_id, receipt) FROM orders WHERE status = 'REVIEW'
        UNION ALL SELECT 'dispute ' || id FROM disputes WHERE closed_at IS NULL
        UNION ALL SELECT 'refund ' || p.id FROM payments p LEFT JOIN refunded r ON r.payment_id = p.id
          WHERE p.status IN ('captured', 'refunded') AND coalesce(r.accepted, 0) < p.amount_paise
            AND CASE WHEN p.surplus THEN r.failed >= 3 OR coalesce(r.made_at, p.created_at) < now() - interval '1 hour'
              ELSE r.latest = 'failed' END
            AND NOT EXISTS (
              SELECT FROM disputes d WHERE d.payment_id = p.id AND d.status IN ('open', 'under_review', 'lost'))
        UNION ALL SELECT 'deleted ' || o.provider_order_id FROM users u JOIN orders o ON o.owner_id = u.id
          JOIN order_transitions t ON t.order_id = o.id AND t.to_status = 'PAID' AND t.at > u.deleted_at
          JOIN payments p ON p.id = o.paid_payment_id LEFT JOIN refunded r ON r.payment_id = p.id
          WHERE u.deleted_at IS NOT NULL AND o.status = 'PAID' AND coalesce(r.accepted, 0) < p.amount_paise
        UNION ALL SELECT 'outbox mails' WHERE EXISTS (
          SELECT FROM mail_outbox WHERE created_at < now() - interval '30 minutes' AND kind <> 'OPERATOR_ALERT')
      )
      INSERT INTO operator_alerts AS known (item, alerted_at)
      SELECT item, now() FROM open WHERE NOT EXISTS (
        SELECT FROM operator_alerts a WHERE a.item = open.item
          AND (a.alerted_at > now() - interval '1 day' OR a.dismissed_at IS NOT NULL))
      ORDER BY item LIMIT ${maxItems}::int
      ON CONFLICT (item) DO UPDATE SET alerted_at = now()
        WHERE known.alerted_at <= now() - interval '1 day' AND known.dismissed_at IS NULL
      RETURNING item`;
    return claimed.map(({ item }) => {
      const [kind, id] = item.split(' ') as [OpenItem['kind'], string];
      return { kind, id };
    });
  }
}
