import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import type { Input } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { Passkey, User } from '../generated/prisma/client';
import { Log } from '../log';
import { queueOwnMail, type Transaction } from '../mail/outbox';
import { Refusal } from '../problem/problem';
import { PasskeyChallenges } from './passkey-challenges';

export type Answer = Input<'logInWithPasskey'>['body'];
export type Registration = Input<'addPasskey'>['body']['credential'];
type Owned = Passkey & { user: User };

/** What a user is called on authenticators: the id, without anything personal. */
export const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** ES256 and RS256: every authenticator has one of them. Weak keys of EdDSA are hard to recognise. */
export const algorithms = [-7, -257];

const counterFell = 'counter went backwards';

interface Proof {
  challenge: string;
  counter: bigint;
  /** Whether it may be on several devices. */
  isSynced: boolean;
}

/** The purpose of a challenge for a passkey that exists. */
export const answering = 'answer';

/** Checks what authenticators answer (Web Authentication, sections 7.1 and 7.2). Logs why an answer is refused. */
@Injectable()
export class PasskeyVerifier {
  private readonly origin: string;
  /** The host that passkeys belong to. */
  readonly rpId: string;

  constructor(
    config: Config,
    private readonly prisma: Prisma,
    private readonly challenges: PasskeyChallenges,
    private readonly log: Log,
  ) {
    ({ origin: this.origin, hostname: this.rpId } = new URL(config.publicUrl));
  }

  /** @param reason for the log; clients get no details */
  refused(reason: string, passkey?: Passkey): Refusal {
    const fields = { event: 'passkey_refused', reason, passkeyId: passkey?.id, userId: passkey?.userId };
    this.log.warn(fields, 'passkey refused');
    return new Refusal(reason === counterFell ? 'passkey_counter_fell' : 'passkey_refused');
  }

  /**
   * Uses the challenge of an answer up, and notes that its passkey was used.
   * @param userId the person whose passkey it must be; undefined: anybody's
   * @returns the passkey, with its user as read before the check: a token for a user who has changed since is not valid.
   * @throws Refusal 403 passkey_refused, 404 passkey_unknown
   */
  async accept(answer: Answer, userId?: string): Promise<Owned> {
    const where = { credentialId: answer.id };
    const passkey = await this.prisma.passkey.findUnique({ where, include: { user: true } });
    if (!passkey && !userId) throw passkeyUnknown();
    if (!passkey || (userId && passkey.userId !== userId))
      throw this.refused('of another person', passkey ?? undefined);
    const { userHandle } = answer.response;
    if (userHandle && userHandle !== userHandleOf(passkey.userId))
      throw this.refused('user handle of another person', passkey);
    const proof = await this.verifyAnswer(answer, passkey);
    const reason = await this.prisma.$transaction((tx) => this.noteUse(tx, passkey, proof));
    if (reason) throw this.refused(reason, passkey);
    return passkey;
  }

  private async verifyAnswer(answer: Answer, passkey: Passkey) {
    const check = this.expectations(answering);
    // Its counter is compared when it is written: two answers may come at the same time.
    const credential = { id: passkey.credentialId, publicKey: passkey.publicKey, counter: 0 };
    const clientExtensionResults = {};
    const response = { ...answer, authenticatorAttachment: undefined, clientExtensionResults };
    if (isFramed(answer.response.clientDataJSON)) throw this.refused('in a frame of another site', passkey);
    // Loaded on demand: the library parses certificates, and is slow to load.
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const verify = verifyAuthenticationResponse({ ...check.options, response, credential });
    const { verified, authenticationInfo } = await verify.catch((error: Error) => {
      throw this.refused(error.message, passkey);
    });
    if (!verified) throw this.refused('signature', passkey);
    return {
      challenge: check.challenge(),
      counter: BigInt(authenticationInfo.newCounter),
      isSynced: authenticationInfo.credentialDeviceType === 'multiDevice',
    };
  }

