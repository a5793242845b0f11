import { Injectable } from '@nestjs/common';
import type { components } from '@novacore/contract';
import { revokeAllTokens } from '../../account/revocation';
import { SignIns } from '../../account/sign-ins';
import { endOfDay, startOfDay } from '../../books/indian-days';
import type { Caller, Input, Reply } from '../../contract/types';
import { lockUser } from '../../database/lock-user';
import { Prisma } from '../../database/prisma.service';
import { queueMail, type Transaction } from '../../mail/outbox';
import { OrderLookup } from '../../payments/work/order-lookup';
import { Refusal } from '../../problem/problem';
import { AuditLog, byOf, type LoggedEntry } from '../log/audit-log';
import { DeskOrders } from '../orders/desk-orders.service';
import { deskIdsOf } from '../orders/order-replies';
import { cursorUnknown, reasonOf } from '../policy/desk-problems';
import { may } from '../policy/policy';
import { passkeysOf } from '../policy/staff-roles';
import { type FoundPerson, findPeople } from './find-people';

type Schemas = components['schemas'];

/** The length of each list of a person. */
const shown = 20;
const maxStaff = 200;

/** People as staff see them, and what staff did. */
@Injectable()
export class DeskPeople {
  constructor(
    private readonly prisma: Prisma,
    private readonly orders: DeskOrders,
    private readonly signIns: SignIns,
    private readonly lookup: OrderLookup,
    private readonly log: AuditLog,
  ) {}

  async find({ body, caller }: Input<'findDeskPeople'>): Promise<Reply<'findDeskPeople'>> {
    // PostgreSQL takes neither NUL nor half a surrogate pair.
    const people = await findPeople(this.prisma, body.text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim());
    await this.log.addRead('find people', byOf(caller), { hits: people.length });
    return { items: await this.rowsOf(people) };
  }

  /** @throws Refusal `person_unknown` */
  async get({ path: { id }, caller }: Input<'getDeskPerson'>): Promise<Reply<'getDeskPerson'>> {
    const [found] = await findPeople(this.prisma, id);
    if (!found) throw new Refusal('person_unknown', { id });
    await this.log.addRead('show person', byOf(caller), { subjectId: id });
    const [person] = await this.rowsOf([found]);
    if (!person) throw new Refusal('person_unknown', { id });
    const log = await this.log.entriesOf(id, shown);
    const signIns = await this.signIns.list(id);
    const role = caller.staff?.role ?? '';
    const canConfirm = found.email && person.logsInBy.includes('password') && !found.emailVerifiedAt;
    return {
      person,
      passkeys: await this.prisma.passkey.count({ where: { userId: id } }),
      sessionsSince: found.tokensValidAfter.toISOString(),
      recentOrders: await this.orders.newestOf(id, shown),
      mails: await this.mailsOf(id),
      signIns: signIns.map(({ at, way, browser, network }) => ({ at: at.toISOString(), way, browser, network })),
      log: await this.toEntries(log),
      actions: [
        ...(!found.deletedAt && may(role, 'endDeskSessions') ? (['endDeskSessions'] as const) : []),
        ...(canConfirm && may(role, 'resendDeskMail') ? (['resendConfirmation'] as const) : []),
      ],
    };
  }

  /** @throws Problem 400 invalid_input, Refusal `person_unknown` */
  async endSessions({ path, body, caller }: Input<'endDeskSessions'>): Promise<undefined> {
    const { id } = path;
    if (!(await this.prisma.user.findUnique({ where: { id } }))) throw new Refusal('person_unknown', { id });
    const by = { ...byOf(caller), reason: reasonOf(body) };
    await this.log.act({ action: 'end sessions', subjectId: id }, by, () =>
      this.prisma.$transaction((tx) => revokeAllTokens(tx, id)),
    );
  }

  /** @throws Refusal 404 item_not_found, 409 mail_not_possible */
  async resendMail({ body, caller }: Input<'resendDeskMail'>): Promise<Reply<'resendDeskMail'>> {
    if (!body.orderId) return this.resendConfirmation(body.personId ?? '', caller);
    await this.orders.resendReceipt(body.orderId, caller);
    return { message: 'The email is on its way.' };
  }

  private async resendConfirmation(userId: string, caller: Caller): Promise<Reply<'resendDeskMail'>> {
    if (!(await this.prisma.user.findUnique({ where: { id: userId } }))) throw new Refusal('item_unknown');
    const resend = async (tx: Transaction) => {
      const user = await lockUser(tx, userId);
      if (!user?.email || !user.passwordHash || user.emailVerifiedAt) throw new Refusal('mail_not_possible');
      await queueMail(tx, { kind: 'VERIFY_EMAIL', recipient: user.email, userId });
    };
    await this.log.act({ action: 'resend confirmation', subjectId: userId }, byOf(caller), () =>
      this.prisma.$transaction(resend),
    );
    return {
      message:
        'An email is on its way. If none arrives, the newest earlier email has the link: we wait longer each time.',
    };
  }

