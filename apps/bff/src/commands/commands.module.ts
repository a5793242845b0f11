import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccountDataService } from '../account/account-data.service';
import { GuessLimit } from '../account/guess-limit';
import { PasswordHasher } from '../account/password-hasher';
import { BooksCoreModule } from '../books/books.module';
import type { Config } from '../config/config';
import { ConfigModule } from '../config/config.module';
import { DatabaseModule } from '../database/database.module';
import type { Prisma } from '../database/prisma.service';
import { AuditLog } from '../desk/audit-log';
import { PaymentsCoreModule } from '../payments/payments-core.module';
import { BooksCommands } from './books-commands';
import { OrderCommands } from './order-commands';
import { PeopleCommands } from './people-commands';

/** What the commands use: without the API, and nothing runs by itself. */
@Module({
  imports: [BooksCoreModule, PaymentsCoreModule],
  providers: [
    ...[AuditLog, AccountDataService, GuessLimit, PasswordHasher],
    ...[BooksCommands, OrderCommands, PeopleCommands],
  ],
})
export class CommandsModule {
  static with(config: Config, log: Logger, prisma: Prisma): DynamicModule {
    return { module: CommandsModule, imports: [ConfigModule.with(config, log), DatabaseModule.with(prisma)] };
  }
}
