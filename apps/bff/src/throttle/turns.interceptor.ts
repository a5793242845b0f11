import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom } from 'rxjs';
import { Config } from '../config/config';
import { contractOperation } from '../contract/contract';
import { operationOf } from '../contract/registry';
import { networkOf } from './network';
import { Turns } from './turns';

/** Calls of one network that are worked on at once: fewer than the database's ten connections. */
const mostOfOneNetwork = 8;

/**
 * A network's further calls wait for its own, not in everybody's way to the database. Whoever has hung up meanwhile is
 * read nothing; what they wanted to change is changed. Passwords have turns of their own (`PasswordHasher`).
 */
@Injectable()
export class TurnsInterceptor implements NestInterceptor {
  private readonly turnsOf = new Map<string, Turns>();

  constructor(private readonly config: Config) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    if (!this.config.throttle || contractOperation(operationOf(context)).authProblem) return next.handle();
    const { ip, method, raw } = context.switchToHttp().getRequest<FastifyRequest>();
    const work = async () => (method === 'GET' && raw.socket.destroyed ? undefined : lastValueFrom(next.handle()));
    return from(this.inTurn(networkOf(ip), work));
  }

  private async inTurn(network: string, work: () => Promise<unknown>) {
    const turns = this.turnsOf.get(network) ?? new Turns(mostOfOneNetwork);
    this.turnsOf.set(network, turns);
    try {
      return await turns.take(work);
    } finally {
      if (turns.idle) this.turnsOf.delete(network);
    }
  }
}
