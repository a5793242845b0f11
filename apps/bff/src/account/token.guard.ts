import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { contractOperation } from '../contract/contract';
import { operationOf } from '../contract/registry';
import { Problem } from '../problem/problem';
import { TokenRefused } from './claims';

/** What passport's strategies say when they let nobody in: one or several reasons. */
type Refusals = Error | (Error | undefined)[] | undefined;

/** passport-jwt's word for a request whose token was not for this strategy. */
const notTaken = 'No auth token';

/** Finds out who calls, on the operations for which the contract asks for a token. */
@Injectable()
export class TokenGuard extends AuthGuard(['own-token', 'provider-token']) {
  override canActivate(context: ExecutionContext) {
    return contractOperation(operationOf(context)).secured ? super.canActivate(context) : true;
  }

  /** @throws Problem 401; whatever else went wrong, as it is */
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
