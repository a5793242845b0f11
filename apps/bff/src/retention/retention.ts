import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import { Log } from '../log';

const dayMs = 24 * 3_600_000;
/** Any number that no other lock of this database has. */
const lockId = 34_001;

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
    this.running = this.run().catch((err) =>
      this.log.error({ event: 'retention_failed', err }, 'expired data could not be deleted'),
    );
  }

  /** Tokens are kept a minute longer than they are valid: the identity provider's clock may differ. */
  private async run() {
    const deleted = await this.prisma.$transaction(async (tx) => {
      const [lock] = await tx.$queryRaw<{ held: boolean }[]>`SELECT pg_try_advisory_xact_lock(${lockId}::int) AS held`;
      if (!lock?.held) return undefined;
      const tokens = await tx.$executeRaw`DELETE FROM revoked_tokens WHERE expires_at < now() - interval '1 minute'`;
      const links = await tx.$executeRaw`DELETE FROM mail_links WHERE expires_at < now()`;
      const mails = await tx.$executeRaw`DELETE FROM mail_outbox WHERE expires_at < now()`;
      await tx.$executeRaw`DELETE FROM operator_alerts WHERE alerted_at < now() - interval '30 days'`;
      const counters = await tx.$executeRaw`
        DELETE FROM throttle_counters WHERE expire < (extract(epoch FROM now()) * 1000)::bigint`;
      return { tokens, links, mails, counters };
    });
    if (deleted) this.log.info({ event: 'retention', ...deleted }, 'expired data deleted');
  }
}
