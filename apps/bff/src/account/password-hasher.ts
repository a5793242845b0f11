import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Config } from '../config/config';
import { Refusal } from '../problem/problem';
import { FairQueue } from './fair-queue';

/** OWASP's Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane. argon2id is the package's default. */
const fullCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const lightCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** One core stays free for everything else. */
const concurrency = Math.max(1, availableParallelism() - 1);

/** A full queue takes one to two seconds. */
const maxQueued = 50 * concurrency;

/** How the lines of known devices begin: half as many again may wait for them, so that a flood of strangers refuses none. */
export const knownLine = 'device ';
const hasReservedPlace = (line: string) => line.startsWith(knownLine);

/** Keyboards produce different code points for one password. Policy and hash use one normal form (NIST SP 800-63B). */
export const normalizedPassword = (typed: string) => typed.normalize('NFKC');

export const wrongPassword = () => new Refusal('current_password_wrong');
const busy = () => new Refusal('too_many_logins', {}, { retryAfterSeconds: 1 });

/**
 * Hashes passwords with argon2id. The queue is bounded: beyond it, log-ins are refused instead of waiting for minutes.
 * `line` is the caller's network, or a known device: lines are served in turn.
 */
@Injectable()
export class PasswordHasher {
  private readonly queue = new FairQueue(concurrency, maxQueued, busy, hasReservedPlace);
  private readonly cost: typeof fullCost;
  private decoy?: Promise<string>;

  constructor({ lightHashing }: Config) {
    this.cost = lightHashing ? lightCost : fullCost;
  }

  /** How many hashes wait. */
  get queued(): number {
    return this.queue.length;
  }

  /** @throws Refusal 429 busy */
  hash(password: string, line: string): Promise<string> {
    return this.queue.run(line, () => hash(normalizedPassword(password), this.cost));
  }

  /** @param passwordHash null or undefined: never matches, in the same time. @throws Refusal 429 busy */
  async verify(passwordHash: string | null | undefined, password: string, line: string): Promise<boolean> {
    const matches = await this.queue.run(line, async () => {
      // No password matches this hash. Unknown accounts are checked against it, so that they take as long as known ones:
      // it is made at the first log-in, also of a known one.
      this.decoy ??= hash(crypto.randomUUID(), this.cost);
      const decoy = await this.decoy;
      return verify(passwordHash ?? decoy, normalizedPassword(password));
    });
    return matches && Boolean(passwordHash);
  }

  /** For callers with work to do before the hash: a flood should not cost that work. @throws Refusal 429 busy */
  ensureCapacity(network: string) {
    this.queue.ensurePlace(network);
  }
}
