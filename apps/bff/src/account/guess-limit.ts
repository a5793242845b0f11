import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Origin, unknownNetwork } from '../client-network';
import { Config } from '../config/config';
import { lockUser } from '../database/lock-user';
import { Prisma } from '../database/prisma.service';
import type { User } from '../generated/prisma/client';
import { Log } from '../log';
import { queueOwnMail, type Transaction } from '../mail/outbox';
import { Refusal } from '../problem/problem';
import { normalizedEmail } from './email';
import { knownLine, PasswordHasher, wrongPassword } from './password-hasher';

/** Wrong passwords per account and hour. Each known device of the account has its own counter. */
const maxFailures = 50;
/** Accounts with wrong passwords per network (/24, /48) and hour. */
const maxAccounts = 100;
const hourMs = 3_600_000;

const keyOf = (email: string, device = '') =>
  `failures:${createHash('sha256')
    .update(`${normalizedEmail(email)}${device}`)
    .digest('base64url')}`;

/** Fields are null if the account does not exist. */
interface Account {
  id: string | null;
  passwordHash: string | null;
  tokensValidAfter: Date | null;
  /** The caller's device, or null if the account does not know it. */
  device: string | null;
}

/** Counters contain hashes instead of addresses. */
const accountsOf = (network: string) => `accounts:${createHash('sha256').update(network).digest('base64url')}`;

const secondsUntil = (expire: bigint | null | undefined) =>
  Math.max(1, Math.ceil((Number(expire ?? 0) - Date.now()) / 1_000));

/** The key of a password check in the hasher's queue. */
export const lineOf = ({ device }: Account, { network }: Origin) => (device ? `${knownLine}${device}` : network);

/**
 * Limits wrong passwords per account, from all client IPs together. Known devices have their own counters, so that
 * strangers cannot use up the owner's attempts. Unknown accounts are counted too.
 */
@Injectable()
export class GuessLimit {
  constructor(
    private readonly prisma: Prisma,
    private readonly config: Config,
    private readonly hasher: PasswordHasher,
    private readonly log: Log,
  ) {}

  /** Runs one query for known and unknown accounts, so that both take the same time. */
  async find(email: string, { device }: Origin): Promise<Account> {
    const [found] = await this.prisma.$queryRaw<Account[]>`
      SELECT users.id, password_hash AS "passwordHash", tokens_valid_after AS "tokensValidAfter",
        (SELECT device FROM known_devices WHERE user_id = users.id AND device = ${device ?? ''}
         AND last_at > now() - interval '180 days')
      FROM (SELECT) AS always LEFT JOIN users ON email_normalized = ${normalizedEmail(email)}`;
    return found ?? { id: null, passwordHash: null, tokensValidAfter: null, device: null };
  }

  /**
   * Counts before the check, so that concurrent guesses cannot exceed the limit. Successes and errors are subtracted
   * again.
   * @throws Refusal 429 too_many_requests, and errors of `check`
   */
  async check(
    email: string,
    { network }: Origin,
    { id, device }: Account,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    if (!this.config.throttle) return check();
    const key = keyOf(email, device ?? undefined);
    if (!device) await this.requireFewAccounts(network);
    const failures = await this.count(key);
    let hasFailed = false;
    try {
      hasFailed = !(await check());
    } finally {
      if (!hasFailed) await this.uncount(key);
    }
    if (hasFailed) await this.noteFailure(email, network, failures === maxFailures ? id : null);
    return !hasFailed;
  }

  /**
   * Checks the current password before a change.
   * @throws Refusal 409 no_password, 403 credentials_invalid, 429 busy, too_many_requests
   */
  async requireCurrent({ email, passwordHash }: User, password: string, origin: Origin): Promise<string> {
    if (!passwordHash || !email) throw new Refusal('no_password');
    const account = await this.find(email, origin);
    const verify = () => this.hasher.verify(passwordHash, password, lineOf(account, origin));
    if (!(await this.check(email, origin, account, verify))) throw wrongPassword();
    return passwordHash;
  }

  /** Call after the owner of the address has set a new password. */
  async clear(tx: Transaction, email: string) {
    await tx.throttleCounter.deleteMany({ where: { key: keyOf(email) } });
  }

  /** @returns the number of checks in this hour, including this one. @throws Refusal 429 too_many_requests */
  private async count(key: string): Promise<number> {
    const now = Date.now();
    const [counted] = await this.prisma.$queryRaw<{ points: number }[]>`
      INSERT INTO throttle_counters (key, points, expire) VALUES (${key}, 1, ${now + hourMs}::bigint)
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN throttle_counters.expire <= ${now}::bigint THEN 1 ELSE throttle_counters.points + 1 END,
        expire = CASE WHEN throttle_counters.expire <= ${now}::bigint THEN EXCLUDED.expire ELSE throttle_counters.expire END
      WHERE throttle_counters.points < ${maxFailures}::int OR throttle_counters.expire <= ${now}::bigint
      RETURNING points`;
    if (counted) return counted.points;
    const full = await this.prisma.throttleCounter.findUnique({ where: { key } });
    throw new Refusal('too_many_guesses', {}, { retryAfterSeconds: secondsUntil(full?.expire) });
  }

  /** @throws Refusal 429 too_many_requests */
  private async requireFewAccounts(network: string) {
    const where = { key: accountsOf(network), points: { gt: maxAccounts }, expire: { gt: Date.now() } };
    const counter = await this.prisma.throttleCounter.findFirst({ where });
    if (!counter) return;
    this.log.warn({ event: 'many_accounts', network }, 'logins to many accounts failed from one network');
    throw new Refusal('too_many_accounts', {}, { retryAfterSeconds: secondsUntil(counter.expire) });
  }

  /** Counts each account once an hour per network. @param atCeiling id of the user who has reached the limit */
  private async noteFailure(email: string, network: string, atCeiling: string | null) {
    if (atCeiling)
      await this.prisma.$transaction(async (tx) => {
        const user = await lockUser(tx, atCeiling);
        if (user) await queueOwnMail(tx, user, 'GUESSES_LIMITED', {});
        this.log.warn(
          { event: 'guesses_limited', userId: atCeiling },
          'an account reached its limit of wrong passwords',
        );
      });
    if (network === unknownNetwork) return;
    const [now, key] = [Date.now(), accountsOf(network)];
    await this.prisma.$executeRaw`
      WITH first AS (
        INSERT INTO throttle_counters (key, points, expire)
        VALUES (${`${key} ${keyOf(email)}`}, 1, ${now + hourMs}::bigint)
        ON CONFLICT (key) DO UPDATE SET expire = EXCLUDED.expire WHERE throttle_counters.expire <= ${now}::bigint
        RETURNING expire)
      INSERT INTO throttle_counters (key, points, expire) SELECT ${key}, 1, expire FROM first
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN throttle_counters.expire <= ${now}::bigint THEN 1 ELSE throttle_counters.points + 1 END,
        expire = CASE WHEN throttle_counters.expire <= ${now}::bigint THEN EXCLUDED.expire ELSE throttle_counters.expire END`;
  }

  private async uncount(key: string) {
    await this.prisma.$executeRaw`UPDATE throttle_counters SET points = points - 1 WHERE key = ${key} AND points > 0`;
  }
}
