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
import { FairTurns } from './fair-turns';
import type { Limit, ThrottledRequest } from './limits';
import { networkOf } from './network';

/** Hashed: neither addresses nor e-mails belong into the table, and no key is too long for it. */
const keyOf = (countedFor: string) => createHash('sha256').update(countedFor).digest('base64url');

/** To the database at a time: one of a network, whose calls would wait for the same row. */
const connections = 3;
/** What counting may take; after that, calls are counted in memory. */
const timeoutMs = 2_000;

/** Counts calls: in PostgreSQL where there is one, so that all instances count together, else in memory. */
@Injectable()
export class Limiters implements OnModuleDestroy {
  private readonly pool: Pool | null;
  private readonly limiters = new Map<Limit, RateLimiterAbstract>();
  private readonly turns = new FairTurns(connections, 1);

  constructor({ databaseUrl }: Config, log: Log) {
    // Connections of its own: counting must not wait behind the work that it is there to bound.
    this.pool = databaseUrl ? new Pool({ ...poolOptions(databaseUrl, timeoutMs), max: connections }) : null;
    this.pool?.on('error', (err) => log.warn({ err }, 'a connection of the throttle broke'));
  }

  /** @returns after how many seconds to try again, or null where this call is within the limit. */
  async count(limit: Limit, request: ThrottledRequest): Promise<number | null> {
    try {
      await this.inTurn(limit, request, (limiter, key) => limiter.consume(key));
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      throw error;
    }
  }

  /** Takes one call off the count. */
  async uncount(limit: Limit, request: ThrottledRequest) {
    await this.inTurn(limit, request, (limiter, key) => limiter.reward(key));
  }

  async onModuleDestroy() {
    await this.pool?.end();
  }

  /** Networks take turns: one that calls over and over has a line of counts to write, and nobody else is to stand in it. */
  private inTurn<Result>(
    limit: Limit,
    request: ThrottledRequest,
    work: (limiter: RateLimiterAbstract, key: string) => Promise<Result>,
  ): Promise<Result> {
    const limiter = this.limiterOf(limit);
    const key = keyOf(limit.countedFor(request));
    if (limiter instanceof RateLimiterMemory) return work(limiter, key);
    return this.turns.take(networkOf(request.ip), () => work(limiter, key));
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
