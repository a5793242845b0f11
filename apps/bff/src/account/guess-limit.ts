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

/** Failed checks of one account's password in an hour, over all addresses, and from each device that it knows. */
const maxFailures = 50;
/** Accounts with failures from one network (/24, /48) in an hour: more are one password tried on many accounts. */
const maxAccounts = 100;
const hourMs = 3_600_000;

const keyOf = (email: string, device = '') =>
  `failures:${createHash('sha256')
    .update(`${normalizedEmail(email)}${device}`)
    .digest('base64url')}`;

/** The account before its password is checked. Fields are null if there is none. */
interface Account {
  id: string | null;
  passwordHash: string | null;
  tokensValidAfter: Date | null;
  /** The caller's device, if the account knows it. */
  device: string | null;
}

/** The counter of accounts with failures from a network. Counters have no addresses in them. */
const accountsOf = (network: string) => `accounts:${createHash('sha256').update(network).digest('base64url')}`;

const secondsUntil = (expire: bigint | null | undefined) =>
  Math.max(1, Math.ceil((Number(expire ?? 0) - Date.now()) / 1_000));

/** The line of a password check in the hasher's queue. */
export const lineOf = ({ device }: Account, { network }: Origin) => (device ? `${knownLine}${device}` : network);

/**
 * Ends the guessing of one account's password from any number of addresses. Devices that the account knows have a count each,
 * so that strangers cannot use up the owner's attempts. Accounts that do not exist are counted too.
 */
@Injectable()
export class GuessLimit {
  constructor(
    private readonly prisma: Prisma,
    private readonly config: Config,
    private readonly hasher: PasswordHasher,
    private readonly log: Log,
  ) {}

  /** One query, whether or not there is an account: both take the same time. */
  async find(email: string, { device }: Origin): Promise<Account> {
    const [found] = await this.prisma.$queryRaw<Account[]>`
      SELECT users.id, password_hash AS "passwordHash", tokens_valid_after AS "tokensValidAfter",
        (SELECT device FROM known_devices WHERE user_id = users.id AND device = ${device ?? ''}
         AND last_at > now() - interval '180 days')
      FROM (SELECT) AS always LEFT JOIN users ON email_normalized = ${normalizedEmail(email)}`;
    return found ?? { id: null, passwordHash: null, tokensValidAfter: null, device: null };
  }

  /**
   * Counts before the check, so that simultaneous guesses cannot pass together. A success, and a check that could not be
   * made, is subtracted again.
   * @throws Refusal 429 too_many_requests, and what `check` throws
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
   * For changes that ask for the current password.
   * @throws Refusal 409 no_password, 403 credentials_invalid, 429 busy, too_many_requests
   */
  async requireCurrent({ email, passwordHash }: User, password: string, origin: Origin): Promise<string> {
    if (!passwordHash || !email) throw new Refusal('no_password');
    const account = await this.find(email, origin);
    const verify = () => this.hasher.verify(passwordHash, password, lineOf(account, origin));
    if (!(await this.check(email, origin, account, verify))) throw wrongPassword();
    return passwordHash;
  }

  /** For a password that the owner of the address has set. */
  async clear(tx: Transaction, email: string) {
    await tx.throttleCounter.deleteMany({ where: { key: keyOf(email) } });
  }

  /** @returns how many checks of the hour are counted with this one */
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
    this.log.warn({ event: 'many_accounts', network }, 'logins to many accounts of one network failed');
    throw new Refusal('too_many_accounts', {}, { retryAfterSeconds: secondsUntil(counter.expire) });
  }

  /** Counts the account once an hour for its network. @param atCeiling the user to tell that the count of failures is full */
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
