import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Origin, unknownNetwork } from '../client-network';
import { Config } from '../config/config';
import { Prisma } from '../database/prisma.service';
import type { User } from '../generated/prisma/client';
import { Refusal } from '../problem/problem';
import { normalizedEmail } from './email';
import { PasswordHasher, wrongPassword } from './password-hasher';

/** Failed checks of one account's password in an hour, over all addresses. */
const maxFailures = 50;
const hourMs = 3_600_000;

/** What is known before a password is checked. Null, and an unknown network, where there is no account. */
interface Account {
  id: string | null;
  passwordHash: string | null;
  tokensValidAfter: Date | null;
  isKnownNetwork: boolean;
}

/**
 * Ends the guessing of one account's password from any number of addresses. Networks from which the account has logged in
 * are neither counted nor refused, so that its owner stays in; an unknown address is no known network. Accounts that do not
 * exist are counted too.
 */
@Injectable()
export class GuessLimit {
  constructor(
    private readonly prisma: Prisma,
    private readonly config: Config,
    private readonly hasher: PasswordHasher,
  ) {}

  /** One query, whether or not there is an account: both take the same time. */
  async find(email: string, { network }: Origin): Promise<Account> {
    const [found] = await this.prisma.$queryRaw<Account[]>`
      SELECT users.id, password_hash AS "passwordHash", tokens_valid_after AS "tokensValidAfter",
        EXISTS (SELECT FROM known_networks WHERE user_id = users.id AND network = ${network}
                AND network <> ${unknownNetwork} AND last_at > now() - interval '180 days') AS "isKnownNetwork"
      FROM (SELECT) AS always LEFT JOIN users ON email_normalized = ${normalizedEmail(email)}`;
    return found ?? { id: null, passwordHash: null, tokensValidAfter: null, isKnownNetwork: false };
  }

  /**
   * Counts before the check, so that simultaneous guesses cannot pass together, and takes successes and checks that were
   * not made off again.
   * @throws Refusal 429 too_many_requests, and what `check` throws
   */
  async check(email: string, { isKnownNetwork }: Account, check: () => Promise<boolean>): Promise<boolean> {
    if (isKnownNetwork || !this.config.throttle) return check();
    const key = `failures:${createHash('sha256').update(normalizedEmail(email)).digest('base64url')}`;
    await this.count(key);
    const matches = await check().catch(async (error: unknown) => {
      await this.uncount(key);
      throw error;
    });
    if (matches) await this.uncount(key);
    return matches;
  }

  /**
   * For changes that ask for the current password.
   * @throws Refusal 409 no_password, 403 credentials_invalid, 429 busy, too_many_requests
   */
  async requireCurrent({ email, passwordHash }: User, password: string, origin: Origin): Promise<string> {
    if (!passwordHash || !email) throw new Refusal('no_password');
    const account = await this.find(email, origin);
    const verify = () => this.hasher.verify(passwordHash, password, origin.network);
    if (!(await this.check(email, account, verify))) throw wrongPassword();
    return passwordHash;
  }

  private async count(key: string) {
    const now = Date.now();
    const counted = await this.prisma.$executeRaw`
      INSERT INTO throttle_counters (key, points, expire) VALUES (${key}, 1, ${now + hourMs}::bigint)
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN throttle_counters.expire <= ${now}::bigint THEN 1 ELSE throttle_counters.points + 1 END,
        expire = CASE WHEN throttle_counters.expire <= ${now}::bigint THEN EXCLUDED.expire ELSE throttle_counters.expire END
      WHERE throttle_counters.points < ${maxFailures}::int OR throttle_counters.expire <= ${now}::bigint`;
    if (counted) return;
    const [row] = await this.prisma.$queryRaw<{ expire: bigint }[]>`
      SELECT expire FROM throttle_counters WHERE key = ${key}`;
    throw new Refusal(
      'too_many_guesses',
      {},
      { retryAfterSeconds: Math.max(1, Math.ceil((Number(row?.expire ?? now) - now) / 1_000)) },
    );
  }

  private async uncount(key: string) {
    await this.prisma.$executeRaw`UPDATE throttle_counters SET points = points - 1 WHERE key = ${key} AND points > 0`;
  }
}
