import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Config } from '../config/config';
import { Refusal } from '../problem/problem';
import { FairQueue } from './fair-queue';

/** OWASP's Password Storage Cheat Sheet recommends argon2id with 19 MiB. argon2id is the package's default. */
const fullCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const lightCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** One core stays free for other requests. */
const concurrency = Math.max(1, availableParallelism() - 1);

/** The server works off a full queue in one to two seconds. */
const maxQueued = 50 * concurrency;

/** Queue key prefix of known devices. They have reserved places, so that a flood of strangers does not block them. */
export const knownLine = 'device ';
const hasReservedPlace = (line: string) => line.startsWith(knownLine);

/** Keyboards produce different code points for the same password, so we normalize it (NIST SP 800-63B). */
export const normalizedPassword = (typed: string) => typed.normalize('NFKC');

export const wrongPassword = () => new Refusal('current_password_wrong');
const busy = () => new Refusal('too_many_logins', {}, { retryAfterSeconds: 1 });

/**
 * Hashes passwords with argon2id. If the queue is full, logins are refused instead of waiting for minutes. `line` is
 * the queue key: the caller's network or a known device.
 */
@Injectable()
export class PasswordHasher {
  private readonly queue = new FairQueue(concurrency, maxQueued, busy, hasReservedPlace);
  private readonly cost: typeof fullCost;
  private decoy?: Promise<string>;

  constructor({ lightHashing }: Config) {
    this.cost = lightHashing ? lightCost : fullCost;
  }

  /** Number of waiting hashes. */
  get queued(): number {
    return this.queue.length;
  }

  /** @throws Refusal 429 busy */
  hash(password: string, line: string): Promise<string> {
    return this.queue.run(line, () => hash(normalizedPassword(password), this.cost));
  }

  /** Takes the same time without a hash, which never matches. @throws Refusal 429 busy */
  async verify(passwordHash: string | null | undefined, password: string, line: string): Promise<boolean> {
    const matches = await this.queue.run(line, async () => {
      // Unknown accounts use a decoy. We also make it for known ones, so that both take the same time.
      this.decoy ??= hash(crypto.randomUUID(), this.cost);
      const decoy = await this.decoy;
      return verify(passwordHash ?? decoy, normalizedPassword(password));
    });
    return matches && Boolean(passwordHash);
  }

  /** Refuses early, before the caller does other work. @throws Refusal 429 busy */
  ensureCapacity(network: string) {
    this.queue.ensurePlace(network);
  }
}
