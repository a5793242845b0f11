import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import { isUniqueViolation } from '../database/unique-violation';
import type { User } from '../generated/prisma/client';
import type { Claims } from './claims';

const displayable = /^[\x21-\x7e]{3,254}$/;

/** Some providers say nothing of it, some say it in words. Anything else is a doubt. */
const vouched = new Set<unknown>([undefined, true, 'true']);

/** For display only: nothing is ever joined or decided by it. One that the provider itself doubts is none. */
const emailOf = ({ email, email_verified }: Claims) =>
  typeof email === 'string' && displayable.test(email) && vouched.has(email_verified) ? email : null;

/** People as the identity provider knows them: a person is (issuer, subject), and nothing else. */
@Injectable()
export class ProviderPeople {
  constructor(private readonly prisma: Prisma) {}

  /** Made at their first call; two first calls at the same time make one person. */
  async find(issuer: string, subject: string, claims: Claims): Promise<User> {
    const user = (await this.known(issuer, subject)) ?? (await this.create(issuer, subject, claims));
    return this.withEmail(user, emailOf(claims));
  }

  /** The address as the provider last told it. A token that names none takes none away. */
  private async withEmail(user: User, email: string | null) {
    if (email === null || email === user.email) return user;
    return this.prisma.user.update({ where: { id: user.id }, data: { email } });
  }

  private async known(issuer: string, subject: string) {
    const where = { issuer_subject: { issuer, subject } };
    return (await this.prisma.identity.findUnique({ where, include: { user: true } }))?.user;
  }

  private async create(issuer: string, subject: string, claims: Claims): Promise<User> {
    // The token that brings a person here was issued before the person existed here.
    const user = { create: { email: emailOf(claims), tokensValidAfter: new Date(0) } };
    try {
      return (await this.prisma.identity.create({ data: { issuer, subject, user }, include: { user: true } })).user;
    } catch (error) {
      const other = isUniqueViolation(error) ? await this.known(issuer, subject) : undefined;
      if (!other) throw error;
      return other;
    }
  }
}
