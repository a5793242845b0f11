import { Injectable } from '@nestjs/common';
import type { Origin } from '../client-network';
import type { Caller, Input } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { User } from '../generated/prisma/client';
import { Refusal } from '../problem/problem';
import { GuessLimit } from './guess-limit';
import { wrongPassword } from './password-hasher';
import type { Amr } from './token-issuer';

/** How long a login or an emailed link proves the owner. */
const freshMs = 10 * 60_000;

type Proof = Pick<Input<'deleteAccount'>['body'], 'password' | 'passkey'>;

/** Checks passkey answers. PasskeysModule implements it, because that module imports this one. */
export abstract class PasskeyCheck {
  /** The host of the passkeys. */
  abstract rpId: string;
  abstract accept(answer: NonNullable<Proof['passkey']>, userId: string): Promise<unknown>;
}

/** Changes to an account need a proof: the passkey if there is one, otherwise the password. */
@Injectable()
export class OwnerProof {
  constructor(
    private readonly prisma: Prisma,
    private readonly guessLimit: GuessLimit,
    private readonly passkeys: PasskeyCheck,
  ) {}

  /**
   * @returns the kind of proof
   * @throws Refusal 403 credentials_invalid, passkey_refused, login_too_old, 429 busy, too_many_requests
   */
  async require(user: User, caller: Caller, { password, passkey }: Proof, origin: Origin): Promise<Amr> {
    if (passkey) {
      await this.passkeys.accept(passkey, user.id);
      return 'passkey';
    }
    await this.requirePasskeyFirst(user, caller);
    if (password !== undefined && user.passwordHash) {
      await this.guessLimit.requireCurrent(user, password, origin);
      return 'password';
    }
    if (user.passwordHash) throw wrongPassword();
    if (!isFresh(caller.tokenIssuedAt)) throw new Refusal('login_too_old');
    return 'federated';
  }

  /** A fresh emailed link replaces a lost passkey, except for staff and for accounts without a password. */
  private async requirePasskeyFirst({ id: userId, passwordHash }: User, { mailLinkAt }: Caller) {
    if (await this.prisma.staffRole.count({ where: { userId } })) throw new Refusal('staff_need_passkey');
    if (!(await this.prisma.passkey.count({ where: { userId, rpId: this.passkeys.rpId } }))) return;
    if (!passwordHash) throw new Refusal('passkey_only');
    if (!mailLinkAt || !isFresh(mailLinkAt)) throw new Refusal('passkey_comes_first');
  }
}

const isFresh = (at: Date) => at.getTime() >= Date.now() - freshMs;
