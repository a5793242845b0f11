import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom } from 'rxjs';
import { Config } from '../config/config';
import type { OperationId } from '../contract/contract';
import { operationOf } from '../contract/registry';
import { networkOf } from './network';
import { Turns } from './turns';

/** Calls of one network that are worked on at once: fewer than the database's ten connections. */
const mostOfOneNetwork = 8;
/** They may wait for the payment provider, so they wait apart. */
const asksProvider = new Set<OperationId>(['createOrder', 'verifyPayment']);
const mostThatAsk = 16;
/** `PasswordHasher` has turns of its own. */
const hashes = new Set<OperationId>(['signUp', 'logIn', 'changePassword']);

/**
 * A network's further calls wait for its own, not in everybody's way to the database. Who has hung up meanwhile is read
 * nothing; what they wanted to change is changed.
 */
@Injectable()
export class TurnsInterceptor implements NestInterceptor {
  private readonly turnsOf = new Map<string, Turns>();

  constructor(private readonly config: Config) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const id = operationOf(context);
    if (!this.config.throttle || hashes.has(id)) return next.handle();
    const { ip, method, raw } = context.switchToHttp().getRequest<FastifyRequest>();
    const work = async () => (method === 'GET' && raw.socket.destroyed ? undefined : lastValueFrom(next.handle()));
    const network = networkOf(ip);
    return from(
      asksProvider.has(id)
        ? this.inTurn(`${network} asks`, mostThatAsk, work)
        : this.inTurn(network, mostOfOneNetwork, work),
    );
  }

  private async inTurn(whose: string, most: number, work: () => Promise<unknown>) {
    const turns = this.turnsOf.get(whose) ?? new Turns(most);
    this.turnsOf.set(whose, turns);
    try {
      return await turns.take(work);
    } finally {
      if (turns.idle) this.turnsOf.delete(whose);
    }
  }
}
