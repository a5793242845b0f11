import { Injectable } from '@nestjs/common';
import type { Caller, Input, Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { Prisma as Client, User } from '../generated/prisma/client';
import { queueMail, type Transaction } from '../mail/outbox';
import { toPayerPayment } from '../payments/order-response';
import { Problem } from '../problem/problem';
import { deletedIdentityHash, deletedIdentityMs } from './deleted-identity';
import { PasswordHasher, wrongPassword } from './password-hasher';
import { revokeAllTokens } from './revocation';

/** For people without a password: how old the log-in may be that deletes the account. */
const freshLoginMs = 10 * 60_000;

const oldestFirst = { orderBy: { createdAt: 'asc' } } as const;
const everything = {
  identities: true,
  mails: true,
  links: true,
  orders: {
    ...oldestFirst,
    include: {
      payments: { ...oldestFirst, include: { refunds: { orderBy: { attempt: 'asc' } } } },
      disputes: oldestFirst,
      events: { orderBy: { receivedAt: 'asc' } },
      transitions: { orderBy: { at: 'asc' } },
    },
  },
} satisfies Client.UserInclude;
type StoredUser = Client.UserGetPayload<{ include: typeof everything }>;

const exportedOrder = (order: StoredUser['orders'][number]): Reply<'exportMyData'>['orders'][number] => ({
  id: order.id,
  providerOrderId: order.providerOrderId,
  receipt: order.receipt,
  receiptNumber: order.receiptNumber,
  status: order.status,
  amountPaise: order.amountPaise,
  currency: order.currency,
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  payments: order.payments.map(toPayerPayment),
  disputes: order.disputes.map(({ id, paymentId, status, amountPaise, reasonCode, createdAt }) => ({
    ...{ id, paymentId, status, amountPaise, reasonCode },
    createdAt: createdAt.toISOString(),
  })),
  events: order.events.map(({ id, kind, receivedAt }) => ({ id, kind, receivedAt: receivedAt.toISOString() })),
  transitions: order.transitions.map(({ from, to, cause, at }) => ({ from, to, cause, at: at.toISOString() })),
});

/** What is stored about a person: handed out and deleted. docs/security.md lists every column. */
@Injectable()
export class AccountDataService {
  constructor(
    private readonly prisma: Prisma,
    private readonly hasher: PasswordHasher,
  ) {}

  async exportMyData({ userId }: Pick<Caller, 'userId'>): Promise<Reply<'exportMyData'>> {
    const user = await this.prisma.user.findUniqueOrThrow({ where: { id: userId }, include: everything });
    const { id, email, passwordHash, identities, orders, mails, links } = user;
    return {
      exportedAt: new Date().toISOString(),
      account: {
        id,
        email,
        emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
        hasPassword: passwordHash !== null,
        createdAt: user.createdAt.toISOString(),
        tokensValidAfter: user.tokensValidAfter.toISOString(),
      },
      identities: identities.map(({ issuer, subject }) => ({ issuer, subject })),
      orders: orders.map(exportedOrder),
      mails: mails.map(({ kind, recipient, createdAt }) => ({ kind, recipient, createdAt: createdAt.toISOString() })),
      links: links.map((link) => ({ kind: link.kind, email: link.email, expiresAt: link.expiresAt.toISOString() })),
    };
  }

  /** @throws Problem 403 credentials_invalid, login_too_old, 429 busy */
  async deleteAccount({ caller, body }: Input<'deleteAccount'>): Promise<Reply<'deleteAccount'>> {
    const user = await this.prisma.user.findUniqueOrThrow({ where: { id: caller.userId } });
    await this.requireOwner(user, caller, body.password);
    return { keptOrders: await this.prisma.$transaction((tx) => this.erase(tx, user.id, caller)) };
  }

  /** Deletes an account without a proof of who asks: for an operator, who has asked for one. @returns the kept orders. */
  eraseAccount(userId: string): Promise<number> {
    return this.prisma.$transaction((tx) => this.erase(tx, userId));
  }

  private async requireOwner({ passwordHash }: User, { tokenIssuedAt }: Caller, password: string | undefined) {
    if (passwordHash) {
      if (password === undefined) throw wrongPassword();
      await this.hasher.requireCurrent(passwordHash, password);
    } else if (tokenIssuedAt.getTime() < Date.now() - freshLoginMs)
      throw new Problem(403, 'login_too_old', 'Please log in again, then delete your account.');
  }

  /** The row of a person with orders stays, with nothing but its id: orders must keep their owner. @returns their number. */
  private async erase(tx: Transaction, id: string, caller?: Caller) {
    // Another tab may be changing the address or the password, or paying.
    const [locked] = await tx.$queryRaw<{ email: string | null; normalized: string | null }[]>`
      SELECT email, email_normalized AS normalized FROM users WHERE id = ${id}::uuid FOR UPDATE`;
    const email = locked?.email ?? null;
    const identities = await tx.identity.findMany({ where: { userId: id } });
    await tx.identity.deleteMany({ where: { userId: id } });
    await tx.mailLink.deleteMany({ where: { userId: id } });
    // A request for a new password names an address only. Mails of another account with the same address stay.
    const requested = locked?.normalized
      ? [{ userId: null, kind: 'RESET_PASSWORD', recipient: locked.normalized }]
      : [];
    await tx.outboxMail.deleteMany({ where: { OR: [{ userId: id }, ...requested] } });
    const deletedAt = Date.now();
    const revoked = identities.map(({ issuer, subject }) => ({
      tokenHash: deletedIdentityHash(issuer, subject),
      expiresAt: new Date(deletedAt + deletedIdentityMs),
    }));
    // The latest deletion counts: the same person may have come back since an earlier one.
    await tx.revokedToken.deleteMany({ where: { tokenHash: { in: revoked.map((row) => row.tokenHash) } } });
    await tx.revokedToken.createMany({
      data: [...revoked, ...(caller ? [{ tokenHash: caller.tokenHash, expiresAt: caller.tokenExpiresAt }] : [])],
      skipDuplicates: true,
    });
    const keptOrders = await tx.order.count({ where: { ownerId: id } });
    if (keptOrders) {
      const data = { email: null, emailNormalized: null, passwordHash: null, emailVerifiedAt: null };
      await tx.user.update({ where: { id }, data });
      await revokeAllTokens(tx, id, caller?.tokenIssuedAt);
    } else await tx.user.delete({ where: { id } });
    if (email) await queueMail(tx, { kind: 'ACCOUNT_DELETED', recipient: email, userId: null, data: { keptOrders } });
    return keptOrders;
  }
}
