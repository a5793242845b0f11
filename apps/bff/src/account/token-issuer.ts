import { createSecretKey, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sign } from 'jsonwebtoken';
import { Config } from '../config/config';

export const audience = 'novacore-api';
/** Audience of staff tokens, which open only the desk. */
export const deskAudience = 'novacore-desk';

export type Amr = keyof typeof methods;

/**
 * The `amr` claim per kind of login (RFC 8176; `pop` comes from OpenID's EAP ACR Values). Without attestation we do not
 * know whether a passkey is in hardware. An emailed link counts as a one-time password.
 */
const methods = { password: ['pwd'], passkey: ['pop', 'user', 'mfa'], mailLink: ['otp'], federated: [] };

export interface TokenHolder {
  id: string;
  tokensValidAfter: Date;
}

/** The current token generation of a user. Tokens of other generations are invalid. */
export const generationOf = ({ tokensValidAfter }: TokenHolder) => tokensValidAfter.getTime();

/** Time of the passkey login, or undefined for another login. */
export const passkeyUseOf = ({ amr, auth_time: at }: Record<string, unknown>): Date | undefined =>
  Array.isArray(amr) && amr.includes('pop') && typeof at === 'number' ? new Date(at * 1_000) : undefined;

/** Time when an emailed link was used, or undefined for another login. */
export const mailLinkUseOf = ({ amr, auth_time: at }: Record<string, unknown>): Date | undefined =>
  Array.isArray(amr) && amr.includes('otp') && typeof at === 'number' ? new Date(at * 1_000) : undefined;

/**
 * Signs our own tokens (HS256). `generation` is the user's `tokensValidAfter`, read together with the checked password.
 * It must be equal, so that a login with the old password during a password change does not produce a valid token.
 */
@Injectable()
export class TokenIssuer {
  private readonly key;

  constructor(private readonly config: Config) {
    this.key = createSecretKey(config.jwtSecret, 'utf8');
  }

  /** @param way the kind of the login, which has just succeeded */
  issue(holder: TokenHolder, way: Amr): string {
    return this.sign(holder, way, audience);
  }

  /** Call only after a passkey login. */
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
