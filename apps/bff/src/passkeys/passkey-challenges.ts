import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import type { Transaction } from '../mail/outbox';

/** After this time, a page requests a new challenge. */
export const challengeTimeoutMs = 4 * 60_000;
/** Twice as long, because the answer may start at the last moment. */
const lifetimeMs = 2 * challengeTimeoutMs;

const bodyBytes = 8 + 16;

/**
 * A challenge consists of its expiry, 16 random bytes, and the HMAC-SHA256 of both and its purpose. We store only the
 * hashes of used challenges.
 */
@Injectable()
export class PasskeyChallenges {
  private readonly keys: Buffer[];

  constructor({ jwtSecret, jwtSecretPrevious }: Config) {
    const secrets = [jwtSecret, jwtSecretPrevious].filter(Boolean);
    this.keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'passkey challenges', 32)));
  }

  /** @param purpose what an answer may be used for. @returns base64url */
  issue(purpose: string): string {
    const body = Buffer.concat([Buffer.alloc(8), randomBytes(16)]);
    body.writeBigUInt64BE(BigInt(Date.now() + lifetimeMs));
    return Buffer.concat([body, sign(this.keys[0] as Buffer, body, purpose)]).toString('base64url');
  }

  isValid(challenge: string, purpose: string): boolean {
    const bytes = typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : Buffer.alloc(0);
    // Other spellings of the same bytes would count as unused.
    if (bytes.toString('base64url') !== challenge) return false;
    const [body, signature] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)];
    if (signature.length !== 32 || expiryOf(challenge).getTime() < Date.now()) return false;
    return this.keys.some((key) => timingSafeEqual(sign(key, body, purpose), signature));
  }

  /** @returns true for the first use, even if instances use it concurrently */
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
