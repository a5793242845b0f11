import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { operationOf } from '../contract/operation';
import { Problem } from '../problem/problem';
import { TokenRefused } from './claims';

/** Why passport's strategies refused the request: one or several reasons. */
type Refusals = Error | (Error | undefined)[] | undefined;

/** passport-jwt's message for a token that was not meant for this strategy. */
const notTaken = 'No auth token';

/** Authenticates requests to operations for which the contract asks for a token. */
@Injectable()
export class TokenGuard extends AuthGuard(['own-token', 'provider-token']) {
  override canActivate(context: ExecutionContext) {
    return operationOf(context).secured ? super.canActivate(context) : true;
  }

  /** @throws Problem 401, or any other error as it is */
  override handleRequest<User>(error: unknown, user: User | false, info: Refusals, context: ExecutionContext): User {
    if (user) return user;
    const reasons = [error, info].flat().filter((each) => each instanceof Error && each.message !== notTaken);
    const trouble = reasons.find(
      (reason) => (reason === error && !(reason instanceof TokenRefused)) || reason instanceof Problem,
    );
    if (trouble) throw trouble;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.headers.authorization) throw new Problem(401, 'token_missing', 'Send your token as a bearer token.');
    const reason = reasons[0] instanceof Error ? reasons[0].message : 'not a token of an issuer we know';
    request.log.warn({ event: 'token_refused', reason, address: request.ip }, 'token refused');
    throw new Problem(401, 'token_invalid', 'This token is not valid (any more). Please log in again.');
  }
}
