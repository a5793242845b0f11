import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { bearerClaiming, isSignedWith, readUnverified } from '../account/tokens';
import { Config } from '../config/config';
import { operationOf } from '../contract/operation';
import type { Caller } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { Problem } from '../problem/problem';
import { type Staff, staffOf, suffices } from './staff-roles';

type DeskRequest = FastifyRequest & { user?: Caller; staff?: Staff };

const userId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<DeskRequest>();

/**
 * Hides the desk. Runs before authentication: whose token is of no member of staff gets the answer of an unknown address.
 * A token that has expired is enough to be told so.
 */
@Injectable()
export class StaffOnlyGuard implements CanActivate {
  private readonly tokenOf: ReturnType<typeof bearerClaiming>;

  constructor(
    private readonly config: Config,
    private readonly prisma: Prisma,
  ) {
    this.tokenOf = bearerClaiming(config.publicUrl);
  }

  /** @throws Problem 404 not_found */
  async canActivate(context: ExecutionContext) {
    if (!operationOf(context).desk) return true;
    const request = requestOf(context);
    const holder = this.holderOf(request);
    request.staff = holder ? await staffOf(this.prisma, holder) : undefined;
    if (!request.staff) throw new Problem(404, 'not_found', 'There is nothing at this address.');
    return true;
  }

  /** @returns whose token it is, if we have signed it. */
  private holderOf(request: DeskRequest): string | undefined {
    const token = this.tokenOf(request);
    const { jwtSecret, jwtSecretPrevious } = this.config;
    if (!token || ![jwtSecret, jwtSecretPrevious].some((key) => isSignedWith(key, token))) return undefined;
    const subject = readUnverified(token)?.payload.sub;
    return typeof subject === 'string' && userId.test(subject) ? subject : undefined;
  }
}

/** Asks staff for the role and the passkey that the contract demands. Runs after authentication. */
@Injectable()
export class PasskeyGuard implements CanActivate {
  /** @throws Problem 403 role_needed, 401 passkey_needed */
  canActivate(context: ExecutionContext) {
    const { desk } = operationOf(context);
    if (!desk) return true;
    const { user, staff, ip } = requestOf(context);
    if (!user || !staff) throw new Error('StaffOnlyGuard and TokenGuard come first');
    if (!suffices(staff.role, desk.role)) throw new Problem(403, 'role_needed', 'Your role does not suffice for this.');
    const usedAt = user.passkeyAt?.getTime() ?? 0;
    if (desk.passkeyMinutes && usedAt < Date.now() - desk.passkeyMinutes * 60_000)
      throw new Problem(401, 'passkey_needed', 'Please confirm your passkey.');
    user.staff = { name: staff.email, role: staff.role, address: ip };
    return true;
  }
}
