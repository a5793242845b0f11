import { Module } from '@nestjs/common';
import { BooksCoreModule } from '../books/books.module';
import { Exports } from '../books/exports';
import { SettlementImport } from '../books/import';
import { Months } from '../books/months';

/** What commands about the books need. It takes longer to load than the rest. */
@Module({ imports: [BooksCoreModule] })
export class BooksWork {
  constructor(
    readonly importer: SettlementImport,
    readonly months: Months,
    readonly exports: Exports,
  ) {}
}
