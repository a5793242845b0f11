import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { lockUser } from '../database/lock-user';
import { Prisma } from '../database/prisma.service';
import type { OutboxMail } from '../generated/prisma/client';
import { Refusal } from '../problem/problem';
import { type MailData, queueMail, type Transaction } from './outbox';

export type LinkKind = 'VERIFY_EMAIL' | 'RESET_PASSWORD' | 'CHANGE_EMAIL';
const lifetimeMinutes: Record<LinkKind, number> = {
  VERIFY_EMAIL: 24 * 60,
  RESET_PASSWORD: 30,
  CHANGE_EMAIL: 24 * 60,
};

/**
 * Pauses after one, two and three unused links. After more, we wait until the last link has expired. A stranger who
 * requests links therefore never leaves the owner without a valid one.
 */
const pausesMinutes = [10, 60, 6 * 60];
const forgottenAfterMs = 2 * 24 * 3_600_000;

export interface UsedLink {
  userId: string;
  kind: LinkKind;
  /** The recipient of the link. */
  email: string;
}

export const isLinkKind = (kind: string): kind is LinkKind => kind in lifetimeMinutes;

const hashed = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Single-use links in emails. A token is the HMAC-SHA256 of the link's id, so that a retry can derive it again. The
 * database has only the hash of the token.
 */
@Injectable()
export class MailLinks {
  private readonly key: Buffer;

  constructor(
    config: Config,
    private readonly prisma: Prisma,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', config.jwtSecret, '', 'links in mails', 32));
  }

  private derive(purpose: string, text: string) {
    return createHmac('sha256', this.key).update(`${purpose} ${text}`).digest('base64url');
  }

  private tokenOf = (id: string) => this.derive('token', id);

  /**
   * Creates the link at the first attempt to send the email.
   * @returns the token, or null if the link is not due yet, or was used, cancelled or replaced
   */
  async tokenFor(mail: OutboxMail, kind: LinkKind, userId: string, address: string): Promise<string | null> {
    const id = mail.linkId ?? randomUUID();
    const isValid = mail.linkId
      ? await this.renew(id, kind)
      : await this.prisma.$transaction((tx) => this.create(tx, mail, id, kind, userId, address));
    return isValid ? this.tokenOf(id) : null;
  }

  /** Each attempt starts the lifetime again. The token changes if JWT_SECRET has changed. */
  private async renew(id: string, kind: LinkKind): Promise<boolean> {
    const renewed = await this.prisma.$executeRaw`
      UPDATE mail_links SET token_hash = ${hashed(this.tokenOf(id))},
        expires_at = now() + ${lifetimeMinutes[kind]}::int * interval '1 minute'
      WHERE id = ${id}::uuid`;
    return renewed > 0;
  }

  /** @returns whether there is a new link. If not, the older link stays valid. */
  private async create(
    tx: Transaction,
    mail: OutboxMail,
    id: string,
    kind: LinkKind,
    userId: string,
    address: string,
  ): Promise<boolean> {
    const user = await lockUser(tx, userId);
    // A new password or a deletion may have cancelled the email.
    if (!user || !(await tx.outboxMail.count({ where: { id: mail.id } }))) return false;
    // Other requests do not delay this email, because the rejection has used up a link.
    const isRejection = kind === 'RESET_PASSWORD' && (mail.data as MailData['RESET_PASSWORD']).rejected;
    if (!isRejection && !(await this.maySend(tx, kind, userId, address))) return false;
    await tx.$executeRaw`
      INSERT INTO mail_links (id, kind, user_id, email, token_hash, expires_at)
      VALUES (${id}::uuid, ${kind}, ${userId}::uuid, ${address}, ${hashed(this.tokenOf(id))},
              now() + ${lifetimeMinutes[kind]}::int * interval '1 minute')
      ON CONFLICT (user_id, kind) DO UPDATE
      SET id = EXCLUDED.id, email = EXCLUDED.email, token_hash = EXCLUDED.token_hash, expires_at = EXCLUDED.expires_at`;
    await tx.outboxMail.update({ where: { id: mail.id }, data: { linkId: id } });
    if (kind === 'CHANGE_EMAIL' && user.email)
      await queueMail(tx, { kind: 'EMAIL_CHANGE_REQUESTED', recipient: user.email, userId });
    return true;
  }

