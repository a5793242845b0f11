import { Injectable } from '@nestjs/common';
import { callerUser, lockedCaller } from '../account/caller-user';
import { OwnerProof } from '../account/owner-proof';
import { wrongPassword } from '../account/password-hasher';
import { SignIns } from '../account/sign-ins';
import { generationOf, type TokenHolder, TokenIssuer } from '../account/token-issuer';
import { cleanText } from '../clean-text';
import type { Caller, Input, Reply } from '../contract/types';
import { isUniqueViolation } from '../database/database-errors';
import { Prisma } from '../database/prisma.service';
import type { Passkey } from '../generated/prisma/client';
import { queueOwnMail } from '../mail/outbox';
import { Refusal } from '../problem/problem';
import { erasePasskeys } from './erase-passkeys';
import { PasskeyChallenges, challengeTimeoutMs as timeout } from './passkey-challenges';
import { algorithms, answering, PasskeyVerifier, passkeyUnknown, userHandleOf } from './passkey-verifier';

const maxPasskeys = 20;

const publicKey = 'public-key' as const;
const required = 'required' as const;

@Injectable()
export class PasskeyService {
  constructor(
    private readonly prisma: Prisma,
    private readonly challenges: PasskeyChallenges,
    private readonly verifier: PasskeyVerifier,
    private readonly proof: OwnerProof,
    private readonly signIns: SignIns,
    private readonly tokens: TokenIssuer,
  ) {}

  async getPasskeyOptions(): Promise<Reply<'getPasskeyOptions'>> {
    const { rpId } = this.verifier;
    return { challenge: this.challenges.issue(answering), rpId, userVerification: required, timeout };
  }

  /** @throws Refusal 403 passkey_refused, 404 passkey_unknown */
  async logInWithPasskey({ body, origin }: Input<'logInWithPasskey'>): Promise<Reply<'logInWithPasskey'>> {
    const { user } = await this.verifier.accept(body);
    await this.signIns.record(user.id, 'passkey', origin, user.tokensValidAfter);
    return { success: true, message: 'Logged in.', token: this.tokens.issue(user, 'passkey') };
  }

  async listPasskeys({ userId }: Caller): Promise<Reply<'listPasskeys'>> {
    const passkeys = await this.prisma.passkey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
    const { rpId } = this.verifier;
    return { rpId, userHandle: userHandleOf(userId), passkeys: passkeys.map((each) => this.reply(each)) };
  }

  /** @throws Refusal 403 credentials_invalid, passkey_refused, login_too_old, 409 passkey_limit, 429 busy */
  async createPasskeyOptions({
    caller,
    body,
    origin,
  }: Input<'createPasskeyOptions'>): Promise<Reply<'createPasskeyOptions'>> {
    const user = await callerUser(this.prisma, caller);
    await this.proof.require(user, caller, body, origin);
    const passkeys = await this.prisma.passkey.findMany({ where: { userId: user.id } });
    if (passkeys.length >= maxPasskeys) throw new Refusal('passkey_limit', { count: `${maxPasskeys}` });
    const name = user.email ?? 'GitHub or Google account';
    const here = passkeys.filter(({ rpId }) => rpId === this.verifier.rpId);
    return {
      challenge: this.challenges.issue(addingTo(user)),
      rp: { id: this.verifier.rpId, name: 'NovaCore' },
      user: { id: userHandleOf(user.id), name, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: publicKey, alg })),
      excludeCredentials: here.map(({ credentialId }) => ({ type: publicKey, id: credentialId })),
      authenticatorSelection: { residentKey: required, requireResidentKey: true, userVerification: required },
      attestation: 'none',
      timeout,
    };
  }

  /** @throws Refusal 403 passkey_refused, 409 passkey_taken, passkey_limit */
  async addPasskey({ caller, body }: Input<'addPasskey'>): Promise<Reply<'addPasskey'>> {
    const user = await callerUser(this.prisma, caller);
    const { id, publicKey, counter, challenge, backupEligible } = await this.verifier.verifyRegistration(
      body.credential,
      addingTo(user),
    );
    const own = { userId: user.id, name: nameOf(body.name), backupEligible };
    const data = { ...own, credentialId: id, publicKey, counter: BigInt(counter), rpId: this.verifier.rpId };
    const add = this.prisma.$transaction(async (tx) => {
      const locked = await lockedCaller(tx, caller);
      // A new password cancels the registration.
      if (addingTo(locked) !== addingTo(user) || !(await this.challenges.use(tx, challenge)))
        throw this.verifier.refused('challenge was used before, or all tokens were revoked');
      if ((await tx.passkey.count({ where: { userId: user.id } })) >= maxPasskeys)
        throw new Refusal('passkey_limit', { count: `${maxPasskeys}` });
      const added = await tx.passkey.create({ data });
      await queueOwnMail(tx, locked, 'PASSKEY_ADDED', { names: [added.name] });
      return added;
    });
    const added = await add.catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new Refusal('passkey_taken');
    });
    return this.reply(added);
  }

  /** @throws Refusal 404 passkey_unknown */
  async renamePasskey({ caller: { userId }, body }: Input<'renamePasskey'>): Promise<Reply<'renamePasskey'>> {
    const [renamed] = await this.prisma.passkey.updateManyAndReturn({
      where: { id: body.id, userId },
      data: { name: nameOf(body.name) },
    });
    if (!renamed) throw passkeyUnknown();
    return this.reply(renamed);
  }

  /** @throws Refusal 403 credentials_invalid, passkey_refused, login_too_old, 404 passkey_unknown, 429 busy */
  async removePasskeys({ caller, body, origin }: Input<'removePasskeys'>): Promise<Reply<'removePasskeys'>> {
    const user = await callerUser(this.prisma, caller);
    const way = await this.proof.require(user, caller, body, origin);
    const where = { id: { in: body.ids }, userId: user.id };
    const holder = await this.prisma.$transaction(async (tx) => {
      const locked = await lockedCaller(tx, caller);
      if (locked.passwordHash !== user.passwordHash) throw wrongPassword();
      if ((await tx.passkey.count({ where })) < body.ids.length) throw passkeyUnknown();
      return erasePasskeys(tx, locked, body.ids);
    });
    return { token: this.tokens.issue(holder, way) };
  }

  private reply({ id, credentialId, name, createdAt, lastUsedAt, rpId }: Passkey): Reply<'addPasskey'> {
    const times = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
    return { id, credentialId, name, ...times, usable: rpId === this.verifier.rpId };
  }
}

/** Purpose of a challenge for a new passkey. */
const addingTo = (user: TokenHolder) => `add ${user.id} ${generationOf(user)}`;

const nameOf = (typed: string) => cleanText(typed) || 'Passkey';
