import type { Prisma } from '../database/prisma.service';
import type { AuditEntry } from '../generated/prisma/client';

/** What an operator is about to do. */
export interface Deed {
  operator: string;
  action: string;
  reason?: string;
}

/** Who did what with an order or a person by command. */
export class AuditLog {
  constructor(private readonly prisma: Prisma) {}

  /** Call before the work: attempts that fail are listed too. @param subjectId our id of the order or the person */
  async add(subjectId: string, deed: Deed): Promise<void> {
    await this.prisma.auditEntry.create({ data: { subjectId, ...deed } });
  }

  /** Oldest first. */
  entriesOf(subjectId: string): Promise<AuditEntry[]> {
    return this.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { at: 'asc' } });
  }
}
