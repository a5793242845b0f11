import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Config } from '../config/config';
import { operationOf } from '../contract/operation';
import { Refusal } from '../problem/problem';
import { type Count, RateLimiter } from './rate-limiter';
import { type Limit, limitsFor, type Policy, policies, type ThrottledRequest } from './rate-limits';

function waitText(seconds: number) {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** Applies the rate limits of the contract and reports them in headers. Runs after validation, because it reads the body. */
@Injectable()
export class ThrottleGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly rateLimiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext) {
    const policy = policies.get(operationOf(context).id);
    if (!this.config.throttle || !policy?.limits.length) return true;
    const http = context.switchToHttp();
    await this.count(policy, http.getRequest<ThrottledRequest>(), http.getResponse<FastifyReply>());
    return true;
  }

  /** @throws Refusal 429 too_many_requests */
  private async count(policy: Policy, request: ThrottledRequest, reply: FastifyReply) {
    const left: string[] = [];
    reply.header('ratelimit-policy', policy.header);
    for (const limit of limitsFor(policy, request)) {
      const { isExceeded, remaining, resetSeconds, uncount } = await this.rateLimiter.count(limit, request);
      if (!limit.isWide) left.push(`"${limit.name}";r=${remaining};t=${resetSeconds}`);
      reply.header('ratelimit', left.join(', '));
      if (isExceeded) throw this.exceeded(limit, request, resetSeconds);
      if (limit.ignoresRefused) this.ignoreRefused(uncount, request, reply);
    }
  }

  private ignoreRefused(uncount: Count['uncount'], request: ThrottledRequest, { raw }: FastifyReply) {
    raw.once('close', () => {
      if (raw.statusCode === 400 || raw.statusCode === 429)
        uncount().catch((err) => request.log.warn({ err }, 'a refused call is still counted'));
    });
  }

  private exceeded(limit: Limit, request: ThrottledRequest, retryAfterSeconds: number) {
    request.log.warn({ event: 'throttled', limit: limit.name, address: request.ip }, 'throttled');
    return new Refusal('too_many_requests', { wait: waitText(retryAfterSeconds) }, { retryAfterSeconds });
  }
}
