import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller, Input, Reply } from '../contract/types';
import { isUniqueViolation } from '../database/database-errors';
import { Prisma } from '../database/prisma.service';
import { linkInvalid, MailLinks, type UsedLink } from '../mail/mail-links';
import { queueMail, type Transaction } from '../mail/outbox';
import { Refusal } from '../problem/problem';
import { emailTaken } from './account.service';
import { callerUser, lockedCaller } from './caller-user';
import { normalizedEmail, requireHarmless } from './email';
import { OwnerProof } from './owner-proof';
import { PasswordHasher, wrongPassword } from './password-hasher';
import { endUnproven } from './revocation';
import { SignIns } from './sign-ins';
import { TokenIssuer } from './token-issuer';

@Injectable()
export class EmailService {
  constructor(
    private readonly prisma: Prisma,
    private readonly links: MailLinks,
    private readonly hasher: PasswordHasher,
    private readonly proof: OwnerProof,
    private readonly signIns: SignIns,
    private readonly tokens: TokenIssuer,
  ) {}

  /** @throws Refusal 410 link_invalid, 409 email_taken */
  async verifyEmail({ body, session, origin }: Input<'verifyEmail'>): Promise<Reply<'verifyEmail'>> {
    const use = this.prisma.$transaction(async (tx) => {
      const link = await this.links.use(tx, body.token, ['VERIFY_EMAIL', 'CHANGE_EMAIL']);
      const { emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: link.userId } });
      await (link.kind === 'CHANGE_EMAIL' ? this.replaceEmail(tx, link) : this.confirmEmail(tx, link));
      if (emailVerifiedAt) return undefined;
      const own = session?.userId === link.userId ? session : undefined;
      await this.signIns.forgetDevices(tx, link.userId, origin);
      const holder = await endUnproven(tx, link.userId, own);
      return own && this.tokens.issue(holder, own.passkeyAt ? 'passkey' : 'password');
    });
    const token = await use.catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailTaken() : error;
    });
    return { message: 'Your email address is confirmed.', ...(token && { token }) };
  }

  /**
   * Locks the creator out of an account that the owner of the address did not create. The emailed link lets the owner
   * take it over.
   * @throws Refusal 410 link_invalid, 429 busy
   */
  async rejectAccount({ body, origin }: Input<'rejectAccount'>): Promise<Reply<'rejectAccount'>> {
    await this.links.find(body.token, 'VERIFY_EMAIL');
    // A random password, because every account with an address needs a hash.
    const passwordHash = await this.hasher.hash(randomUUID(), origin.network);
    await this.prisma.$transaction(async (tx) => {
      const { userId: id, email } = await this.links.use(tx, body.token, ['VERIFY_EMAIL']);
      const where = { id, emailNormalized: normalizedEmail(email), emailVerifiedAt: null };
      if (!(await tx.user.updateMany({ where, data: { passwordHash } })).count) throw linkInvalid();
      await endUnproven(tx, id);
      await this.signIns.forgetDevices(tx, id);
      await this.links.stop(tx, email);
      await queueMail(tx, { kind: 'RESET_PASSWORD', recipient: email, userId: id, data: { rejected: true } });
    });
    return { message: 'All sessions of this account have ended. An email with a link to take it over is on its way.' };
  }

  async resendVerification(caller: Caller): Promise<Reply<'resendVerification'>> {
    await this.prisma.$transaction(async (tx) => {
      const { id, email, passwordHash, emailVerifiedAt } = await lockedCaller(tx, caller);
      if (email && passwordHash && !emailVerifiedAt)
        await queueMail(tx, { kind: 'VERIFY_EMAIL', recipient: email, userId: id });
    });
    return {
      message: 'An email is on its way. If none arrives, use the newest one that you have: we wait longer each time.',
    };
  }

  /** @throws Refusal 400 invalid_input, 409 no_password, email_taken, 403 credentials_invalid, 429 busy */
  async changeEmail({ caller, body, origin }: Input<'changeEmail'>): Promise<Reply<'changeEmail'>> {
    requireHarmless(body.email);
    const user = await callerUser(this.prisma, caller);
    if (!user.passwordHash) throw new Refusal('no_password');
    await this.proof.require(user, caller, body, origin);
    const owner = await this.prisma.user.findUnique({ where: { emailNormalized: normalizedEmail(body.email) } });
    // People may change the letter case of their address.
    if (owner && owner.id !== user.id) throw emailTaken();
    await this.prisma.$transaction(async (tx) => {
      // A new password since the proof cancels the change.
      const { passwordHash } = await lockedCaller(tx, caller);
      if (passwordHash !== user.passwordHash) throw wrongPassword();
      await queueMail(tx, { kind: 'CHANGE_EMAIL', recipient: body.email, userId: user.id });
    });
    return { message: 'We sent a link to the new address. Your address changes when you open it.' };
  }

  private async confirmEmail(tx: Transaction, { userId: id, email }: UsedLink) {
    const where = { id, emailNormalized: normalizedEmail(email) };
    const { count } = await tx.user.updateMany({ where, data: { emailVerifiedAt: new Date() } });
    if (!count) throw linkInvalid();
  }

  /** Deletes all links, because they went to the old address. */
  private async replaceEmail(tx: Transaction, { userId: id, email }: UsedLink) {
    const before = await tx.user.findUniqueOrThrow({ where: { id } });
    const data = { email, emailNormalized: normalizedEmail(email), emailVerifiedAt: new Date() };
    await tx.user.update({ where: { id }, data });
    await tx.mailLink.deleteMany({ where: { userId: id } });
    if (before.email) await queueMail(tx, { kind: 'EMAIL_CHANGED', recipient: before.email, userId: id });
  }
}
