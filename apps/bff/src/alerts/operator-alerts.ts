import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '../config/config';
import { Prisma } from '../database/prisma.service';
import { Log } from '../log';
import { type OpenItem, queueMail, type Transaction } from '../mail/outbox';

const intervalMs = 5 * 60_000;
/** In one mail. The others follow in the next. */
const maxItems = 50;

/**
 * Mails what needs a person to the operator, each item at most once a day. Any number of instances may run it: the one
 * that writes an item's row mails it, in the same transaction.
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
      WITH latest AS (
        SELECT DISTINCT ON (payment_id) payment_id, status, attempt FROM refunds ORDER BY payment_id, attempt DESC
      ), open(item) AS (
        SELECT 'review ' || coalesce(provider_order_id, receipt) FROM orders WHERE status = 'REVIEW'
        UNION ALL SELECT 'dispute ' || id FROM disputes WHERE closed_at IS NULL
        UNION ALL SELECT 'refund ' || p.id FROM payments p JOIN latest l ON l.payment_id = p.id
          WHERE l.status = 'failed' AND (NOT p.surplus OR l.attempt >= 3)
        UNION ALL SELECT 'refund ' || p.id FROM payments p
          WHERE p.surplus AND p.status = 'captured' AND p.created_at < now() - interval '1 hour'
            AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id)
        UNION ALL SELECT 'outbox mails' WHERE EXISTS (
          SELECT FROM mail_outbox WHERE created_at < now() - interval '30 minutes' AND kind <> 'OPERATOR_ALERT')
      )
      INSERT INTO operator_alerts AS known (item, alerted_at)
      SELECT item, now() FROM open WHERE NOT EXISTS (
        SELECT FROM operator_alerts a WHERE a.item = open.item AND a.alerted_at > now() - interval '1 day')
      ORDER BY item LIMIT ${maxItems}::int
      ON CONFLICT (item) DO UPDATE SET alerted_at = now() WHERE known.alerted_at <= now() - interval '1 day'
      RETURNING item`;
    return claimed.map(({ item }) => {
      const [kind, id] = item.split(' ') as [OpenItem['kind'], string];
      return { kind, id };
    });
  }
}