  /**
   * A counter that does not rise may mean that the key was copied: the use is refused, and the owner gets an email.
   * When a synced passkey moves to a password manager that does not count, its counter falls to 0: that is accepted.
   * @returns why the use is refused
   */
  private async noteUse(tx: Transaction, passkey: Owned, { challenge, counter, isSynced }: Proof) {
    const { id, name, user } = passkey;
    if (!(await this.challenges.use(tx, challenge))) return 'challenge was used before';
    const known = await lockPasskey(tx, id);
    if (!known) return 'removed';
    // A passkey never changes its kind, which is stored at registration. Release 1.3 did not store it.
    if ((known.backupEligible ?? isSynced) !== isSynced) return 'another backup eligibility';
    const counts = counter > 0n || known.counter > 0n;
    const fell = counter === 0n && known.counter > 0n;
    if (counts && counter <= known.counter && !(fell && known.backupEligible)) {
      await queueOwnMail(tx, user, 'PASSKEY_COPIED', { names: [name] });
      return counterFell;
    }
    const counterResetAt = known.counterResetAt ?? (fell ? new Date() : null);
    await tx.passkey.update({
      where: { id },
      data: { counter, counterResetAt, backupEligible: isSynced, lastUsedAt: new Date() },
    });
    if (fell)
      this.log.info({ event: 'passkey_counter_reset', passkeyId: id, userId: user.id }, 'passkey counter reset');
    if (fell && !known.counterResetAt) await queueOwnMail(tx, user, 'PASSKEY_MOVED', { names: [name] });
    return undefined;
  }

  /** @param purpose of its challenge. @throws Refusal 403 passkey_refused */
  async verifyRegistration(answer: Registration, purpose: string) {
    const check = this.expectations(purpose);
    const { clientDataJSON, attestationObject } = answer.response;
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const verify = async () => {
      if (isFramed(clientDataJSON)) throw new Error('in a frame of another site');
      const response = {
        ...{ ...answer, authenticatorAttachment: undefined, clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject: await withoutAttestation(attestationObject) },
      };
      const supportedAlgorithmIDs = algorithms;
      const result = await verifyRegistrationResponse({ ...check.options, supportedAlgorithmIDs, response });
      if (!result.verified) throw new Error('attestation');
      const { credential, credentialDeviceType } = result.registrationInfo;
      if (credential.id !== answer.id) throw new Error('another credential id');
      await requireStrongKey(credential.publicKey);
      return { ...credential, backupEligible: credentialDeviceType === 'multiDevice' };
    };
    const credential = await verify().catch((error: Error) => {
      throw this.refused(error.message);
    });
    return { ...credential, challenge: check.challenge() };
  }

  private expectations(purpose: string) {
    let challenge = '';
    const expectedChallenge = (given: string) => {
      challenge = given;
      return this.challenges.isValid(given, purpose);
    };
    const [expectedOrigin, expectedRPID] = [this.origin, this.rpId];
    const options = { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true };
    return { options, challenge: () => challenge };
  }
}

const lockPasskey = async (tx: Transaction, id: string) => {
  await tx.$executeRaw`SELECT FROM passkeys WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.passkey.findUnique({ where: { id } });
};

/** Our pages are never shown in frames. */
function isFramed(clientDataJSON: string): boolean {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return Boolean(data?.crossOrigin || data?.topOrigin);
  } catch {
    return false; // The library refuses it, and says why.
  }
}

/**
 * Some authenticators send an attestation although none was requested. It is not read: its certificates may name
 * addresses from which the library would fetch revocation lists.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const entries = [
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ] as const;
  return isoBase64URL.fromBuffer(isoCBOR.encode(new Map<string, never>(entries as never)));
}

/**
 * Anyone can sign with a weak key, and no one with a key that does not fit its algorithm. For ES256, the import checks that
 * the point is on the curve.
 * @param publicKey COSE_Key (RFC 9052). @throws Error
 */
async function requireStrongKey(publicKey: Uint8Array<ArrayBuffer>) {
  const { cose, decodeCredentialPublicKey, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const { kty, alg, crv, x, y, n, e } = cose.COSEKEYS;
  const fields = decodeCredentialPublicKey(publicKey) as unknown as Map<number, Uint8Array<ArrayBuffer>>;
  const kind = [kty, alg].map((name) => fields.get(name)).join();
  const bytes = (name: number) => isoBase64URL.fromBuffer(fields.get(name) ?? new Uint8Array());
  const load = (key: JsonWebKey) => createPublicKey({ key, format: 'jwk' });
  if (kind === '2,-7' && `${fields.get(crv)}` === '1' && [x, y].every((name) => fields.get(name)?.length === 32))
    return void load({ kty: 'EC', crv: 'P-256', x: bytes(x), y: bytes(y) });
  if (kind !== '3,-257') throw new Error('a key that does not fit its algorithm');
  const { modulusLength = 0, publicExponent } =
    load({ kty: 'RSA', n: bytes(n), e: bytes(e) }).asymmetricKeyDetails ?? {};
  if (modulusLength < 2048 || modulusLength > 8192 || publicExponent !== 65537n) throw new Error('weak RSA key');
}

export const passkeyUnknown = () => new Refusal('passkey_unknown');
