import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../database/database-errors';
import { Prisma } from '../database/prisma.service';
import type { Identity, User } from '../generated/prisma/client';
import { emailOf } from './email';
import { accountDeleted, type Claims } from './tokens';

/** We keep the hash of a deleted identity for the maximum lifetime of an access token at Auth0. */
export const deletedIdentityMs = 30 * 24 * 3_600_000;

/** The key of a deleted identity in `revoked_tokens`. */
export const deletedIdentityHash = (issuer: string, subject: string) =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

/** Users of the identity provider. The email address never identifies a user. */
@Injectable()
export class FederatedUsers {
  constructor(private readonly prisma: Prisma) {}

  /**
   * Finds or creates the user. Two concurrent first requests create one user.
   * @returns `isSignIn` is true for the first request with a new token
   */
  async find(
    issuer: string,
    subject: string,
    claims: Claims,
    issuedAt: Date,
  ): Promise<{ user: User; isSignIn: boolean }> {
    const known = await this.known(issuer, subject);
    const identity = known ?? (await this.create(issuer, subject, claims, issuedAt));
    const isNewer = await this.noteToken(identity, issuedAt);
    const isSignIn = isNewer || 'isCreated' in identity;
    return { user: await this.withEmail(identity.user, emailOf(claims)), isSignIn };
  }

  /** Records the newest token, which "log out everywhere" must revoke even if the provider's clock is ahead. */
  private async noteToken({ issuer, subject, newestTokenAt }: Identity, issuedAt: Date): Promise<boolean> {
    if (newestTokenAt >= issuedAt) return false;
    const where = { issuer, subject, newestTokenAt: { lt: issuedAt } };
    const { count } = await this.prisma.identity.updateMany({ where, data: { newestTokenAt: issuedAt } });
    return count > 0;
  }

  /** Stores the address that the token contains, if any. */
  private async withEmail(user: User, email: string | null) {
    if (email === null || email === user.email) return user;
    // `tokensValidAfter` differs if the account was deleted since.
    const { id, tokensValidAfter } = user;
    await this.prisma.user.updateMany({ where: { id, tokensValidAfter }, data: { email } });
    return { ...user, email };
  }

  private known(issuer: string, subject: string) {
    const where = { issuer_subject: { issuer, subject } };
    return this.prisma.identity.findUnique({ where, include: { user: true } });
  }

  private async create(issuer: string, subject: string, claims: Claims, issuedAt: Date) {
    const tokensValidAfter = await this.validFrom(issuer, subject, issuedAt);
    const user = { create: { email: emailOf(claims), tokensValidAfter } };
    const data = { issuer, subject, user, newestTokenAt: issuedAt };
    try {
      return { ...(await this.prisma.identity.create({ data, include: { user: true } })), isCreated: true };
    } catch (error) {
      const other = isUniqueViolation(error) ? await this.known(issuer, subject) : undefined;
      if (!other) throw error;
      return other;
    }
  }

  /**
   * A token from before the deletion must not create the account again.
   * @returns tokens issued before this moment are invalid
   * @throws Refusal 401 account_deleted
   */
  async validFrom(issuer: string, subject: string, issuedAt: Date): Promise<Date> {
    const where = { tokenHash: deletedIdentityHash(issuer, subject) };
    const deleted = await this.prisma.revokedToken.findUnique({ where });
    const from = new Date(deleted ? deleted.expiresAt.getTime() - deletedIdentityMs : 0);
    if (issuedAt < from) throw accountDeleted();
    return from;
  }
}
