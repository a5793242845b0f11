import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { Prisma } from '../database/prisma.service';
import { Jobs } from '../jobs/jobs';
import { type OpenItem, queueMail, type Transaction } from '../mail/outbox';

/** In one mail. The others follow in the next. */
const maxItems = 50;

/**
 * Mails what needs a person to the operator, each item at most once a day, until it is dismissed. Any number of
 * instances may run it: the one that marks an item as mailed mails it, in the same transaction.
 */
@Injectable()
export class OperatorAlerts {
  constructor(
    private readonly config: Config,
    prisma: Prisma,
    jobs: Jobs,
  ) {
    const run = () => prisma.$transaction((tx) => this.alert(tx));
    jobs.add({ name: 'alerts', periodMs: 5 * 60_000, on: 'each instance', run });
  }

  private async alert(tx: Transaction) {
    await noteWaitingMails(tx);
    const items = await claim(tx);
    const recipient = this.config.operatorEmail;
    if (items.length) await queueMail(tx, { kind: 'OPERATOR_ALERT', recipient, userId: null, data: { items } });
  }
}

/** Opens the item of mails that wait, or closes it. Does nothing where it is right already. */
const noteWaitingMails = (tx: Transaction) => tx.$executeRaw`
  INSERT INTO open_items AS known (kind, subject, since, closed_at)
  SELECT 'outbox', 'mails', coalesce(min(created_at), now()), CASE WHEN count(*) = 0 THEN now() END FROM (
    SELECT created_at FROM mail_outbox WHERE kind <> 'OPERATOR_ALERT' AND created_at < now() - interval '30 minutes'
    ORDER BY created_at LIMIT 1) AS oldest
  ON CONFLICT (kind, subject) DO UPDATE SET since = EXCLUDED.since, closed_at = EXCLUDED.closed_at
    WHERE (known.closed_at IS NULL) <> (EXCLUDED.closed_at IS NULL)`;

/** @returns what was not mailed within a day. Items that another instance is claiming are skipped. */
const claim = (tx: Transaction) => tx.$queryRaw<OpenItem[]>`
  WITH due AS (
    SELECT kind, subject FROM open_items WHERE closed_at IS NULL AND dismissed_at IS NULL AND since <= now()
      AND (mailed_at IS NULL OR mailed_at <= now() - interval '1 day')
    ORDER BY since LIMIT ${maxItems}::int FOR UPDATE SKIP LOCKED
  )
  UPDATE open_items AS item SET mailed_at = now() FROM due
  WHERE item.kind = due.kind AND item.subject = due.subject RETURNING item.kind, item.subject AS id, item.detail`;
