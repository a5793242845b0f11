import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import type { Transaction } from '../mail/outbox';

/** A page gets a new challenge after this time. */
export const challengeTimeoutMs = 4 * 60_000;
/** Longer: an answer may take as long again, from the last moment on. */
const lifetimeMs = 2 * challengeTimeoutMs;

const bodyBytes = 8 + 16;

/**
 * Challenges for passkeys. A challenge is its expiry and 16 random bytes, with the HMAC-SHA256 of both and of its purpose:
 * nothing is stored when one is made, only the hash of one that was used.
 */
@Injectable()
export class PasskeyChallenges {
  private readonly keys: Buffer[];

  constructor({ jwtSecret, jwtSecretPrevious }: Config) {
    const secrets = [jwtSecret, jwtSecretPrevious].filter(Boolean);
    this.keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'passkey challenges', 32)));
  }

  /** In base64url. @param purpose what an answer may be used for */
  issue(purpose: string): string {
    const body = Buffer.concat([Buffer.alloc(8), randomBytes(16)]);
    body.writeBigUInt64BE(BigInt(Date.now() + lifetimeMs));
    return Buffer.concat([body, sign(this.keys[0] as Buffer, body, purpose)]).toString('base64url');
  }

  isValid(challenge: string, purpose: string): boolean {
    const bytes = typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : Buffer.alloc(0);
    // One spelling only: the text is what counts as used.
    if (bytes.toString('base64url') !== challenge) return false;
    const [body, signature] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)];
    if (signature.length !== 32 || expiryOf(challenge).getTime() < Date.now()) return false;
    return this.keys.some((key) => timingSafeEqual(sign(key, body, purpose), signature));
  }

  /** @returns whether it was not used before. Of two uses at the same time, also on two instances, one is the first. */
  async use(tx: Transaction, challenge: string): Promise<boolean> {
    const tokenHash = createHash('sha256').update(`passkey challenge ${challenge}`).digest('hex');
    const data = { tokenHash, expiresAt: expiryOf(challenge) };
    const { count } = await tx.revokedToken.createMany({ data, skipDuplicates: true });
    return count > 0;
  }
}

const sign = (key: Buffer, body: Buffer, purpose: string) =>
  createHmac('sha256', key).update(body).update(purpose).digest();

const expiryOf = (challenge: string) => new Date(Number(Buffer.from(challenge, 'base64url').readBigUInt64BE()));
