import { Injectable } from '@nestjs/common';
import { type ImportReport, SettlementImport } from '../books/import';
import { type Month, Months } from '../books/months';
import { AuditLog, type By } from '../desk/log/audit-log';

@Injectable()
export class BooksCommands {
  constructor(
    private readonly importer: SettlementImport,
    private readonly months: Months,
    private readonly log: AuditLog,
  ) {}

  async import({ since, ...by }: By & { since?: string }): Promise<ImportReport> {
    const action = `import settlements${since ? ` since ${since}` : ''}`;
    return this.log.act({ action }, by, () => this.importer.run({ since }));
  }

  /** @throws Refusal `month_unknown`, or what `Months.close` refuses */
  async month(month: string, { close, opening, ...by }: By & { close?: boolean; opening?: number }): Promise<Month> {
    if (!close) {
      await this.log.addRead(`show month ${month}`, by);
      return this.months.show(month);
    }
    return this.log.act({ action: `close month ${month}` }, by, () =>
      this.months.close(month, { ...by, openingPaise: opening }),
    );
  }
}
