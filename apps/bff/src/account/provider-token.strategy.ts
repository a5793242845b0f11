import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { originOf } from '../client-network';
import { Config } from '../config/config';
import type { Caller } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { FederatedUsers } from './federated-users';
import { Jwks } from './jwks';
import { SignIns, socialWay } from './sign-ins';
import {
  bearerClaiming,
  type Claims,
  checkedClaims,
  providerClockToleranceSeconds,
  type RequestWithToken,
  readUnverified,
  tokenHashOf,
  tokenRefused,
} from './tokens';

/** Accepts access tokens of the identity provider (GitHub and Google login). */
@Injectable()
export class ProviderTokenStrategy extends PassportStrategy(Strategy, 'provider-token') {
  private readonly clientId: string | undefined;

  constructor(
    config: Config,
    jwks: Jwks,
    private readonly users: FederatedUsers,
    private readonly prisma: Prisma,
    private readonly signIns: SignIns,
  ) {
    const provider = config.identityProvider;
    super({
      jwtFromRequest: bearerClaiming(provider?.issuer),
      secretOrKeyProvider: (_request: RequestWithToken, token: string, done: (error: unknown, key?: string) => void) =>
        jwks.find(readUnverified(token)?.header ?? {}).then((key) => done(null, key), done),
      algorithms: ['RS256'],
      issuer: provider?.issuer,
      audience: provider?.audience,
      jsonWebTokenOptions: { clockTolerance: providerClockToleranceSeconds },
      passReqToCallback: true,
    });
    this.clientId = provider?.clientId;
  }

  /** Passport calls this after it has verified the signature. @throws Refusal 401 token_invalid, account_deleted */
  async validate(request: RequestWithToken, claims: Claims & { iss: string }): Promise<Caller> {
    const { subject, expiresAt, issuedAt } = checkedClaims(claims, providerClockToleranceSeconds);
    // ID tokens have the client id as audience (OpenID Connect Core 1.0, section 2).
    if ([claims.aud].flat().includes(this.clientId)) throw tokenRefused('ID token');
    const tokenHash = tokenHashOf(request);
    if (await this.prisma.revokedToken.findUnique({ where: { tokenHash } })) {
      await this.users.validFrom(claims.iss, subject, issuedAt);
      throw tokenRefused('revoked');
    }
    const { user, isSignIn } = await this.users.find(claims.iss, subject, claims, issuedAt);
    if (issuedAt < user.tokensValidAfter) throw tokenRefused('issued before all tokens were revoked');
    if (isSignIn) await this.signIns.record(user.id, socialWay(subject), originOf(request));
    return { userId: user.id, tokenHash, tokenIssuedAt: issuedAt, tokenExpiresAt: expiresAt };
  }
}
