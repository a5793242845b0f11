import { createSecretKey, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sign } from 'jsonwebtoken';
import { Config } from '../config/config';

/** The audience of our own tokens. */
export const audience = 'novacore-api';

export interface TokenHolder {
  id: string;
  tokensValidAfter: Date;
}

/** The current token generation of a user. Tokens of other generations are invalid. */
export const generationOf = ({ tokensValidAfter }: TokenHolder) => tokensValidAfter.getTime();

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

  issue(holder: TokenHolder): string {
    return sign({ generation: generationOf(holder) }, this.key, {
      algorithm: 'HS256',
      issuer: this.config.publicUrl,
      audience,
      subject: holder.id,
      jwtid: randomUUID(),
      expiresIn: this.config.tokenTtlMinutes * 60,
    });
  }
}
