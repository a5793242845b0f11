import { Injectable } from '@nestjs/common';
import type { Origin } from '../client-network';
import { Config } from '../config/config';
import type { Input, Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import { linkInvalid, MailLinks } from '../mail/mail-links';
import { queueMail, type Transaction } from '../mail/outbox';
import { normalizedEmail } from './email';
import { GuessLimit } from './guess-limit';
import { PasswordHasher } from './password-hasher';
import { requireStrongPassword } from './password-policy';
import { endSessionLinks, endUnproven, revokeAllTokens } from './revocation';
import { SignIns } from './sign-ins';
import { TokenIssuer } from './token-issuer';

@Injectable()
export class PasswordResetService {
  constructor(
    private readonly prisma: Prisma,
    private readonly links: MailLinks,
    private readonly hasher: PasswordHasher,
    private readonly tokens: TokenIssuer,
    private readonly config: Config,
    private readonly signIns: SignIns,
    private readonly guessLimit: GuessLimit,
  ) {}

  /** Queues the same row for every address, so that neither reply nor timing reveals an account. */
  async requestPasswordReset({ body }: Input<'requestPasswordReset'>): Promise<Reply<'requestPasswordReset'>> {
    const recipient = normalizedEmail(body.email);
    await queueMail(this.prisma, { kind: 'RESET_PASSWORD', recipient, userId: null });
    return { message: 'If there is an account with this address, an email is on its way.' };
  }

  /** @throws Refusal 410 link_invalid, 400 password_refused, 429 busy */
  async resetPassword({ body, origin }: Input<'resetPassword'>): Promise<Reply<'resetPassword'>> {
    // We check token and password first, so that a bad one costs no hash and does not use up the link.
    const { email } = await this.links.find(body.token, 'RESET_PASSWORD');
    await requireStrongPassword(body.newPassword, '/newPassword', email, this.config.passwordMinLength);
    const passwordHash = await this.hasher.hash(body.newPassword, origin.network);
    const changed = await this.prisma.$transaction((tx) => this.replacePassword(tx, body.token, passwordHash, origin));
    return { token: this.tokens.issue(changed, 'mailLink') };
  }

  private async replacePassword(tx: Transaction, token: string, passwordHash: string, origin: Origin) {
    const { userId, email } = await this.links.use(tx, token, ['RESET_PASSWORD']);
    // The link proves the address, so we confirm it. Links to an earlier address are refused.
    const { emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const updated = await tx.$executeRaw`
      UPDATE users SET password_hash = ${passwordHash}, email_verified_at = COALESCE(email_verified_at, now())
      WHERE id = ${userId}::uuid AND email_normalized = ${normalizedEmail(email)}`;
    if (!updated) throw linkInvalid();
    if (emailVerifiedAt) await endSessionLinks(tx, userId);
    else await endUnproven(tx, userId);
    const names = (await tx.passkey.findMany({ where: { userId } })).map(({ name }) => name);
    await queueMail(tx, { kind: 'PASSWORD_CHANGED', recipient: email, userId, data: { names } });
    // Devices that logged in with the old password are no longer trusted.
    await this.signIns.forgetDevices(tx, userId);
    await this.signIns.recordIn(tx, userId, 'reset_link', origin);
    await this.guessLimit.clear(tx, email);
    return revokeAllTokens(tx, userId);
  }
}
