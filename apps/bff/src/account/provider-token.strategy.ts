import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { Config } from '../config/config';
import type { Caller } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { bearerClaiming, type Headed, readUnverified, tokenHashOf } from './bearer';
import { type Claims, checkedClaims, clockToleranceSeconds, TokenRefused } from './claims';
import { ProviderKeys } from './provider-keys';
import { ProviderPeople } from './provider-people';

/** Access tokens of the identity provider, for people who come through GitHub or Google. */
@Injectable()
export class ProviderTokenStrategy extends PassportStrategy(Strategy, 'provider-token') {
  private readonly clientId: string | undefined;

  constructor(
    config: Config,
    keys: ProviderKeys,
    private readonly people: ProviderPeople,
    private readonly prisma: Prisma,
  ) {
    const provider = config.identityProvider;
    super({
      jwtFromRequest: bearerClaiming(provider?.issuer),
      secretOrKeyProvider: (_request: Headed, token: string, done: (error: unknown, key?: string) => void) =>
        keys.find(readUnverified(token)?.header ?? {}).then((key) => done(null, key), done),
      algorithms: ['RS256'],
      issuer: provider?.issuer,
      audience: provider?.audience,
      jsonWebTokenOptions: { clockTolerance: clockToleranceSeconds },
      passReqToCallback: true,
    });
    this.clientId = provider?.clientId;
  }

  /** Called by passport once the signature holds. @throws TokenRefused */
  async validate(request: Headed, claims: Claims & { iss: string }): Promise<Caller> {
    const { subject, expiresAt, issuedAt } = checkedClaims(claims);
    // An id token is for the client, not for this API (OpenID Connect Core 1.0, section 2: aud holds the client id).
    if ([claims.aud].flat().includes(this.clientId)) throw new TokenRefused('an id token');
    const tokenHash = tokenHashOf(request);
    if (await this.prisma.revokedToken.findUnique({ where: { tokenHash } })) throw new TokenRefused('revoked');
    const user = await this.people.find(claims.iss, subject, claims);
    if (issuedAt < user.tokensValidAfter) throw new TokenRefused('issued before all tokens were ended');
    return { userId: user.id, tokenHash, tokenExpiresAt: expiresAt };
  }
}
