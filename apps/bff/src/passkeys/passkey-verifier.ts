import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import type { Input } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { Passkey, User } from '../generated/prisma/client';
import { Log } from '../log';
import { queueOwnMail, type Transaction } from '../mail/outbox';
import { Problem } from '../problem/problem';
import { PasskeyChallenges } from './passkey-challenges';

export type Answer = Input<'logInWithPasskey'>['body'];
export type Registration = Input<'addPasskey'>['body']['credential'];
type Owned = Passkey & { user: User };

/** What a user is called on authenticators: the id, without anything personal. */
export const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

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

  /** Clients get no details. @param reason for the log */
  refused(reason: string, passkey?: Passkey): Problem {
    const fields = { event: 'passkey_refused', reason, passkeyId: passkey?.id, userId: passkey?.userId };
    this.log.warn(fields, 'passkey refused');
    return new Problem(403, 'passkey_refused', 'The passkey was not accepted. Please try again, or use another way.');
  }

  /**
   * Uses the challenge of an answer up, and notes that its passkey was used.
   * @param userId the person whose passkey it must be; undefined: anybody's
   * @returns the passkey, with its user as read before the check: a token for a user who has changed since is not valid.
   * @throws Problem 403 passkey_refused, 404 passkey_unknown
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
    const { challenge, counter } = await this.verifyAnswer(answer, passkey);
    const reason = await this.prisma.$transaction((tx) => this.noteUse(tx, passkey, challenge, counter));
    if (reason) throw this.refused(reason, passkey);
    return passkey;
  }

  private async verifyAnswer(answer: Answer, passkey: Passkey) {
    const check = this.expectations(answering);
    // Its counter is compared when it is written: two answers may come at the same time.
    const credential = { id: passkey.credentialId, publicKey: passkey.publicKey, counter: 0 };
    const clientExtensionResults = {};
    const response = { ...answer, authenticatorAttachment: undefined, clientExtensionResults };
    // Loaded on demand: the library parses certificates, and is slow to load.
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const verify = verifyAuthenticationResponse({ ...check.options, response, credential });
    const { verified, authenticationInfo } = await verify.catch((error: Error) => {
      throw this.refused(error.message, passkey);
    });
    if (!verified) throw this.refused('signature', passkey);
    return { challenge: check.challenge(), counter: BigInt(authenticationInfo.newCounter) };
  }

  /** @returns why it is refused. A counter that does not go up means that the key was copied: the person gets a mail. */
  private async noteUse(tx: Transaction, { id, name, user }: Owned, challenge: string, counter: bigint) {
    if (!(await this.challenges.use(tx, challenge))) return 'challenge was used before';
    const used = await tx.$executeRaw`
      UPDATE passkeys SET counter = ${counter}::bigint, last_used_at = now()
      WHERE id = ${id}::uuid AND (counter < ${counter}::bigint OR (counter = 0 AND ${counter}::bigint = 0))`;
    if (used) return undefined;
    if (!(await tx.passkey.findUnique({ where: { id } }))) return 'removed';
    await queueOwnMail(tx, user, 'PASSKEY_COPIED', { names: [name] });
    return 'counter went backwards';
  }

  /** @param purpose of its challenge. @throws Problem 403 passkey_refused */
  async verifyRegistration(answer: Registration, purpose: string) {
    const check = this.expectations(purpose);
    const { clientDataJSON, attestationObject } = answer.response;
    const response = {
      ...{ ...answer, authenticatorAttachment: undefined, clientExtensionResults: {} },
      response: { clientDataJSON, attestationObject },
    };
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const verify = async () => {
      await requireNoCertificates(attestationObject);
      return verifyRegistrationResponse({ ...check.options, response });
    };
    const { verified, registrationInfo } = await verify().catch((error: Error) => {
      throw this.refused(error.message);
    });
    if (!verified) throw this.refused('attestation');
    if (registrationInfo.credential.id !== answer.id) throw this.refused('another credential id');
    return { ...registrationInfo.credential, challenge: check.challenge() };
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

/**
 * Certificates are not asked for, and may name addresses from which the library would fetch revocation lists.
 * @throws Error
 */
async function requireNoCertificates(attestationObject: string) {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  if (format !== 'none' && !(format === 'packed' && !decoded.get('attStmt').get('x5c')))
    throw new Error(`attestation in the format ${format}`);
}

export const passkeyUnknown = () =>
  new Problem(404, 'passkey_unknown', 'This passkey was removed here, or never added.');
