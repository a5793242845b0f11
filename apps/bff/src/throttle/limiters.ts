import { createHash } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { Config } from '../config/config';
import { Log } from '../log';
import type { Limit } from './limits';

/** Hashed: neither addresses nor e-mails belong into the table, and no key is too long for it. */
const keyOf = (countedFor: string) => createHash('sha256').update(countedFor).digest('base64url');

/** Counts calls: in PostgreSQL where there is one, so that all instances count together, else in memory. */
@Injectable()
export class Limiters implements OnModuleDestroy {
  private readonly pool: Pool | null;
  private readonly limiters = new Map<Limit, RateLimiterAbstract>();

  constructor({ databaseUrl }: Config, log: Log) {
    // Connections of its own: counting must not wait behind the work that it is there to bound.
    this.pool = databaseUrl
      ? new Pool({ connectionString: databaseUrl, max: 3, connectionTimeoutMillis: 2_000 })
      : null;
    this.pool?.on('error', (err) => log.warn({ err }, 'a connection of the throttle broke'));
  }

  /** @returns after how many seconds to try again, or null where this call is within the limit. */
  async count(limit: Limit, countedFor: string): Promise<number | null> {
    try {
      await this.limiterOf(limit).consume(keyOf(countedFor));
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      throw error;
    }
  }

  /** Takes one call off the count. */
  async uncount(limit: Limit, countedFor: string) {
    await this.limiterOf(limit).reward(keyOf(countedFor));
  }

  async onModuleDestroy() {
    await this.pool?.end();
  }

  private limiterOf(limit: Limit): RateLimiterAbstract {
    const limiter = this.limiters.get(limit) ?? this.create(limit);
    this.limiters.set(limit, limiter);
    return limiter;
  }

  private create(limit: Limit): RateLimiterAbstract {
    const options = { keyPrefix: limit.name, points: limit.calls, duration: limit.perSeconds };
    const inMemory = new RateLimiterMemory(options);
    if (!this.pool || limit.ofInstance) return inMemory;
    return new RateLimiterPostgres({
      ...options,
      storeClient: this.pool,
      storeType: 'pool',
      tableName: 'throttle_counters',
      tableCreated: true,
      inMemoryBlockOnConsumed: limit.calls + 1,
      insuranceLimiter: inMemory,
    });
  }
}
