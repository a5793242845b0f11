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

/** Shorter than the database timeout, because monitors give up sooner. */
const healthTimeoutMs = 1_800;

/** Fails like a write if the database is read-only. */
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

  /** Has no rate limit, so concurrent calls share one query. */
  async health(): Promise<Reply<'getHealth'>> {
    this.asking ??= this.prisma.$executeRaw(failIfReadOnly).finally(() => {
      this.asking = undefined;
    });
    await Promise.race([this.asking, tooLate()]);
    return healthy;
  }

  /** Does not depend on the database, because an outage is no reason for a restart. */
  async liveness(): Promise<Reply<'getLiveness'>> {
    return healthy;
  }

  /** @throws Refusal 503, whose `errors` give the reason */
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

  /** Fails readiness from now on. Requests are still answered. */
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
