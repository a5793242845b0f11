import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../problem/problem';
import { normalizedPassword } from './password-policy';

/** OWASP's Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane. argon2id is the package's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** One core stays free for everything else. */
const places = Math.max(1, availableParallelism() - 1);
const waitingPlaces = 40 * places;

interface HasPassword {
  passwordHash: string | null;
}

/** argon2id, with a bound on how much of it goes on at once: a flood of log-ins is told so, the process lives. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private free = places;
  private readonly waiting: (() => void)[] = [];
  private decoy = '';

  /** A hash that no password fits, so that an address nobody has costs as much as a wrong password. */
  async onModuleInit() {
    this.decoy = await hash(crypto.randomUUID(), cost);
  }

  /** @throws Problem 429 busy */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(normalizedPassword(password), cost));
  }

  /** @throws Problem 429 busy */
  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.inTurn(() => verify(passwordHash, normalizedPassword(password)));
  }

  /**
   * Whoever `find` finds, if this is their password, else null: one hash either way. The database too is asked only
   * when the turn has come, so that a flood does not pile up there.
   * @throws Problem 429 busy
   */
  findByPassword<Found extends HasPassword>(
    find: () => Promise<Found | null>,
    password: string,
  ): Promise<Found | null> {
    return this.inTurn(async () => {
      const found = await find();
      const right = await verify(found?.passwordHash ?? this.decoy, normalizedPassword(password));
      return right ? found : null;
    });
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= waitingPlaces)
      throw new Problem(429, 'busy', 'Too many people are logging in right now. Please try again.', {
        retryAfterSeconds: 1,
      });
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
