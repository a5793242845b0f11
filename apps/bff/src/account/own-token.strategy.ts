import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { Config } from '../config/config';
import type { Caller } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { bearerClaiming, type Headed, tokenHashOf } from './bearer';
import { type Claims, checkedClaims, clockToleranceSeconds, TokenRefused } from './claims';
import { audience, generationOf } from './token-issuer';

const personId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Tokens that `logIn` and `changePassword` issued. */
@Injectable()
export class OwnTokenStrategy extends PassportStrategy(Strategy, 'own-token') {
  constructor(
    config: Config,
    private readonly prisma: Prisma,
  ) {
    super({
      jwtFromRequest: bearerClaiming(config.publicUrl),
      secretOrKey: config.jwtSecret,
      algorithms: ['HS256'],
      issuer: config.publicUrl,
      audience,
      jsonWebTokenOptions: { clockTolerance: clockToleranceSeconds },
      passReqToCallback: true,
    });
  }

  /** Called by passport once the signature holds. @throws TokenRefused */
  async validate(request: Headed, claims: Claims): Promise<Caller> {
    const { subject, expiresAt } = checkedClaims(claims);
    if (!personId.test(subject)) throw new TokenRefused('sub is no id of ours');
    const tokenHash = tokenHashOf(request);
    const [user, revoked] = await Promise.all([
      this.prisma.user.findUnique({ where: { id: subject } }),
      this.prisma.revokedToken.findUnique({ where: { tokenHash } }),
    ]);
    if (revoked) throw new TokenRefused('revoked');
    if (!user) throw new TokenRefused('nobody has this subject');
    if (claims.generation !== generationOf(user)) throw new TokenRefused('issued before the password changed');
    return { userId: user.id, tokenHash, tokenExpiresAt: expiresAt };
  }
}
