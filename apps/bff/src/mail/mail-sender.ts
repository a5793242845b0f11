import { Injectable } from '@nestjs/common';
import { Catalogue } from '../config/catalogue';
import { Config } from '../config/config';
import { isEmailAddress, isOperatorAddress } from '../config/email-address';
import { Prisma } from '../database/prisma.service';
import type { OutboxMail } from '../generated/prisma/client';
import { finishAll, type Job, Jobs } from '../jobs/jobs';
import { Log } from '../log';
import { renderLetter } from './letter';
import { isLinkKind, type LinkKind, MailLinks } from './mail-links';
import type { MailKind, OrderFacts } from './outbox';
import { mailServerFault, sendMessage, sendTimeoutMs, Unanswered } from './smtp-transport';
import { type LetterContext, letterOf, productName } from './templates';

const periodMs = 1_000;
const concurrency = 2;
/** A claim lasts longer than an attempt, so that no other instance sends the email too. */
const claimMarginMs = 60_000;

/** Limits for emails that strangers can trigger. */
const fiveAnHour = { emails: 5, minutes: 60 };
const noticeLimits: { [Kind in MailKind]?: { emails: number; minutes: number; ofAccount?: number } } = {
  PASSWORD_CHANGED: fiveAnHour,
  EMAIL_CHANGE_REQUESTED: fiveAnHour,
  EMAIL_CHANGED: fiveAnHour,
  ACCOUNT_DELETED: fiveAnHour,
  PASSKEY_ADDED: fiveAnHour,
  PASSKEYS_REMOVED: fiveAnHour,
  PASSKEY_COPIED: fiveAnHour,
  PASSKEY_MOVED: fiveAnHour,
  RECEIPT: fiveAnHour,
  // People stop reading these if they come more often. Several accounts may share an address.
  GUESSES_LIMITED: { emails: 1, minutes: 24 * 60 },
  NEW_SIGN_IN: { emails: 5, minutes: 24 * 60, ofAccount: 1 },
};

/** The reason why an email is not sent. */
type DropReason = 'no_account' | 'confirmed_already' | 'not_an_address' | 'too_many_mails' | 'no_link';

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

const isAboutMessage = ({ code, command = '' }: SmtpError) => code === 'EMESSAGE' || /^(MAIL|RCPT|DATA)/.test(command);

/** Codes of a server that accepts no email from us. */
const refusesUs = [530, 554];

/** The server refused this recipient or message. If it refuses our sender or login, we retry. */
const isRefused = ({ code, command, responseCode = 0 }: SmtpError) =>
  responseCode >= 500 && !refusesUs.includes(responseCode) && (code === 'EMESSAGE' || command === 'RCPT TO');

/** Sends the emails in the outbox. Any number of instances may run it. */
@Injectable()
export class MailSender {
  private readonly messageHost: string;
  private readonly job: Job;

  constructor(
    private readonly config: Config,
    private readonly prisma: Prisma,
    private readonly links: MailLinks,
    private readonly catalogue: Catalogue,
    private readonly log: Log,
    jobs: Jobs,
  ) {
    this.messageHost = new URL(config.publicUrl).hostname;
    const run = () => finishAll(Array.from({ length: concurrency }, () => this.sendDueEmails()));
    this.job = jobs.add({ name: 'mails', periodMs, on: 'each instance', run });
  }

  private async sendDueEmails() {
    for (let mail = await this.claim(); mail && !this.job.isStopping; mail = await this.claim()) await this.send(mail);
  }

  /**
   * Claims one due email for this instance. After a crash between sending and recording, the email is sent again with
   * the same Message-ID.
   */
  private async claim(): Promise<OutboxMail | null> {
    const claimSeconds = Math.ceil((sendTimeoutMs(this.config) + claimMarginMs) / 1_000);
    const [claimed] = await this.prisma.$queryRaw<{ id: string }[]>`
      WITH due AS (
        SELECT id FROM mail_outbox WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE mail_outbox SET next_attempt_at = now() + ${claimSeconds}::int * interval '1 second', attempts = attempts + 1
      FROM due WHERE mail_outbox.id = due.id RETURNING mail_outbox.id`;
    return claimed ? this.prisma.outboxMail.findUnique({ where: { id: claimed.id } }) : null;
  }

