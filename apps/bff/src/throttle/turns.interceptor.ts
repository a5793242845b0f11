import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom } from 'rxjs';
import { Config } from '../config/config';
import { networkOf } from './network';
import { Turns } from './turns';

/** Questions of one network that are worked on at once: fewer than the database's ten connections. */
const mostOfOneNetwork = 8;

/**
 * A network's further questions wait for its own, not in everybody's way to the database; who has hung up meanwhile is
 * not answered. What changes something waits for nobody: it may have to ask the payment provider, who may be slow.
 */
@Injectable()
export class TurnsInterceptor implements NestInterceptor {
  private readonly turnsOf = new Map<string, Turns>();

  constructor(private readonly config: Config) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const { ip, method, raw } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!this.config.throttle || method !== 'GET') return next.handle();
    const work = async () => (raw.socket.destroyed ? undefined : lastValueFrom(next.handle()));
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
