import { type CanActivate, type ExecutionContext, Injectable, NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerClaiming, isSignedWith, readUnverified } from '../account/tokens';
import type { Config } from '../config/config';
import { operationOf } from '../contract/operation';
import type { Caller } from '../contract/types';
import type { Prisma } from '../database/prisma.service';
import { Refusal } from '../problem/problem';
import { AuditLog } from './audit-log';
import { type Staff, staffOf, suffices } from './staff-roles';

type DeskRequest = FastifyRequest & { user?: Caller; staff?: Staff };

const userId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<DeskRequest>();

/** @returns whose token it is, if we have signed it. */
function holderOf({ publicUrl, jwtSecret, jwtSecretPrevious }: Config, request: DeskRequest): string | undefined {
  const token = bearerClaiming(publicUrl)(request);
  if (!token || ![jwtSecret, jwtSecretPrevious].some((key) => isSignedWith(key, token))) return undefined;
  const subject = readUnverified(token)?.payload.sub;
  return typeof subject === 'string' && userId.test(subject) ? subject : undefined;
}

/**
 * Hides the desk, before a body is read: whose token is of no member of staff gets the answer of an unknown address. A token
 * that has expired is enough to be told so.
 */
export function hideDesk(fastify: FastifyInstance, config: Config, prisma: Prisma) {
  fastify.addHook('onRequest', async (request: DeskRequest) => {
    const isDesk = request.routeOptions.url?.startsWith('/api/desk/');
    if (!isDesk && !request.is404) return;
    const holder = isDesk ? holderOf(config, request) : undefined;
    request.staff = holder ? await staffOf(prisma, holder) : undefined;
    if (!request.staff) throw new NotFoundException();
  });
}

/** Asks staff for the role and the passkey that the contract demands. Runs after authentication. */
@Injectable()
export class PasskeyGuard implements CanActivate {
  constructor(private readonly log: AuditLog) {}

  /** @throws Refusal 403 role_needed, 401 passkey_needed */
  async canActivate(context: ExecutionContext) {
    const { desk, id } = operationOf(context);
    if (!desk) return true;
    const { user, staff, ip } = requestOf(context);
    if (!user || !staff) throw new Error('the hook and TokenGuard come first');
    if (!suffices(staff.role, desk.role)) {
      await this.log.addRead(`${id} refused to ${staff.role}`, { as: staff.email, address: ip });
      throw new Refusal('role_needed');
    }
    const usedAt = user.passkeyAt?.getTime() ?? 0;
    if (desk.passkeyMinutes && usedAt < Date.now() - desk.passkeyMinutes * 60_000) throw new Refusal('passkey_needed');
    user.staff = { name: staff.email, role: staff.role, address: ip };
    return true;
  }
}
