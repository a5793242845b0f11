import { Injectable } from '@nestjs/common';
import type { Caller, Input, Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { isUniqueViolation } from '../database/unique-violation';
import { linkInvalid, MailLinks, type UsedLink } from '../mail/mail-links';
import { queueMail, type Transaction } from '../mail/outbox';
import { emailTaken } from './account.service';
import { normalizedEmail } from './email';
import { PasswordHasher, wrongPassword } from './password-hasher';

/** Confirms and changes email addresses. */
@Injectable()
export class EmailService {
  constructor(
    private readonly prisma: Prisma,
    private readonly links: MailLinks,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @throws Problem 410 link_invalid, 409 email_taken */
  async verifyEmail({ body }: Input<'verifyEmail'>): Promise<Reply<'verifyEmail'>> {
    const use = this.prisma.$transaction(async (tx) => {
      const link = await this.links.use(tx, body.token, ['VERIFY_EMAIL', 'CHANGE_EMAIL']);
      await (link.kind === 'CHANGE_EMAIL' ? this.replaceEmail(tx, link) : this.confirmEmail(tx, link));
    });
    await use.catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailTaken() : error;
    });
    return { message: 'Your email address is confirmed.' };
  }

  async resendVerification({ userId }: Caller): Promise<Reply<'resendVerification'>> {
    const { email, passwordHash, emailVerifiedAt } = await this.prisma.user.findUniqueOrThrow({
      where: { id: userId },
    });
    if (email && passwordHash && !emailVerifiedAt)
      await queueMail(this.prisma, { kind: 'VERIFY_EMAIL', recipient: email, userId });
    return { message: 'A mail is on its way. If you asked within the last ten minutes, use the mail that you have.' };
  }

  /** @throws Problem 409 no_password, email_taken, 403 credentials_invalid, 429 busy */
  async changeEmail({ caller, body }: Input<'changeEmail'>): Promise<Reply<'changeEmail'>> {
    const { userId } = caller;
    const user = await this.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    await this.hasher.requireCurrent(user.passwordHash, body.password);
    const owner = await this.prisma.user.findUnique({ where: { emailNormalized: normalizedEmail(body.email) } });
    if (owner) throw emailTaken();
    await this.prisma.$transaction(async (tx) => {
      // A new password or a deletion since the check above cancels the change.
      const [locked] = await tx.$queryRaw<unknown[]>`
        SELECT id FROM users WHERE id = ${userId}::uuid AND password_hash = ${user.passwordHash} FOR UPDATE`;
      if (!locked) throw wrongPassword();
      await queueMail(tx, { kind: 'CHANGE_EMAIL', recipient: body.email, userId });
      if (user.email) await queueMail(tx, { kind: 'EMAIL_CHANGE_REQUESTED', recipient: user.email, userId });
    });
    return { message: 'We sent a link to the new address. Your address changes when you open it.' };
  }

  private async confirmEmail(tx: Transaction, { userId: id, email }: UsedLink) {
    const where = { id, emailNormalized: normalizedEmail(email) };
    const { count } = await tx.user.updateMany({ where, data: { emailVerifiedAt: new Date() } });
    if (!count) throw linkInvalid();
  }

  /** Links to the old address are worth nothing from now on. */
  private async replaceEmail(tx: Transaction, { userId: id, email }: UsedLink) {
    const before = await tx.user.findUniqueOrThrow({ where: { id } });
    const data = { email, emailNormalized: normalizedEmail(email), emailVerifiedAt: new Date() };
    await tx.user.update({ where: { id }, data });
    await tx.mailLink.deleteMany({ where: { userId: id } });
    if (before.email) await queueMail(tx, { kind: 'EMAIL_CHANGED', recipient: before.email, userId: id });
  }
}
