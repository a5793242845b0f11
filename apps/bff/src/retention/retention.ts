import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import { Prisma as Client } from '../generated/prisma/client';
import { type Job, Jobs } from '../jobs/jobs';
import { Log } from '../log';

const batchSize = 1_000;

/** An unconfirmed account without a recent login, an order or an identity. */
const isUnused = Client.raw(`(last_log_in_at IS NULL OR last_log_in_at < now() - interval '30 days')
  AND NOT EXISTS (SELECT FROM orders WHERE owner_id = users.id)
  AND NOT EXISTS (SELECT FROM identities WHERE user_id = users.id)`);

const expiredRows = {
  // The extra minute is for the identity provider's clock.
  revoked_tokens: "expires_at < now() - interval '1 minute'",
  mail_outbox: 'expires_at < now()',
  // A queued email renews its link.
  mail_links: 'expires_at < now() AND NOT EXISTS (SELECT FROM mail_outbox WHERE link_id = mail_links.id)',
  // A finished case stays while its cause lasts, because it would open again.
  cases: "outcome = 'ended' AND day IS NULL AND done_at < now() - interval '180 days'",
  known_devices: "last_at < now() - interval '180 days'",
  sent_mails: "at < now() - interval '180 days'",
  audit_log: "is_read AND at < now() - interval '180 days'",
  daily_figures: 'day < current_date - 60',
  throttle_counters: 'expire < (extract(epoch FROM now()) * 1000)::bigint',
};

/** Deletes expired data at start and every day. docs/security.md lists the periods. */
@Injectable()
export class Retention {
  constructor(
    private readonly prisma: Prisma,
    private readonly log: Log,
    jobs: Jobs,
  ) {
    const run = (job: Job) => this.run(job);
    jobs.add({ name: 'retention', periodMs: 24 * 3_600_000, on: 'one instance', run });
  }

  /** If a table fails, the others continue, and the next day retries it. */
  private async run(job: Job) {
    const deleted: Record<string, number> = {};
    const tables = Object.entries(expiredRows).map(
      ([table, expired]) => [table, () => this.deleteAll(job, table, expired)] as const,
    );
    for (const [table, work] of [...tables, ['users', () => this.deleteUnusedSignUps(job)] as const])
      try {
        deleted[table] = await work();
      } catch (err) {
        this.log.error({ event: 'retention_failed', table, err }, 'expired data could not be deleted');
      }
    this.log.info({ event: 'retention', ...deleted }, 'expired data deleted');
  }

  /** Deletes in batches. Leaves locked rows for the next day. */
  private async deleteAll(job: Job, table: string, expired: string): Promise<number> {
    const [from, where] = [Client.raw(table), Client.raw(expired)];
    let count = 0;
    for (let last = batchSize; last === batchSize && !job.isStopping; count += last)
      last = await this.prisma.$executeRaw`DELETE FROM ${from} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${from} WHERE ${where} LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED))`;
    return count;
  }

  /**
   * Deletes unconfirmed and unused accounts with their emails and links. Used ones stay candidates, so we page through all
   * candidates.
   */
  private async deleteUnusedSignUps(job: Job): Promise<number> {
    let count = 0;
    let last = { id: '00000000-0000-0000-0000-000000000000', createdAt: new Date(0) };
    for (let isMore = true; isMore && !job.isStopping; ) {
      const page = await this.prisma.$queryRaw<(typeof last)[]>`
        SELECT id, created_at AS "createdAt" FROM users WHERE password_hash IS NOT NULL AND email_verified_at IS NULL
          AND created_at < now() - interval '30 days' AND (created_at, id) > (${last.createdAt}, ${last.id}::uuid)
        ORDER BY created_at, id LIMIT ${batchSize}::int`;
      const ids = page.map(({ id }) => id);
      count += await this.prisma.$executeRaw`DELETE FROM users WHERE id = ANY(ARRAY(
        SELECT id FROM users WHERE id = ANY(${ids}::uuid[]) AND email_verified_at IS NULL AND ${isUnused}
        FOR UPDATE SKIP LOCKED))`;
      last = page.at(-1) ?? last;
      isMore = page.length === batchSize;
    }
    return count;
  }
}
