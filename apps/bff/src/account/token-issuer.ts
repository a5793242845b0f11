import { createSecretKey, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sign } from 'jsonwebtoken';
import { Config } from '../config/config';

/** The audience of the site's tokens. */
export const audience = 'novacore-api';
/** The audience of the tokens of staff, which open the desk and nothing else. */
export const deskAudience = 'novacore-desk';

/** How a person has logged in. */
export type Amr = keyof typeof methods;

/**
 * The values of `amr` (RFC 8176; `pop` is of OpenID's EAP ACR Values). A passkey: possession of a key, and its authenticator
 * has verified the person. Without attestation it is not known whether the key is in hardware. A link in a mail is a
 * one-time password. How an identity provider has checked the person is not known.
 */
const methods = { password: ['pwd'], passkey: ['pop', 'user', 'mfa'], mailLink: ['otp'], federated: [] };

export interface TokenHolder {
  id: string;
  tokensValidAfter: Date;
}

/** The current token generation of a user. Tokens of other generations are invalid. */
export const generationOf = ({ tokensValidAfter }: TokenHolder) => tokensValidAfter.getTime();

/** When the person used a passkey for a token with these claims; undefined where it was another log-in. */
export const passkeyUseOf = ({ amr, auth_time: at }: Record<string, unknown>): Date | undefined =>
  Array.isArray(amr) && amr.includes('pop') && typeof at === 'number' ? new Date(at * 1_000) : undefined;

/** When a mailed link was used for a token with these claims; undefined for another login. */
export const mailLinkUseOf = ({ amr, auth_time: at }: Record<string, unknown>): Date | undefined =>
  Array.isArray(amr) && amr.includes('otp') && typeof at === 'number' ? new Date(at * 1_000) : undefined;

/**
 * Signs our own tokens (HS256). `jti` makes two tokens of the same second different. `generation` is the user's
 * `tokensValidAfter`, read together with the checked password. It is compared for equality, not with the time of issue,
 * so that a login with the old password during a password change cannot produce a valid token.
 */
@Injectable()
export class TokenIssuer {
  private readonly key;

  constructor(private readonly config: Config) {
    this.key = createSecretKey(config.jwtSecret, 'utf8');
  }

  /** @param way of the log-in that has just succeeded: the claims `amr` and `auth_time`, in seconds since 1970 */
  issue(holder: TokenHolder, way: Amr): string {
    return this.sign(holder, way, audience);
  }

  /** Call after a login with a passkey. */
  issueForDesk(holder: TokenHolder): string {
    return this.sign(holder, 'passkey', deskAudience);
  }

  private sign(holder: TokenHolder, way: Amr, audience: string): string {
    const logIn = { amr: methods[way], auth_time: Math.floor(Date.now() / 1000) };
    return sign({ generation: generationOf(holder), ...logIn }, this.key, {
      algorithm: 'HS256',
      issuer: this.config.publicUrl,
      audience,
      subject: holder.id,
      jwtid: randomUUID(),
      expiresIn: this.config.tokenTtlMinutes * 60,
    });
  }
}
