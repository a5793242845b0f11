import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Config } from '../config/config';
import { contractOperation } from '../contract/contract';
import { operationOf } from '../contract/registry';
import { Problem } from '../problem/problem';
import { Limiters } from './limiters';
import { floodLimit, type Limit, ownLimits, type ThrottledRequest } from './limits';

function waitOf(seconds: number) {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** Bounds how often one may call, on the operations whose contract has a 429. Runs after validation: it reads the body. */
@Injectable()
export class ThrottleGuard implements CanActivate {
  constructor(
    private readonly config: Config,
    private readonly limiters: Limiters,
  ) {}

  async canActivate(context: ExecutionContext) {
    const id = operationOf(context);
    if (!this.config.throttle || !contractOperation(id).replies.has(429)) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<ThrottledRequest>();
    for (const limit of ownLimits[id] ?? [floodLimit]) {
      await this.check(limit, request);
      if (limit.sparesRefused) this.spareRefused(limit, request, http.getResponse<FastifyReply>());
    }
    return true;
  }

  private spareRefused(limit: Limit, request: ThrottledRequest, { raw }: FastifyReply) {
    const uncount = () => this.limiters.uncount(limit, request);
    raw.once('close', () => {
      if (raw.statusCode === 400 || raw.statusCode === 429)
        uncount().catch((err) => request.log.warn({ err }, 'a refused call stays counted'));
    });
  }

  /** @throws Problem 429 too_many_requests */
  private async check(limit: Limit, request: ThrottledRequest) {
    const retryAfterSeconds = await this.limiters.count(limit, request);
    if (retryAfterSeconds === null) return;
    request.log.warn({ event: 'throttled', limit: limit.name, address: request.ip }, 'throttled');
    const title = `Too many calls. Please try again in ${waitOf(retryAfterSeconds)}.`;
    throw new Problem(429, 'too_many_requests', title, { retryAfterSeconds });
  }
}
