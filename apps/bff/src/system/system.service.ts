import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { components } from '@novacore/contract';
import { Config } from '../config/config';
import { version } from '../contract/contract';
import type { Reply } from '../contract/types';
import { schemaFault } from '../database/migrations';
import { Prisma } from '../database/prisma.service';
import { Prisma as Sql } from '../generated/prisma/client';
import { Log } from '../log';
import { Refusal } from '../problem/problem';

/** Shorter than the database timeout: monitors give up sooner. */
const healthTimeoutMs = 1_800;

/** Fails as a write would where the database has become read-only. */
const failIfReadOnly = Sql.sql`DO $$ BEGIN
  IF current_setting('transaction_read_only')::bool THEN RAISE read_only_sql_transaction; END IF;
END $$`;

const healthy: Reply<'getHealth'> = { status: 'ok', version };

const unavailable = (message?: string) =>
  new Refusal('unavailable', {}, message ? { errors: [{ path: '', message }] } : {});

async function tooLate(): Promise<never> {
  await sleep(healthTimeoutMs, undefined, { ref: false });
  throw unavailable();
}

/** Public configuration, health check and web vitals. */
@Injectable()
export class SystemService {
  private asking: Promise<unknown> | undefined;
  private isMigrated = false;
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly prisma: Prisma,
    private readonly log: Log,
  ) {}

  async publicConfig(): Promise<Reply<'getConfig'>> {
    const { paymentAccount, identityProvider, passwordMinLength } = this.config;
    return {
      paymentKeyId: paymentAccount.keyId,
      checkoutScriptUrl: paymentAccount.checkoutUrl,
      passwordMinLength,
      identityProvider: identityProvider && {
        authorizeUrl: `${identityProvider.issuer.replace(/\/$/, '')}/authorize`,
        clientId: identityProvider.clientId,
        audience: identityProvider.audience,
      },
    };
  }

  /** Not rate-limited, so concurrent calls share one database query. */
  async health(): Promise<Reply<'getHealth'>> {
    this.asking ??= this.prisma.$executeRaw(failIfReadOnly).finally(() => {
      this.asking = undefined;
    });
    await Promise.race([this.asking, tooLate()]);
    return healthy;
  }

  /** The process answers. A database outage is no reason to restart it. */
  async liveness(): Promise<Reply<'getLiveness'>> {
    return healthy;
  }

  /** Whether a load balancer should send requests here. @throws Refusal 503 whose `errors` name what is missing */
  async readiness(): Promise<Reply<'getReadiness'>> {
    if (this.stopping) throw unavailable('This instance is stopping.');
    await this.health().catch(() => {
      throw unavailable('The database does not answer, or takes no writes.');
    });
    if (!this.isMigrated) {
      const fault = await schemaFault(this.prisma);
      if (fault) throw unavailable(fault);
      this.isMigrated = true;
    }
    return healthy;
  }

  /** From now on this instance is not ready. Requests are still answered. */
  stopBeingReady() {
    this.stopping = true;
  }

  get isStopping() {
    return this.stopping;
  }

  async noteVital(vital: components['schemas']['Vital']): Promise<undefined> {
    this.log.info({ event: 'web_vital', ...vital }, 'web vital');
  }
}
