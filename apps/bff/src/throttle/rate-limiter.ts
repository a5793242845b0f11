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
import { poolOptions } from '../database/pool-options';
import { Log } from '../log';
import type { Limit, ThrottledRequest } from './rate-limits';

/** Hashed: neither addresses nor e-mails belong in the table, and no key is too long for it. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');

/** After this time a call is counted in memory instead. */
const timeoutMs = 2_000;

/** What a limit has left for a client. */
export interface Count {
  isExceeded: boolean;
  remaining: number;
  resetSeconds: number;
}

const countOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isExceeded: boolean): Count => ({
  isExceeded,
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
});

/** Counts calls in PostgreSQL, so that all instances share the counters, or in memory with the embedded database. */
@Injectable()
export class RateLimiter implements OnModuleDestroy {
  /** Refused calls of this process, by the limit's name. */
  readonly hits = new Map<string, number>();
  private readonly pool: Pool | null;
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  constructor({ databaseUrl }: Config, log: Log) {
    // A separate pool: counting must not queue behind the work that it limits.
    this.pool = databaseUrl ? new Pool(poolOptions(databaseUrl, timeoutMs, 3)) : null;
    this.pool?.on('error', (err) => log.warn({ err }, 'a database connection of the rate limiter failed'));
  }

  async count(limit: Limit, request: ThrottledRequest): Promise<Count> {
    try {
      return countOf(await this.limiterOf(limit).consume(hashed(limit.key(request))), false);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      this.hits.set(limit.name, (this.hits.get(limit.name) ?? 0) + 1);
      return countOf(error, true);
    }
  }

  /** Takes one call off the count. */
  async uncount(limit: Limit, request: ThrottledRequest) {
    await this.limiterOf(limit).reward(hashed(limit.key(request)));
  }

  async onModuleDestroy() {
    await this.pool?.end();
  }

  private limiterOf(limit: Limit): RateLimiterAbstract {
    const limiter = this.limiters.get(limit.name) ?? this.create(limit);
    this.limiters.set(limit.name, limiter);
    return limiter;
  }

  private create(limit: Limit): RateLimiterAbstract {
    const options = { keyPrefix: limit.name, points: limit.calls, duration: limit.seconds };
    const inMemory = new RateLimiterMemory(options);
    if (!this.pool || limit.perInstance) return inMemory;
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
