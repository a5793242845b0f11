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

/** Authenticators store only the user's id. */
export const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/** ES256 and RS256. Every authenticator has one of them. We leave out EdDSA, whose weak keys are hard to detect. */
export const algorithms = [-7, -257];

const counterFell = 'counter went backwards';

interface Proof {
  challenge: string;
  counter: bigint;
  /** Whether the passkey may be on several devices. */
  isSynced: boolean;
}

/** Purpose of a challenge for an existing passkey. */
export const answering = 'answer';

/** Checks passkey answers (Web Authentication, sections 7.1 and 7.2) and logs why one is refused. */
@Injectable()
export class PasskeyVerifier {
  private readonly origin: string;
  /** The host of the passkeys. */
  readonly rpId: string;

  constructor(
    config: Config,
    private readonly prisma: Prisma,
    private readonly challenges: PasskeyChallenges,
    private readonly log: Log,
  ) {
    ({ origin: this.origin, hostname: this.rpId } = new URL(config.publicUrl));
  }

  /** @param reason appears in the log only */
  refused(reason: string, passkey?: Passkey): Refusal {
    const fields = { event: 'passkey_refused', reason, passkeyId: passkey?.id, userId: passkey?.userId };
    this.log.warn(fields, 'passkey refused');
    return new Refusal(reason === counterFell ? 'passkey_counter_fell' : 'passkey_refused');
  }

  /**
   * Uses up the challenge of an answer and records the use of the passkey.
   * @param userId the required owner of the passkey, if any
   * @returns the passkey with its user as read before the check, so that later changes make new tokens invalid
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
    // `noteUse` compares the counter under a lock, because two answers may arrive concurrently.
    const credential = { id: passkey.credentialId, publicKey: passkey.publicKey, counter: 0 };
    const clientExtensionResults = {};
    const response = { ...answer, authenticatorAttachment: undefined, clientExtensionResults };
    if (isFramed(answer.response.clientDataJSON)) throw this.refused('in a frame of another site', passkey);
    // The library is slow to load.
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
   * A counter that does not rise may mean a copied key, so we refuse the use and email the owner. It may fall to 0 if a
   * synced passkey moves to a password manager that does not count.
   * @returns why the use is refused, if it is
   */
  private async noteUse(tx: Transaction, passkey: Owned, { challenge, counter, isSynced }: Proof) {
    const { id, name, user } = passkey;
    if (!(await this.challenges.use(tx, challenge))) return 'challenge was used before';
    const known = await lockPasskey(tx, id);
    if (!known) return 'removed';
    // The backup eligibility never changes. Release 1.3 did not store it.
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

  /** @throws Refusal 403 passkey_refused */
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

/** We never show our pages in frames. */
function isFramed(clientDataJSON: string): boolean {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return Boolean(data?.crossOrigin || data?.topOrigin);
  } catch {
    return false; // the library refuses it
  }
}

/**
 * Removes an attestation that we did not request. Otherwise the library would fetch revocation lists from the addresses
 * in its certificates.
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
 * Refuses weak keys, and keys that do not fit their algorithm. The import checks that a point is on the curve.
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
