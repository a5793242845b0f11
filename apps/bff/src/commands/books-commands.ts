import { Injectable } from '@nestjs/common';
import { SettlementImport } from '../books/import';
import { AuditLog, type By } from '../desk/log/audit-log';

@Injectable()
export class BooksCommands {
  constructor(
    private readonly importer: SettlementImport,
    private readonly log: AuditLog,
  ) {}

  async import({ since, ...by }: By & { since?: string }) {
    const action = `import settlements${since ? ` since ${since}` : ''}`;
    return this.log.act({ action }, by, () => this.importer.run({ since }));
  }
}
