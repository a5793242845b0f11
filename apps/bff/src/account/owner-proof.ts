import { Injectable } from '@nestjs/common';
import type { Origin } from '../client-network';
import type { Caller, Input } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { User } from '../generated/prisma/client';
import { Refusal } from '../problem/problem';
import { GuessLimit } from './guess-limit';
import { wrongPassword } from './password-hasher';
import type { Amr } from './token-issuer';

/** How old a login or a mailed link may be that proves the owner. */
const freshMs = 10 * 60_000;

type Proof = Pick<Input<'deleteAccount'>['body'], 'password' | 'passkey'>;

/** Checks answers of passkeys. The passkeys' module provides it, because it imports this one. */
export abstract class PasskeyCheck {
  /** The host that passkeys belong to. */
  abstract rpId: string;
  abstract accept(answer: NonNullable<Proof['passkey']>, userId: string): Promise<unknown>;
}

/** What changes an account needs a proof of its owner: the passkey if there is one, or else the password. */
@Injectable()
export class OwnerProof {
  constructor(
    private readonly prisma: Prisma,
    private readonly guessLimit: GuessLimit,
    private readonly passkeys: PasskeyCheck,
  ) {}

  /**
   * @returns how the user has proved who they are
   * @throws Refusal 403 credentials_invalid, passkey_refused, login_too_old, 429 busy, too_many_requests
   */
  async require(user: User, caller: Caller, { password, passkey }: Proof, origin: Origin): Promise<Amr> {
    if (passkey) {
      await this.passkeys.accept(passkey, user.id);
      return 'passkey';
    }
    const hasPasskey = await this.requirePasskeyFirst(user, caller);
    if (password !== undefined && user.passwordHash) {
      await this.guessLimit.requireCurrent(user, password, origin);
      return 'password';
    }
    if (user.passwordHash || hasPasskey) throw wrongPassword();
    if (!isFresh(caller.tokenIssuedAt)) throw new Refusal('login_too_old');
    return 'federated';
  }

  /** A mailed link of the last minutes stands in for a lost passkey, except for staff. @returns whether there is a passkey */
  private async requirePasskeyFirst({ id: userId }: User, { mailLinkAt }: Caller) {
    if (await this.prisma.staffRole.count({ where: { userId } })) throw new Refusal('staff_need_passkey');
    const hasPasskey = (await this.prisma.passkey.count({ where: { userId, rpId: this.passkeys.rpId } })) > 0;
    if (hasPasskey && !(mailLinkAt && isFresh(mailLinkAt))) throw new Refusal('passkey_comes_first');
    return hasPasskey;
  }
}

const isFresh = (at: Date) => at.getTime() >= Date.now() - freshMs;
