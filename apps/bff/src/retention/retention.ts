import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import { Prisma as Client } from '../generated/prisma/client';
import { Log } from '../log';

const dayMs = 24 * 3_600_000;
/** Any number that no other lock of this database has. */
const lockId = 34_001;

const batchSize = 1_000;

/** By table. */
const expiredRows = {
  // A minute longer than they are valid: the identity provider's clock may differ.
  revoked_tokens: "expires_at < now() - interval '1 minute'",
  mail_outbox: 'expires_at < now()',
  // A mail that is still to be sent renews its link.
  mail_links: 'expires_at < now() AND NOT EXISTS (SELECT FROM mail_outbox WHERE link_id = mail_links.id)',
  operator_alerts: "dismissed_at IS NULL AND alerted_at < now() - interval '30 days'",
  open_items: "dismissed_at IS NULL AND closed_at < now() - interval '30 days'",
  throttle_counters: 'expire < (extract(epoch FROM now()) * 1000)::bigint',
};

/**
 * Deletes what is no longer needed, at start and every day: docs/security.md lists the periods. Of several instances the
 * one that holds the lock does it.
 */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;
  private running?: Promise<unknown>;

  constructor(
    private readonly prisma: Prisma,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap() {
    this.timer = setInterval(() => this.start(), dayMs);
    this.start();
  }

  async onModuleDestroy() {
    clearInterval(this.timer);
    await this.running;
  }

  private start() {
    this.running = this.run();
  }

  /** A failure concerns one table, and is tried again the next day. */
  private async run() {
    const deleted: Record<string, number> = {};
    for (const [table, expired] of Object.entries(expiredRows))
      try {
        deleted[table] = await this.deleteAll(table, expired);
      } catch (err) {
        this.log.error({ event: 'retention_failed', table, err }, 'expired data could not be deleted');
      }
    this.log.info({ event: 'retention', ...deleted }, 'expired data deleted');
  }

  private async deleteAll(table: string, expired: string): Promise<number> {
    let count = 0;
    for (let last = batchSize; last === batchSize; count += last) last = await this.deleteBatch(table, expired);
    return count;
  }

  /** Rows that are in use are left for the next day. @returns how many were deleted: none while another instance does it. */
  private deleteBatch(table: string, expired: string): Promise<number> {
    return this.prisma.$transaction(async (tx) => {
      const [lock] = await tx.$queryRaw<{ held: boolean }[]>`SELECT pg_try_advisory_xact_lock(${lockId}::int) AS held`;
      if (!lock?.held) return 0;
      const [from, where] = [Client.raw(table), Client.raw(expired)];
      return tx.$executeRaw`DELETE FROM ${from} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${from} WHERE ${where} LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED))`;
    });
  }
}
