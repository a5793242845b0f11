import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { Config } from '../config/config';
import type { Caller } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { audience, deskAudience, generationOf, mailLinkUseOf, passkeyUseOf } from './token-issuer';
import {
  accountDeleted,
  bearerClaiming,
  type Claims,
  checkedClaims,
  clockToleranceSeconds,
  isSignedWith,
  type RequestWithToken,
  tokenHashOf,
  tokenRefused,
} from './tokens';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Accepts the tokens of `TokenIssuer`. */
@Injectable()
export class OwnTokenStrategy extends PassportStrategy(Strategy, 'own-token') {
  constructor(
    config: Config,
    private readonly prisma: Prisma,
  ) {
    super({
      jwtFromRequest: bearerClaiming(config.publicUrl),
      // Tokens signed with the previous key stay valid until they expire.
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: null, key: string) => void) =>
        done(null, isSignedWith(config.jwtSecretPrevious, token) ? config.jwtSecretPrevious : config.jwtSecret),
      algorithms: ['HS256'],
      issuer: config.publicUrl,
      audience: [audience, deskAudience],
      jsonWebTokenOptions: { clockTolerance: clockToleranceSeconds },
      passReqToCallback: true,
    });
  }

  /** Passport calls this after it has verified the signature. @throws Refusal 401 token_invalid, account_deleted */
  async validate(request: RequestWithToken, claims: Claims): Promise<Caller> {
    const { subject, expiresAt, issuedAt } = checkedClaims(claims, clockToleranceSeconds);
    if (!uuid.test(subject)) throw tokenRefused('sub is not a user id');
    const tokenHash = tokenHashOf(request);
    const [user, revoked] = await Promise.all([
      this.prisma.user.findUnique({ where: { id: subject } }),
      this.prisma.revokedToken.findUnique({ where: { tokenHash } }),
    ]);
    if (user?.deletedAt) throw accountDeleted();
    if (revoked) throw tokenRefused('revoked');
    if (!user) throw tokenRefused('unknown user');
    if (claims.generation !== generationOf(user)) throw tokenRefused('issued before all tokens were revoked');
    const forDesk = claims.aud === deskAudience;
    const used = { passkeyAt: passkeyUseOf(claims), mailLinkAt: mailLinkUseOf(claims) };
    return { userId: user.id, tokenHash, tokenIssuedAt: issuedAt, tokenExpiresAt: expiresAt, ...used, forDesk };
  }
}