  private async send(mail: OutboxMail) {
    const fields = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts };
    try {
      const reason = await this.deliver(mail);
      await (reason ? this.remove(mail) : this.removeAs('sent', mail));
      if (reason) this.log.info({ event: 'mail_dropped', ...fields, reason }, 'email dropped');
      else this.log.info({ event: 'mail_sent', ...fields }, 'email sent');
    } catch (error) {
      await this.handleFailure(mail, error as SmtpError, fields);
    }
  }

  /** @returns undefined if the email was sent, otherwise the reason */
  private async deliver(mail: OutboxMail): Promise<DropReason | undefined> {
    const context = await this.contextOf(mail);
    if (typeof context === 'string') return context;
    const letter = letterOf(mail.kind, mail.data, context);
    if (!letter) throw new Error(`${mail.kind} is an email of another version`);
    const message = {
      ...renderLetter(letter, { productName, ...this.catalogue.seller }),
      // Other encodings have long lines or an unreadable source.
      textEncoding: 'quoted-printable' as const,
      from: this.config.mailFrom,
      to: { name: '', address: context.recipient },
      messageId: `<${mail.id}@${this.messageHost}>`,
      date: mail.createdAt,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    await sendMessage(this.config, message, this.job.limit.signal);
    return undefined;
  }

  private async contextOf(mail: OutboxMail): Promise<LetterContext | DropReason> {
    const { publicUrl, contactEmail } = this.config;
    const context = { publicUrl, contactEmail, seller: this.catalogue.seller, recipient: mail.recipient };
    if (isLinkKind(mail.kind)) return this.linkContextOf(mail, mail.kind, context);
    const isAddress = mail.kind === 'OPERATOR_ALERT' ? isOperatorAddress : isEmailAddress;
    if (!isAddress(mail.recipient)) return 'not_an_address';
    return mail.attempts > 1 || (await this.isBelowLimits(mail)) ? context : 'too_many_mails';
  }

  private async isBelowLimits({ kind, recipient, userId, data }: OutboxMail) {
    const limit = noticeLimits[kind as MailKind];
    if (!limit) return true;
    const count = (key: string, max: number) => this.links.isBelowLimit(this.prisma, kind, key, max, limit.minutes);
    if (limit.ofAccount && !(await count(`${userId} ${recipient}`, limit.ofAccount))) return false;
    // Receipts are limited per order.
    return count(kind === 'RECEIPT' ? `${recipient} ${(data as OrderFacts).orderId}` : recipient, limit.emails);
  }

  private async linkContextOf(mail: OutboxMail, kind: LinkKind, context: LetterContext) {
    const where = mail.userId ? { id: mail.userId } : { emailNormalized: mail.recipient };
    const user = await this.prisma.user.findUnique({ where });
    if (!user) return 'no_account';
    if (kind === 'VERIFY_EMAIL' && user.emailVerifiedAt) return 'confirmed_already';
    const recipient = kind === 'CHANGE_EMAIL' ? mail.recipient : (user.email ?? '');
    if (!isEmailAddress(recipient)) return 'not_an_address';
    const token = await this.links.tokenFor(mail, kind, user.id, recipient);
    return token ? { ...context, recipient, token } : 'no_link';
  }

  /**
   * Moves an email from the outbox to `sent_mails`. Locks in the order of `lockUser`, to avoid a deadlock with the
   * deletion of an account. Password resets have only an address.
   */
  private removeAs(outcome: 'sent' | 'given_up', { id }: OutboxMail) {
    return this.prisma.$executeRaw`
      WITH of_order AS (
        SELECT id FROM orders WHERE provider_order_id = (SELECT data ->> 'orderId' FROM mail_outbox WHERE id = ${id}::uuid)
        FOR KEY SHARE
      ), person AS (
        SELECT id FROM users WHERE (SELECT count(*) FROM of_order) >= 0 AND id = (
          SELECT coalesce(user_id, (SELECT id FROM users WHERE kind = 'RESET_PASSWORD' AND email_normalized = recipient))
          FROM mail_outbox WHERE id = ${id}::uuid)
        FOR KEY SHARE
      ), gone AS (
        DELETE FROM mail_outbox WHERE id = ${id}::uuid AND (SELECT count(*) FROM person) >= 0 RETURNING kind
      )
      INSERT INTO sent_mails (kind, outcome, user_id, order_id)
      SELECT kind, ${outcome}, (SELECT id FROM person), (SELECT id FROM of_order) FROM gone`;
  }

  private remove({ id }: OutboxMail) {
    return this.prisma.outboxMail.deleteMany({ where: { id } });
  }

  /**
   * Retries temporary failures with growing pauses until the email expires. The pauses are shorter for links. An email
   * that the server may have accepted is retried only once, and an hour later if the server is slow.
   */
  private async handleFailure(mail: OutboxMail, error: SmtpError, fields: object) {
    const unanswered = mail.unanswered + (error instanceof Unanswered ? 1 : 0);
    const isSlow = error instanceof Unanswered && error.timedOut;
    const { code, command, responseCode } = error;
    // The server's text about a message may contain the recipient or a link.
    const reason = isAboutMessage(error) ? undefined : mailServerFault(this.config, error);
    const cause = { code, command, responseCode, reason, ...(code ? {} : { err: error }) };
    const usualPause = Math.min(isLinkKind(mail.kind) ? 60 : 3_600, 5 * 2 ** (mail.attempts - 1));
    const pauseSeconds = isSlow ? 3_600 : usualPause;
    const retried =
      isRefused(error) || unanswered > 1
        ? 0
        : await this.prisma.$executeRaw`
          UPDATE mail_outbox
          SET unanswered = ${unanswered}::int,
            next_attempt_at = LEAST(now() + ${pauseSeconds}::int * interval '1 second', expires_at)
          WHERE id = ${mail.id}::uuid AND expires_at > now()`.catch(() => 1);
    if (retried) return this.log.warn({ event: 'mail_failed', ...fields, ...cause }, 'email not sent, will be retried');
    await this.removeAs('given_up', mail);
    this.log.error({ event: 'mail_given_up', ...fields, ...cause }, 'email given up');
  }
}
