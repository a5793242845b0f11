import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Config } from '../config/config';
import type { OperationId } from '../contract/contract';
import type { Input } from '../contract/types';
import { Problem } from '../problem/problem';
import { FairTurns } from '../throttle/fair-turns';
import { networkOf } from '../throttle/network';
import { Shares } from '../throttle/shares';
import { normalizedPassword } from './password-policy';

/** OWASP's Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane. argon2id is the package's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** One core stays free for everything else. */
const places = Math.max(1, availableParallelism() - 1);
/**
 * Hashed within half a second. Networks take turns, so that what others wait for is how many networks there are: with
 * the places kept for those who have none, six seconds at the most.
 */
const mostOfOneNetwork = 32 * places;
const mostAtOnce = 8 * mostOfOneNetwork;
/**
 * In milliseconds. Every other turn is for the network that had the fewest without such a rest: not for one that tries on
 * and on.
 */
const restMs = 60_000;
/** Who had fewer is let in beside a flood: somebody mistypes, and mistypes again. */
const few = 3;

/** Who waits for the answer. */
type Asker = Pick<Input<OperationId>, 'address' | 'hasHungUp' | 'endTurn'>;

const busy = () =>
  new Problem(429, 'busy', 'Too many people are logging in right now. Please try again.', { retryAfterSeconds: 1 });

interface HasPassword {
  passwordHash: string | null;
}

/** argon2id, with a bound on how much of it goes on at once, by all and by one network: a flood is told so, the process lives. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly admitted: Shares;
  private readonly turns = new FairTurns(places, places, restMs);
  private decoy = '';

  constructor({ throttle }: Config) {
    this.admitted = new Shares(throttle ? mostOfOneNetwork : mostAtOnce, mostAtOnce);
  }

  /** A hash that no password fits, so that an address nobody has costs as much as a wrong password. */
  async onModuleInit() {
    this.decoy = await hash(crypto.randomUUID(), cost);
  }

  /** @throws Problem 429 busy */
  hash(password: string, asker: Asker): Promise<string> {
    return this.admit(asker, () => this.inTurn(asker, () => hash(normalizedPassword(password), cost)));
  }

  /** @throws Problem 429 busy */
  verify(passwordHash: string, password: string, asker: Asker): Promise<boolean> {
    return this.admit(asker, () => this.inTurn(asker, () => verify(passwordHash, normalizedPassword(password))));
  }

  /**
   * Whoever `find` finds, if this is their password, else null: one hash either way. The database is asked while
   * others hash, for no more people than are let in.
   * @throws Problem 429 busy
   */
  findByPassword<Found extends HasPassword>(
    find: () => Promise<Found | null>,
    password: string,
    asker: Asker,
  ): Promise<Found | null> {
    return this.admit(asker, async () => {
      const found = await find();
      const stored = found?.passwordHash ?? this.decoy;
      return (await this.inTurn(asker, () => verify(stored, normalizedPassword(password)))) ? found : null;
    });
  }

  private async admit<Result>({ address, endTurn }: Asker, work: () => Promise<Result>): Promise<Result> {
    if (!this.admitted.take(address, 1, this.turns.turnsOf(networkOf(address)) < few)) throw busy();
    endTurn();
    try {
      return await work();
    } finally {
      this.admitted.giveBack(address);
    }
  }

  /** Whoever has hung up meanwhile is hashed nothing: others wait. */
  private inTurn<Result>({ address, hasHungUp }: Asker, work: () => Promise<Result>): Promise<Result> {
    return this.turns.take(networkOf(address), async () => {
      if (hasHungUp()) throw busy();
      return work();
    });
  }
}
