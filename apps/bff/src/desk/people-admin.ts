import type { Role } from '@novacore/contract/operations';
import { lockedCaller } from '../account/caller-user';
import { emailHash, usersWith } from '../account/email';
import { revokeAllTokens } from '../account/revocation';
import type { Reply } from '../contract/types';
import type { Prisma } from '../database/prisma.service';
import type { Prisma as Client } from '../generated/prisma/client';
import { erasePasskeys } from '../passkeys/erase-passkeys';
import { Refusal } from '../payments/rules/errors';
import { isPaymentInProgress } from '../payments/work/payment-in-progress';
import { AuditLog, type By, type PrintedEntry, printedEntry } from './audit-log';
import type { Desk } from './command-line';
import { grantRole, revokeRole } from './staff-roles';

const summary = { identities: { select: { issuer: true, subject: true } } } satisfies Client.UserInclude;
/** Without the hash of the password. */
const omit = { passwordHash: true, emailNormalized: true } satisfies Client.UserOmit;

export type FoundPerson = Client.UserGetPayload<{ include: typeof summary; omit: typeof omit }> & {
  _count: { orders: number };
};
export type ShownPerson = FoundPerson & { operatorLog: PrintedEntry[]; logHash: string | null };

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** What an operator can do with accounts. */
export class PeopleAdmin {
  private readonly prisma: Prisma;
  private readonly auditLog: AuditLog;

  constructor(private readonly desk: Desk) {
    this.prisma = desk.prisma;
    this.auditLog = new AuditLog(desk.prisma);
  }

  private async data() {
    const { PeopleWork } = await import('./people-work.js');
    return (await this.desk.start(PeopleWork)).data;
  }

  /** `find`, in the audit log. */
  async list(emailOrId: string, by: By): Promise<FoundPerson[]> {
    const people = await this.find(emailOrId);
    for (const { id } of people) await this.auditLog.addRead('find', by, { subjectId: id });
    return people;
  }

  /** `show`, in the audit log. */
  async view(emailOrId: string, by: By): Promise<ShownPerson> {
    const { id } = await this.findOne(emailOrId);
    await this.auditLog.addRead('show', by, { subjectId: id });
    return this.show(id);
  }

  /** An address may have an account with a password and others at the identity provider. */
  async find(emailOrId: string): Promise<FoundPerson[]> {
    const where = isId(emailOrId) ? { id: emailOrId } : usersWith(emailOrId);
    const people = await this.prisma.user.findMany({ where, include: summary, omit, orderBy: { createdAt: 'asc' } });
    // Prisma's own count of a relation counts the orders of all people first.
    const counted = people.map(async (person) => {
      const orders = await this.prisma.order.count({ where: { ownerId: person.id } });
      return { ...person, _count: { orders } };
    });
    return Promise.all(counted);
  }

  private async show(emailOrId: string): Promise<ShownPerson> {
    const person = await this.findOne(emailOrId);
    const logHash = person.email && emailHash(person.email, this.desk.config.jwtSecret);
    return { ...person, logHash, operatorLog: (await this.auditLog.entriesOf(person.id)).map(printedEntry) };
  }

  /** What the person's own export has. */
  async export(emailOrId: string, by: By): Promise<Reply<'exportMyData'>> {
    const { id } = await this.record(emailOrId, 'export', by);
    return (await this.data()).exportMyData({ userId: id });
  }

  /** As the person's own deletion, without a password. @returns the kept orders. @throws Refusal `payment_in_progress` */
  async delete(emailOrId: string, { despitePayment = false, ...by }: By & { despitePayment?: boolean }) {
    const { id } = await this.findOne(emailOrId);
    if (!despitePayment && (await isPaymentInProgress(this.prisma, id)))
      throw new Refusal('payment_in_progress', { id });
    await this.auditLog.add(id, 'delete', by);
    return { keptOrders: await (await this.data()).eraseAccount(id) };
  }

  /** Logs the person out everywhere. */
  async endSessions(emailOrId: string, by: By): Promise<ShownPerson> {
    const { id } = await this.record(emailOrId, 'end sessions', by);
    await this.prisma.$transaction((tx) => revokeAllTokens(tx, id));
    return this.show(id);
  }

  /** For a person who has lost them. Logs the person out everywhere, and tells them by mail. */
  async removePasskeys(emailOrId: string, by: By): Promise<ShownPerson> {
    const { id } = await this.record(emailOrId, 'remove passkeys', by);
    await this.prisma.$transaction(async (tx) => erasePasskeys(tx, await lockedCaller(tx, { userId: id })));
    return this.show(id);
  }

  /** @throws Refusal `not_confirmed`, `no_passkey` */
  async grant(emailOrId: string, role: Role, by: By): Promise<FoundPerson> {
    const person = await this.record(emailOrId, `grant ${role}`, by);
    await grantRole(this.prisma, person.id, role, by.as, new URL(this.desk.config.publicUrl).hostname);
    return person;
  }

  /** @throws Refusal `no_role` */
  async revoke(emailOrId: string, by: By): Promise<FoundPerson> {
    const person = await this.record(emailOrId, 'revoke role', by);
    await revokeRole(this.prisma, person.id);
    return person;
  }

  private async record(emailOrId: string, action: string, by: By) {
    const person = await this.findOne(emailOrId);
    await this.auditLog.add(person.id, action, by);
    return person;
  }

  /** @throws Refusal `person_unknown`, `person_ambiguous` */
  private async findOne(emailOrId: string): Promise<FoundPerson> {
    const [person, another] = await this.find(emailOrId);
    if (!person) throw new Refusal('person_unknown', { id: emailOrId });
    if (another) throw new Refusal('person_ambiguous', { id: emailOrId });
    return person;
  }
}
