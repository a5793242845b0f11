import { Module } from '@nestjs/common';
import { PaymentsCoreModule } from '../payments/payments-core.module';
import { Exports } from './exports';
import { SettlementImport, SettlementImportJob } from './import';
import { Months } from './months';

const books = [Exports, Months, SettlementImport];

/** The services of the books, for the desk and the commands. Starts no jobs. */
@Module({ imports: [PaymentsCoreModule], providers: books, exports: books })
export class BooksCoreModule {}

@Module({ imports: [BooksCoreModule], providers: [SettlementImportJob] })
export class BooksModule {}