  /** Each unused link makes the next one wait longer. */
  private async maySend(tx: Transaction, kind: LinkKind, userId: string, address: string): Promise<boolean> {
    const key = this.pauseKey(kind, userId, address);
    const now = Date.now();
    const sent = await tx.throttleCounter.findFirst({ where: { key, expire: { gt: now } } });
    const unused = sent?.points ?? 0;
    const pauseMinutes = Math.min(pausesMinutes[unused - 1] ?? Number.POSITIVE_INFINITY, lifetimeMinutes[kind]);
    if (sent && now < Number(sent.expire) - forgottenAfterMs + pauseMinutes * 60_000) return false;
    if (kind !== 'RESET_PASSWORD' && !(await this.isWanted(tx, kind, address))) return false;
    const row = { points: unused + 1, expire: BigInt(now + forgottenAfterMs) };
    await tx.throttleCounter.upsert({ where: { key }, create: { key, ...row }, update: row });
    return true;
  }

  /** Limits links per address, to five changes an hour and ten links a day. Password resets have no such limit. */
  private async isWanted(tx: Transaction, kind: LinkKind, address: string): Promise<boolean> {
    const key = this.keyOf('stopped', address);
    if (await tx.throttleCounter.count({ where: { key, expire: { gt: Date.now() } } })) return false;
    if (kind === 'CHANGE_EMAIL' && !(await this.isBelowLimit(tx, kind, address, 5, 60))) return false;
    return this.isBelowLimit(tx, 'links', address, 10, 24 * 60);
  }

  private pauseKey = (kind: LinkKind, userId: string, address: string) =>
    this.keyOf(`pause ${kind}`, kind === 'CHANGE_EMAIL' ? `${userId} ${address}` : address);

  /** Sends no confirmation links to this address for 30 days, unless its owner takes over the account. */
  async stop(tx: Transaction, address: string) {
    const [key, expire] = [this.keyOf('stopped', address), BigInt(Date.now() + 30 * 24 * 3_600_000)];
    await tx.throttleCounter.upsert({ where: { key }, create: { key, points: 1, expire }, update: { expire } });
  }

  /** The database has only a keyed hash of the address. */
  private keyOf = (kind: string, address: string) => `mail:${this.derive('limit', `${kind} ${address.toLowerCase()}`)}`;

  /** Counts an email of this kind. @returns false if the limit is reached */
  async isBelowLimit(tx: Transaction, kind: string, address: string, max: number, minutes: number): Promise<boolean> {
    const key = this.keyOf(kind, address);
    await tx.$executeRaw`
      DELETE FROM throttle_counters WHERE key = ${key} AND expire <= (extract(epoch FROM now()) * 1000)::bigint`;
    const counted = await tx.$executeRaw`
      INSERT INTO throttle_counters (key, points, expire)
      VALUES (${key}, 1, (extract(epoch FROM now()) * 1000)::bigint + ${minutes * 60_000}::int)
      ON CONFLICT (key) DO UPDATE SET points = throttle_counters.points + 1 WHERE throttle_counters.points < ${max}::int`;
    return counted > 0;
  }

  /** Does not use up the link. @throws Refusal 410 link_invalid */
  async find(token: string, kind: LinkKind): Promise<UsedLink> {
    const [link] = await this.prisma.$queryRaw<UsedLink[]>`
      SELECT user_id AS "userId", kind, email FROM mail_links
      WHERE token_hash = ${hashed(token)} AND kind = ${kind} AND expires_at > now()`;
    if (!link) throw linkInvalid();
    return link;
  }

  /** Locks the user and uses up the link. Only one of two concurrent uses succeeds. @throws Refusal 410 link_invalid */
  async use(tx: Transaction, token: string, kinds: LinkKind[]): Promise<UsedLink> {
    const [link] = await tx.$queryRaw<UsedLink[]>`
      WITH owner AS (
        SELECT id FROM users WHERE id = (SELECT user_id FROM mail_links WHERE token_hash = ${hashed(token)}) FOR UPDATE
      )
      DELETE FROM mail_links USING owner
      WHERE user_id = owner.id AND token_hash = ${hashed(token)} AND kind = ANY(${kinds}) AND expires_at > now()
      RETURNING user_id AS "userId", kind, email`;
    if (!link) throw linkInvalid();
    const keys = [this.pauseKey(link.kind, link.userId, link.email)];
    if (link.kind === 'RESET_PASSWORD') keys.push(this.keyOf('stopped', link.email));
    await tx.throttleCounter.deleteMany({ where: { key: { in: keys } } });
    return link;
  }
}

export const linkInvalid = () => new Refusal('link_invalid');
