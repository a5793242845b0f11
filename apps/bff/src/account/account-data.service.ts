import { Injectable } from '@nestjs/common';
import type { Caller, Input, Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { Prisma as Client, Identity, OutboxMail, User } from '../generated/prisma/client';
import { queueMail, type Transaction } from '../mail/outbox';
import { toPayerPayments, toProduct } from '../payments/api/replies';
import { isPaymentInProgress } from '../payments/work/payment-in-progress';
import { Receipts, type Sold } from '../payments/work/receipts';
import { Refusal } from '../problem/problem';
import { callerUser, lockedCaller } from './caller-user';
import { deletedIdentityHash, deletedIdentityMs } from './federated-users';
import { OwnerProof } from './owner-proof';
import { wrongPassword } from './password-hasher';
import { revokeAllTokens } from './revocation';
import { isDevice } from './sign-ins';
import { tokenRefused } from './tokens';

/** Number of orders that one query reads. */
const pageSize = 50;

const oldestFirst = { orderBy: { createdAt: 'asc' } } as const;
const oldest = { orderBy: { at: 'asc' } } as const;
const ofOrder = {
  payments: { ...oldestFirst, include: { refunds: { orderBy: { attempt: 'asc' } } } },
  disputes: oldestFirst,
  events: { orderBy: { receivedAt: 'asc' } },
  transitions: { orderBy: { at: 'asc' } },
  receiptDocument: true,
} satisfies Client.OrderInclude;
/** Password reset requests have no user id yet, only an address. */
const emailsOf = ({ id, emailNormalized }: User): Client.OutboxMailWhereInput => ({
  OR: [
    { userId: id },
    ...(emailNormalized ? [{ userId: null, kind: 'RESET_PASSWORD', recipient: emailNormalized }] : []),
  ],
});
type StoredOrder = Client.OrderGetPayload<{ include: typeof ofOrder }>;
type StoredUser = Client.UserGetPayload<{
  include: {
    identities: true;
    links: true;
    passkeys: true;
    knownDevices: true;
    signIns: true;
    sentMails: true;
    staffRole: true;
  };
}>;
type MyData = Reply<'exportMyData'>;

const toExportedOrder = (order: StoredOrder & Sold): MyData['orders'][number] => ({
  id: order.id,
  providerOrderId: order.providerOrderId,
  product: toProduct(order),
  receipt: order.receipt,
  receiptNumber: order.receiptNumber,
  status: order.status,
  amountPaise: order.amountPaise,
  currency: order.currency,
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  document: order.document,
  payments: toPayerPayments(order),
  disputes: order.disputes.map(({ id, paymentId, status, amountPaise, reasonCode, createdAt }) => ({
    ...{ id, paymentId, status, amountPaise, reasonCode },
    createdAt: createdAt.toISOString(),
  })),
  events: order.events.map(({ id, kind, receivedAt }) => ({ id, kind, receivedAt: receivedAt.toISOString() })),
  transitions: order.transitions.map(({ from, to, cause, at }) => ({ from, to, cause, at: at.toISOString() })),
});

const toExportedUser = (
  { identities, links, passkeys, knownDevices, signIns, sentMails, staffRole, passwordHash, ...user }: StoredUser,
  emails: OutboxMail[],
): Omit<MyData, 'orders'> => ({
  exportedAt: new Date().toISOString(),
  account: {
    id: user.id,
    email: user.email,
    emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
    hasPassword: passwordHash !== null,
    createdAt: user.createdAt.toISOString(),
    tokensValidAfter: user.tokensValidAfter.toISOString(),
  },
  identities: identities.map(({ issuer, subject, newestTokenAt }) => ({
    ...{ issuer, subject },
    newestTokenAt: newestTokenAt?.toISOString() ?? null,
  })),
  passkeys: passkeys.map(({ id, credentialId, name, rpId, counter, createdAt, lastUsedAt }) => ({
    ...{ id, credentialId, name, host: rpId, counter: Number(counter), createdAt: createdAt.toISOString() },
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  })),
  mails: emails.map(({ kind, recipient, createdAt }) => ({ kind, recipient, createdAt: createdAt.toISOString() })),
  signIns: signIns.map(({ at, way, browser, network }) => ({ at: at.toISOString(), way, browser, network })),
  knownNetworks: knownDevices.map(({ device, network, browser, firstAt, lastAt }) => ({
    ...{ device: isDevice(device) ? device : null, network, browser },
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  })),
  sentMails: sentMails.map(({ at, kind, outcome }) => ({ at: at.toISOString(), kind, outcome })),
  staffRole: staffRole && { role: staffRole.role, since: staffRole.at.toISOString() },
  links: links.map((link) => ({ kind: link.kind, email: link.email, expiresAt: link.expiresAt.toISOString() })),
});

/** Exports and deletes the data of an account. docs/security.md lists every column. */
@Injectable()
export class AccountDataService {
  /** Users with an export in progress. We allow one each, because an export holds all orders in memory. */
  private readonly exporting = new Set<string>();

  constructor(
    private readonly prisma: Prisma,
    private readonly proof: OwnerProof,
    private readonly receipts: Receipts,
  ) {}

  /** @throws Refusal 401, or 429 if an export for this user is in progress */
  async exportMyData({ userId }: Pick<Caller, 'userId'>): Promise<MyData> {
    if (this.exporting.has(userId)) throw new Refusal('export_in_progress', {}, { retryAfterSeconds: 5 });
    this.exporting.add(userId);
    try {
      return { ...(await this.exportedUser(userId)), orders: await this.exportedOrders(userId) };
    } finally {
      this.exporting.delete(userId);
    }
  }

  private async exportedUser(userId: string) {
    const include = {
      ...{ identities: true, links: true, passkeys: true, knownDevices: true, staffRole: true },
      ...{ signIns: oldest, sentMails: oldest },
    };
    const user = await this.prisma.user.findUnique({ where: { id: userId }, include });
    if (!user) throw tokenRefused('the account was deleted');
    return toExportedUser(user, await this.prisma.outboxMail.findMany({ where: emailsOf(user) }));
  }

  private async exportedOrders(userId: string) {
    const exported: MyData['orders'] = [];
    for (let page = await this.readPage(userId); page.length; page = await this.readPage(userId, page.at(-1)))
      for (const order of page) exported.push(toExportedOrder(await this.receipts.describe(order)));
    return exported;
  }

  private readPage(ownerId: string, last?: StoredOrder): Promise<StoredOrder[]> {
    const after = last && {
      createdAt: { gte: last.createdAt },
      OR: [{ createdAt: { gt: last.createdAt } }, { id: { gt: last.id } }],
    };
    return this.prisma.order.findMany({
      where: { ownerId, ...after },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: pageSize,
      include: ofOrder,
    });
  }

  /** @throws Refusal 403 credentials_invalid, passkey_refused, login_too_old, 409 payment_in_progress, 429 busy */
  async deleteAccount({ caller, body, origin }: Input<'deleteAccount'>): Promise<Reply<'deleteAccount'>> {
    const user = await callerUser(this.prisma, caller);
    await this.proof.require(user, caller, body, origin);
    const keptOrders = await this.prisma.$transaction(async (tx) => {
      // The account may have changed since the proof, for example in another tab.
      const locked = await lockedCaller(tx, caller);
      if (locked.passwordHash !== user.passwordHash) throw wrongPassword();
      if (!body.despitePayment && (await isPaymentInProgress(tx, locked.id))) throw new Refusal('payment_in_progress');
      return this.erase(tx, locked, caller);
    });
    return { keptOrders };
  }

  /** Deletes an account without asking for a proof. Only operators call this. @returns the number of kept orders */
  eraseAccount(userId: string): Promise<number> {
    return this.prisma.$transaction(async (tx) => this.erase(tx, await lockedCaller(tx, { userId })));
  }

  /** Keeps an empty user row if there are orders, because orders need an owner. @returns the number of orders */
  private async erase(tx: Transaction, user: User, caller?: Caller) {
    const { id, email } = user;
    const identities = await tx.identity.findMany({ where: { userId: id } });
    await tx.identity.deleteMany({ where: { userId: id } });
    await tx.passkey.deleteMany({ where: { userId: id } });
    await tx.staffRole.deleteMany({ where: { userId: id } });
    await tx.sentMail.deleteMany({ where: { userId: id } });
    await tx.mailLink.deleteMany({ where: { userId: id } });
    await tx.knownDevice.deleteMany({ where: { userId: id } });
    await tx.signIn.deleteMany({ where: { userId: id } });
    await tx.outboxMail.deleteMany({ where: emailsOf(user) });
    await this.refuseOldTokens(tx, identities, caller);
    const keptOrders = await tx.order.count({ where: { ownerId: id } });
    if (keptOrders) {
      const login = { passwordHash: null, emailVerifiedAt: null, lastLogInAt: null };
      await tx.user.update({ where: { id }, data: { email: null, emailNormalized: null, ...login } });
      await tx.$executeRaw`UPDATE users SET deleted_at = now() WHERE id = ${id}::uuid`;
      await revokeAllTokens(tx, id);
    } else await tx.user.delete({ where: { id } });
    if (email) await queueMail(tx, { kind: 'ACCOUNT_DELETED', recipient: email, userId: null, data: { keptOrders } });
    return keptOrders;
  }

  /** A token from before the deletion must not create the account again, even if the provider's clock is ahead. */
  private async refuseOldTokens(tx: Transaction, identities: Identity[], caller?: Caller) {
    const deletedAt = Date.now();
    const revoked = identities.map(({ issuer, subject, newestTokenAt }) => ({
      tokenHash: deletedIdentityHash(issuer, subject),
      expiresAt: new Date(Math.max(deletedAt, newestTokenAt.getTime() + 1_000) + deletedIdentityMs),
    }));
    // Replaces the row of an earlier deletion of the same identity.
    await tx.revokedToken.deleteMany({ where: { tokenHash: { in: revoked.map((row) => row.tokenHash) } } });
    const own = caller ? [{ tokenHash: caller.tokenHash, expiresAt: caller.tokenExpiresAt }] : [];
    const data = [...revoked, ...own];
    await tx.revokedToken.createMany({ data, skipDuplicates: true });
  }
}
