import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Config } from '../config/config';
import { operationOf } from '../contract/operation';
import { Problem } from '../problem/problem';
import { RateLimiter } from './rate-limiter';
import { defaultLimit, type Limit, operationLimits, type ThrottledRequest } from './rate-limits';

function waitText(seconds: number) {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** Limits the rate of calls, on operations whose contract has a 429. Runs after validation: it reads the body. */
@Injectable()
export class ThrottleGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly rateLimiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext) {
    const { id, replies } = operationOf(context);
    if (!this.config.throttle || !replies.has(429)) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<ThrottledRequest>();
    for (const limit of operationLimits[id] ?? [defaultLimit]) {
      await this.check(limit, request);
      if (limit.ignoresRefused) this.ignoreRefused(limit, request, http.getResponse<FastifyReply>());
    }
    return true;
  }

  private ignoreRefused(limit: Limit, request: ThrottledRequest, { raw }: FastifyReply) {
    const uncount = () => this.rateLimiter.uncount(limit, request);
    raw.once('close', () => {
      if (raw.statusCode === 400 || raw.statusCode === 429)
        uncount().catch((err) => request.log.warn({ err }, 'a refused call is still counted'));
    });
  }

  /** @throws Problem 429 too_many_requests */
  private async check(limit: Limit, request: ThrottledRequest) {
    const retryAfterSeconds = await this.rateLimiter.count(limit, request);
    if (retryAfterSeconds === null) return;
    request.log.warn({ event: 'throttled', limit: limit.name, address: request.ip }, 'throttled');
    const title = `Too many calls. Please try again in ${waitText(retryAfterSeconds)}.`;
    throw new Problem(429, 'too_many_requests', title, { retryAfterSeconds });
  }
}
