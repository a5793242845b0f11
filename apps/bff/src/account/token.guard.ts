import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { operationOf } from '../contract/operation';
import type { Caller } from '../contract/types';
import { Refusal } from '../problem/problem';
import { tokenRefused } from './tokens';

/** The reasons of passport's strategies. */
type Refusals = Error | (Error | undefined)[] | undefined;

/** passport-jwt's message if the token belongs to another strategy. */
const notTaken = 'No auth token';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown issuer');

/** Authenticates requests if the contract asks for a token. */
@Injectable()
export class TokenGuard extends AuthGuard(['own-token', 'provider-token']) {
  override canActivate(context: ExecutionContext) {
    const { secured, optionalToken } = operationOf(context);
    return secured || optionalToken ? super.canActivate(context) : true;
  }

  /** @throws Refusal 401, or any other error unchanged */
  override handleRequest<User>(error: unknown, user: User | false, info: Refusals, context: ExecutionContext): User {
    const { desk, id, optionalToken } = operationOf(context);
    // Desk tokens open only the desk, and site tokens the rest. Both can log out.
    const isForOther = user && !!(user as Pick<Caller, 'forDesk'>).forDesk !== !!desk && id !== 'logOut';
    if (user && !isForOther) return user;
    // Links work with an expired token too.
    if (optionalToken) return undefined as User;
    const reasons = [error, info, isForOther ? tokenRefused('of another audience') : undefined]
      .flat()
      .filter((each) => each instanceof Error && each.message !== notTaken);
    // The cause may be elsewhere, for example an unavailable database.
    const failure = reasons.find((reason) => (reason instanceof Refusal ? reason.status !== 401 : reason === error));
    if (failure) throw failure;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.headers.authorization) throw new Refusal('token_missing');
    const refused = reasons[0] instanceof Refusal ? reasons[0] : tokenRefused(messageOf(reasons[0]));
    request.log.warn({ event: 'token_refused', reason: refused.cause, address: request.ip }, 'token refused');
    throw refused;
  }
}
