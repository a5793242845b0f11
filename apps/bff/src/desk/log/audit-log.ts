import { Injectable } from '@nestjs/common';
import type { ContractOperation } from '../../contract/contract';
import type { Caller } from '../../contract/types';
import { Prisma } from '../../database/prisma.service';
import type { Prisma as Client } from '../../generated/prisma/client';
import { Log } from '../../log';
import { Refusal } from '../../problem/problem';

/** Names the person behind an action, and the reason. */
export interface By {
  /** The address of a staff account at that time, or the name that an operator gave to a command. */
  as: string;
  /** The staff account. Absent for commands. */
  userId?: string;
  reason?: string;
  /** The IP address. Absent for commands. */
  address?: string;
}

export function byOf({ staff, userId }: Caller): By {
  if (!staff) throw new Error('only staff call this');
  return { as: staff.name, userId, address: staff.address };
}

export interface LogFilter {
  staff?: string;
  kind?: 'read' | 'action';
  subjectId?: string;
  since?: Date;
  until?: Date;
  limit: number;
  /** The id of the first entry of the page. */
  cursor?: string;
}

const newest = [{ at: 'desc' }, { id: 'desc' }] satisfies Client.AuditEntryOrderByWithRelationInput[];

/** Entries shown with an order. */
const shown = 100;

const withOutcome = { outcome: true } satisfies Client.AuditEntryInclude;
export type LoggedEntry = Client.AuditEntryGetPayload<{ include: typeof withOutcome }>;

const done = () => 'done';

/** The code of the refusal, as the caller gets it. */
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : 'unexpected');

interface Action<Result> {
  action: string;
  /** Our id of the order or the person, if any. */
  subjectId?: string | null;
  outcomeOf?: (result: Result) => string;
}

/** Records each action with an order or a person, at the desk or by command, and its outcome. Rows are only ever added. */
@Injectable()
export class AuditLog {
  /** Errors whose refusal is logged. */
  private readonly logged = new WeakSet<object>();

  constructor(
    private readonly prisma: Prisma,
    private readonly serverLog: Log,
  ) {}

  /** Does the work between two rows: that it began, and its outcome. Without the second one, its end is unknown. */
  async act<Result>(
    { action, subjectId, outcomeOf = done }: Action<Result>,
    by: By,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { id } = await this.prisma.auditEntry.create({ data: { action, subjectId, ...columns(by) } });
    // The work is done or refused by then: a log that fails must not change the reply.
    const end = (outcome: string) =>
      this.prisma.auditOutcome
        .create({ data: { id, outcome } })
        .catch((err: Error) =>
          this.serverLog.error({ event: 'outcome_not_logged', action, outcome, err }, err.message),
        );
    const result = await work().catch(async (error: Error) => {
      this.logged.add(error);
      await end(codeOf(error));
      throw error;
    });
    await end(outcomeOf(result));
    return result;
  }

  /** Call before the reply. @param what `subjectId` of an order or a person, or `hits` of a list */
  async addRead(action: string, by: By, what: { subjectId?: string; hits?: number } = {}): Promise<void> {
    await this.prisma.auditEntry.create({ data: { action, isRead: true, ...columns(by), ...what } });
  }

  /** A call that was refused before its work began. */
  async addRefusal({ id, desk }: ContractOperation, by: By, error: Error, subjectId?: string): Promise<void> {
    if (this.logged.has(error)) return;
    const outcome = codeOf(error);
    const isRead = desk?.access === 'read' || desk?.access === 'books';
    await this.prisma.auditEntry.create({
      data: { action: id, subjectId, isRead, ...columns(by), outcome: { create: { outcome } } },
    });
  }

  /** The last actions, newest first. */
  entriesOf(subjectId: string, take = shown): Promise<LoggedEntry[]> {
    const where = { subjectId, isRead: false };
    return this.prisma.auditEntry.findMany({ where, orderBy: newest, take, include: withOutcome });
  }

  /** Newest first. @returns one entry more than `limit` if there is a next page. */
  async page({ staff, kind, subjectId, since, until, limit, cursor }: LogFilter): Promise<LoggedEntry[]> {
    const first = cursor && (await this.prisma.auditEntry.findUnique({ where: { id: cursor } }));
    if (first === null) return [];
    const at = { gte: since, lt: until };
    const from = first ? [{ OR: [{ at: { lt: first.at } }, { at: first.at, id: { lte: first.id } }] }] : [];
    const bound = first ? [{ at: { lte: first.at } }] : [];
    const rest = { subjectId, ...(kind && { isRead: kind === 'read' }), at, AND: [...bound, ...from] };
    const find = (who: Client.AuditEntryWhereInput) =>
      this.prisma.auditEntry.findMany({
        where: { ...rest, ...who },
        orderBy: newest,
        take: limit + 1,
        include: withOutcome,
      });
    if (!staff) return find({});
    const pages = await Promise.all((await this.namesOf(staff)).map(find));
    return pages
      .flat()
      .sort(byTime)
      .slice(0, limit + 1);
  }

  /** Each has an index. An account's entries are found under every address that it has had. */
  private async namesOf(operator: string): Promise<Client.AuditEntryWhereInput[]> {
    const where = { operator, userId: { not: null } };
    const userId = (await this.prisma.auditEntry.findFirst({ where, orderBy: newest }))?.userId;
    if (!userId) return [{ operator }];
    return [{ userId }, { operator, OR: [{ userId: null }, { userId: { not: userId } }] }];
  }
}

const columns = ({ as: operator, userId, reason, address }: By) => ({ operator, userId, reason, address });

const byTime = (a: LoggedEntry, b: LoggedEntry) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1);
