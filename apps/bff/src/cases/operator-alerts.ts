import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { Prisma } from '../database/prisma.service';
import { Jobs } from '../jobs/jobs';
import { type CaseFacts, queueMail, type Transaction } from '../mail/outbox';
import { report } from './cases';

/** Maximum per email. The next email has the rest. */
const maxCases = 50;
const lateMs = 30 * 60_000;

/**
 * Emails each open case to the operator at most once a day. Any number of instances may run it, because one transaction
 * marks the cases and queues the email.
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
    await tx.$executeRaw`UPDATE cases SET state = 'open', wait_until = NULL WHERE state = 'waiting' AND wait_until <= now()`;
    await reportUnsent(tx);
    const items = await claim(tx);
    const recipient = this.config.operatorEmail;
    if (items.length) await queueMail(tx, { kind: 'OPERATOR_ALERT', recipient, userId: null, data: { items } });
  }
}

async function reportUnsent(tx: Transaction) {
  const where = { kind: { not: 'OPERATOR_ALERT' }, createdAt: { lt: new Date(Date.now() - lateMs) } };
  const oldest = await tx.outboxMail.findFirst({ where, orderBy: { createdAt: 'asc' } });
  const detail = 'Emails have waited for half an hour: look at the mail server and at the log event mail_failed.';
  const unsent = { kind: 'outbox' as const, subject: 'mails', facts: '', detail, since: oldest?.createdAt };
  await report(tx, ['outbox'], ['mails'], oldest ? [unsent] : []);
}

/** @returns open cases without an email in the last day, nearest deadline first */
async function claim(tx: Transaction) {
  const due = await tx.$queryRaw<CaseFacts[]>`
    SELECT kind, subject AS id, detail, paise::float8 AS "amountPaise", c.deadline, settlement_id AS "settlementId",
      coalesce(o.provider_order_id, o.id::text) AS "orderId", coalesce(o.currency, 'INR') AS currency, u.email AS payer
    FROM cases AS c LEFT JOIN orders AS o ON o.id = c.order_id LEFT JOIN users AS u ON u.id = o.owner_id
    WHERE state = 'open' AND opened_at <= now() AND (mailed_at IS NULL OR mailed_at <= now() - interval '1 day')
    ORDER BY c.deadline, opened_at LIMIT ${maxCases}::int FOR UPDATE OF c SKIP LOCKED`;
  const where = { OR: due.map(({ kind, id: subject }) => ({ kind, subject })) };
  await tx.case.updateMany({ where, data: { mailedAt: new Date() } });
  return due;
}
