import { createSecretKey, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sign } from 'jsonwebtoken';
import { Config } from '../config/config';

/** Who our own tokens are for. */
export const audience = 'novacore-api';

export interface TokenHolder {
  id: string;
  tokensValidAfter: Date;
}

/** What `generation` of a holder's tokens is current: tokens of any other are worth nothing. */
export const generationOf = ({ tokensValidAfter }: TokenHolder) => tokensValidAfter.getTime();

/**
 * Signs our own tokens (HS256). `jti` keeps two tokens of one second apart. `generation` is the holder's
 * `tokensValidAfter` as it stood beside the password that was checked: comparing it for equality, rather than
 * the time of issue, leaves no moment in which a log-in with an old password outlives the change.
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
