import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { AuditEntry, Prisma as Client } from '../generated/prisma/client';

/** Who does it, and why. */
export interface By {
  /** The address of a staff account, or the name that an operator gave to a command. */
  as: string;
  reason?: string;
  /** From where. Absent for commands. */
  address?: string;
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

/** Who did what with an order or a person, at the desk or by command. */
@Injectable()
export class AuditLog {
  constructor(private readonly prisma: Prisma) {}

  /** Call before the work: attempts that fail are listed too. @param subjectId our id of the order or the person, if any */
  async add(subjectId: string | null, action: string, { as: operator, reason, address }: By): Promise<void> {
    await this.prisma.auditEntry.create({ data: { subjectId, action, operator, reason, address } });
  }

  /** Call before the answer. @param what `subjectId` of an order or a person, or `hits` of a list */
  async addRead(action: string, { as: operator, address }: By, what: { subjectId?: string; hits?: number } = {}) {
    await this.prisma.auditEntry.create({ data: { action, operator, address, isRead: true, ...what } });
  }

  /** The last actions, newest first. */
  entriesOf(subjectId: string, take = shown): Promise<AuditEntry[]> {
    return this.prisma.auditEntry.findMany({ where: { subjectId, isRead: false }, orderBy: newest, take });
  }

  /** Newest first. @returns one entry more than `limit` where there is a next page. */
  async page({ staff, kind, subjectId, since, until, limit, cursor }: LogFilter): Promise<AuditEntry[]> {
    const first = cursor && (await this.prisma.auditEntry.findUnique({ where: { id: cursor } }));
    if (first === null) return [];
    const at = { gte: since, lt: until };
    const from = first ? [{ OR: [{ at: { lt: first.at } }, { at: first.at, id: { lte: first.id } }] }] : [];
    const bound = first ? [{ at: { lte: first.at } }] : [];
    const where = {
      operator: staff,
      subjectId,
      ...(kind && { isRead: kind === 'read' }),
      at,
      AND: [...bound, ...from],
    };
    return this.prisma.auditEntry.findMany({ where, orderBy: newest, take: limit + 1 });
  }
}