  async listStaff(caller: Caller): Promise<Reply<'listDeskStaff'>> {
    const include = { user: { select: { email: true, passkeys: passkeysOf } } };
    const found = await this.prisma.staffRole.findMany({ take: maxStaff, include });
    // PostgreSQL would read all people to sort by their addresses.
    found.sort((a, b) => (a.user.email ?? '').localeCompare(b.user.email ?? ''));
    await this.log.addRead('list staff', byOf(caller), { hits: found.length });
    return {
      items: found.map(({ userId: id, user: { email, passkeys }, role, at, grantedBy }) => ({
        ...{ id, email, role, grantedBy, grantedAt: at.toISOString() },
        passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
          ...{ name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null },
        })),
      })),
    };
  }

  /** @throws Problem 400 invalid_input, Refusal `order_unknown` */
  async listLog({ query = {}, caller }: Input<'listDeskLog'>): Promise<Reply<'listDeskLog'>> {
    const { staff, kind, order, person, from, until, limit = 25, cursor } = query;
    const subjectId = order ? await this.lookup.find(order).catch(unknownSubject) : person;
    const days = { since: from ? startOfDay(from) : undefined, until: until ? endOfDay(until) : undefined };
    const entries = await this.log.page({ staff, kind, subjectId, ...days, limit, cursor });
    if (cursor && !entries.length) throw cursorUnknown();
    const [next] = entries.splice(limit);
    await this.log.addRead('list log', byOf(caller), { hits: entries.length });
    return { items: await this.toEntries(entries), nextCursor: next?.id ?? null };
  }

  private async rowsOf(people: FoundPerson[]): Promise<Schemas['DeskPersonRow'][]> {
    const where = { userId: { in: people.map(({ id }) => id) } };
    const roles = new Map((await this.prisma.staffRole.findMany({ where })).map(({ userId, role }) => [userId, role]));
    // Prisma's own count of a relation counts the orders of all people first.
    const counts = await Promise.all(people.map(({ id }) => this.prisma.order.count({ where: { ownerId: id } })));
    return people.map(({ id, email, emailVerifiedAt, createdAt, deletedAt, identities }, index) => ({
      ...{ id, email, orders: counts[index] ?? 0, createdAt: createdAt.toISOString() },
      emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
      deletedAt: deletedAt?.toISOString() ?? null,
      logsInBy: identities.length ? identities.map(({ subject }) => subject) : ['password'],
      role: roles.get(id) ?? null,
    }));
  }

  private async mailsOf(userId: string): Promise<Schemas['DeskMail'][]> {
    const last = { orderBy: { at: 'desc' }, take: shown } as const;
    const sent = await this.prisma.sentMail.findMany({ where: { userId }, ...last });
    const waiting = await this.prisma.outboxMail.findMany({ where: { userId }, take: shown });
    const ids = await deskIdsOf(
      this.prisma,
      sent.map(({ orderId }) => orderId),
    );
    return [
      ...waiting.map(({ kind, createdAt }) => ({
        kind,
        at: createdAt.toISOString(),
        outcome: 'waiting' as const,
        orderId: null,
      })),
      ...sent.map(({ kind, at, outcome, orderId }) => ({
        ...{ kind, at: at.toISOString(), outcome: outcome as 'sent' | 'given_up' },
        orderId: ids.get(orderId ?? '') ?? null,
      })),
    ];
  }

  private async toEntries(entries: LoggedEntry[]): Promise<Schemas['DeskLogEntry'][]> {
    const ids = await deskIdsOf(
      this.prisma,
      entries.map(({ subjectId }) => subjectId),
    );
    return entries.map(({ id, at, operator: staff, userId: staffId, isRead, action, subjectId, ...entry }) => {
      const orderId = ids.get(subjectId ?? '') ?? null;
      const kind = isRead ? ('read' as const) : ('action' as const);
      const outcome = entry.outcome?.outcome ?? (isRead ? 'done' : null);
      const what = { kind, action, outcome, orderId, personId: orderId ? null : subjectId };
      const { reason, hits, address } = entry;
      return { id, at: at.toISOString(), staff, staffId, ...what, reason, hits, address };
    });
  }
}

/** A refused action has no order, so it is logged under the nil UUID. */
function unknownSubject(error: unknown): string {
  if (error instanceof Refusal) return '00000000-0000-0000-0000-000000000000';
  throw error;
}
