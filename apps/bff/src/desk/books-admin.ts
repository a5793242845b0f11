import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportName } from '../books/exports';
import type { ImportReport } from '../books/import';
import type { Month } from '../books/months';
import { booksItemKinds } from '../books/open-items';
import type { OpenItem } from '../generated/prisma/client';
import { Refusal } from '../payments/rules/errors';
import { AuditLog, type By } from './audit-log';
import type { Desk } from './command-line';

/** `today`: an Indian day instead of the real one. For tests: what settles takes days. */
type Today = { today?: string };

/** What an operator can do with the books. */
export class BooksAdmin {
  private readonly auditLog: AuditLog;

  constructor(private readonly desk: Desk) {
    this.auditLog = new AuditLog(desk.prisma);
  }

  private async work({ today }: Today = {}) {
    if (today && this.desk.config.production) throw new Error('--today is for tests: it is refused in production.');
    const { BooksWork } = await import('./books-work.js');
    return this.desk.start(BooksWork);
  }

  async import({ since, today, ...by }: Today & By & { since?: string }): Promise<ImportReport> {
    const { importer } = await this.work({ today });
    await this.auditLog.add(null, `import settlements${since ? ` since ${since}` : ''}`, by);
    return importer.run(today, since);
  }

  async month(
    month: string,
    { today, close, opening, ...by }: Today & By & { close?: boolean; opening?: number },
  ): Promise<Month> {
    const { months } = await this.work({ today });
    if (!close) {
      await this.auditLog.addRead(`show month ${month}`, by);
      return months.show(month, today);
    }
    await this.auditLog.add(null, `close month ${month}`, by);
    return months.close(month, { ...by, openingPaise: opening, today });
  }

  /** @returns the file that has it. */
  async export(name: ExportName, month: string, { today, out, ...by }: Today & By & { out?: string }): Promise<string> {
    const { exports } = await this.work({ today });
    await this.auditLog.addRead(`export ${name} of ${month}`, by);
    const file = out ?? `${month}-${name}.csv`;
    await pipeline(Readable.from(await exports.export(name, month, today)), createWriteStream(file, { mode: 0o600 }));
    return file;
  }

  /** Accepts what is open about a settlement, line, payment or refund. @returns what that was. @throws Refusal `item_unknown` */
  async dismiss(subject: string, by: By & { reason: string }): Promise<OpenItem[]> {
    await this.auditLog.add(null, `dismiss ${subject}`, by);
    const accepted = await this.desk.prisma.openItem.updateManyAndReturn({
      where: { subject, kind: { in: [...booksItemKinds] }, closedAt: null, dismissedAt: null },
      data: { dismissedAt: new Date(), dismissalReason: by.reason },
    });
    if (!accepted.length) throw new Refusal('item_unknown', { id: subject });
    return accepted;
  }
}
