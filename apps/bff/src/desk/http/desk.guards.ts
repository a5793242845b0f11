import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  NotFoundException,
} from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { catchError } from 'rxjs';
import { deskAudience } from '../../account/token-issuer';
import { bearerClaiming, isSignedWith, readUnverified } from '../../account/tokens';
import type { Config } from '../../config/config';
import { contractOperation } from '../../contract/contract';
import { operationOf } from '../../contract/operation';
import type { Caller } from '../../contract/types';
import type { Prisma } from '../../database/prisma.service';
import { OrderLookup } from '../../payments/work/order-lookup';
import { Refusal } from '../../problem/problem';
import { AuditLog, byOf } from '../log/audit-log';
import { may } from '../policy/policy';
import { type Staff, staffOf } from '../policy/staff-roles';

type DeskRequest = FastifyRequest & { user?: Caller; staff?: Staff };

const userId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<DeskRequest>();

/** Returns the holder of a token of the desk that we have signed, whether or not it has expired. */
function holderOf({ publicUrl, jwtSecret, jwtSecretPrevious }: Config, request: DeskRequest): string | undefined {
  const token = bearerClaiming(publicUrl)(request);
  if (!token || ![jwtSecret, jwtSecretPrevious].some((key) => isSignedWith(key, token))) return undefined;
  const { aud, sub: subject } = readUnverified(token)?.payload ?? {};
  return aud === deskAudience && typeof subject === 'string' && userId.test(subject) ? subject : undefined;
}

const loginRoute = `/api${contractOperation('logInToDesk').path}`;

/**
 * Hides the desk before a body is read: callers who are not staff get 404, as for an unknown path. Staff whose token has
 * expired get 401.
 */
export function hideDesk(fastify: FastifyInstance, config: Config, prisma: Prisma) {
  fastify.addHook('onRequest', async (request: DeskRequest) => {
    const { url } = request.routeOptions;
    const isDesk = url?.startsWith('/api/desk/') && url !== loginRoute;
    if (!isDesk && !request.is404) return;
    const holder = isDesk ? holderOf(config, request) : undefined;
    request.staff = holder ? await staffOf(prisma, holder) : undefined;
    if (!request.staff) throw new NotFoundException();
  });
}

/** Checks the role, and the age of the passkey login. Runs after authentication. */
@Injectable()
export class PasskeyGuard implements CanActivate {
  constructor(
    private readonly log: AuditLog,
    private readonly lookup: OrderLookup,
  ) {}

  /** @throws Refusal 403 role_needed, 401 passkey_needed */
  async canActivate(context: ExecutionContext) {
    const operation = operationOf(context);
    const { desk } = operation;
    if (!desk) return true;
    const { user, staff, ip, params } = requestOf(context);
    if (!user || !staff) throw new Error('the hook and TokenGuard come first');
    user.staff = { name: staff.email, role: staff.role, address: ip };
    if (!may(staff.role, operation.id)) {
      const refusal = new Refusal('role_needed');
      const { id } = params as { id?: string };
      const isOfOrder = id && operation.path.startsWith('/desk/orders/');
      const orderId = isOfOrder ? await this.lookup.find(id).catch(() => undefined) : undefined;
      await this.log.addRefusal(operation, byOf(user), refusal, orderId);
      throw refusal;
    }
    const usedAt = user.passkeyAt?.getTime() ?? 0;
    if (desk.passkeyMinutes && usedAt < Date.now() - desk.passkeyMinutes * 60_000) throw new Refusal('passkey_needed');
    return true;
  }
}

/** Requests for what does not exist are logged too. */
@Injectable()
export class DeskErrors implements NestInterceptor {
  constructor(private readonly log: AuditLog) {}

  intercept = (context: ExecutionContext, next: CallHandler) =>
    next.handle().pipe(catchError((error: Error) => this.record(error, context)));

  private async record(error: Error, context: ExecutionContext): Promise<never> {
    const { user } = requestOf(context);
    if (user && error instanceof Refusal && error.status === 404)
      await this.log.addRefusal(operationOf(context), byOf(user), error);
    throw error;
  }
}
