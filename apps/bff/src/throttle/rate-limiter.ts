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

/** The table contains no client IPs and email addresses, and keys have a fixed length. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');

/** After this time, the call is counted in memory instead. */
const timeoutMs = 2_000;

export interface Count {
  isExceeded: boolean;
  remaining: number;
  resetSeconds: number;
  /** Subtracts the call again. */
  uncount: () => Promise<unknown>;
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<Count> {
  const { result, isExceeded } = await limiter.consume(key).then(
    (result) => ({ result, isExceeded: false }),
    (error: unknown) => {
      if (error instanceof RateLimiterRes) return { result: error, isExceeded: true };
      throw error;
    },
  );
  const endsAt = Date.now() + result.msBeforeNext;
  return {
    isExceeded,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
    // In the next window, this would allow one call more than the limit.
    uncount: async () => Date.now() < endsAt && limiter.reward(key),
  };
}

/** `shared` is in PostgreSQL. `inMemory` replaces it while PostgreSQL does not answer. */
interface Limiters {
  inMemory: RateLimiterMemory;
  shared?: RateLimiterPostgres;
}

/** Counts calls in PostgreSQL for all instances, or in memory with the embedded database. */
@Injectable()
export class RateLimiter implements OnModuleDestroy {
  /** Refused calls in this process by limit name. */
  readonly hits = new Map<string, number>();
  private readonly pool: Pool | null;
  private readonly limiters = new Map<string, Limiters>();

  constructor({ databaseUrl }: Config, log: Log) {
    // We use a separate pool, because counting must not queue behind the work that it limits.
    this.pool = databaseUrl ? new Pool(poolOptions(databaseUrl, timeoutMs, 3)) : null;
    this.pool?.on('error', (err) => log.warn({ err }, 'a database connection of the rate limiter failed'));
  }

  async count(limit: Limit, request: ThrottledRequest): Promise<Count> {
    const { shared, inMemory } = this.limitersOf(limit);
    const key = hashed(limit.key(request));
    const count = await (shared ? consume(shared, key).catch(() => consume(inMemory, key)) : consume(inMemory, key));
    if (count.isExceeded) this.hits.set(limit.name, (this.hits.get(limit.name) ?? 0) + 1);
    return count;
  }

  async onModuleDestroy() {
    await this.pool?.end();
  }

  private limitersOf(limit: Limit): Limiters {
    const limiters = this.limiters.get(limit.name) ?? this.create(limit);
    this.limiters.set(limit.name, limiters);
    return limiters;
  }

  private create(limit: Limit): Limiters {
    const options = { keyPrefix: limit.name, points: limit.calls, duration: limit.seconds };
    const inMemory = new RateLimiterMemory(options);
    if (!this.pool || limit.perInstance) return { inMemory };
    const shared = new RateLimiterPostgres({
      ...options,
      storeClient: this.pool,
      storeType: 'pool',
      tableName: 'throttle_counters',
      tableCreated: true,
      inMemoryBlockOnConsumed: limit.calls + 1,
    });
    return { inMemory, shared };
  }
}
