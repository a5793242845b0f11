import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { AccountDataService } from '../account/account-data.service';
import { GuessLimit } from '../account/guess-limit';
import { OwnerProof, PasskeyCheck } from '../account/owner-proof';
import { PasswordHasher } from '../account/password-hasher';
import { BooksCoreModule } from '../books/books.module';
import type { Config } from '../config/config';
import { ConfigModule } from '../config/config.module';
import { DatabaseModule } from '../database/database.module';
import { assertMigrated } from '../database/migrations';
import { openPrisma, Prisma } from '../database/prisma.service';
import { AuditLog } from '../desk/log/audit-log';
import { PasskeyChallenges } from '../passkeys/passkey-challenges';
import { PasskeyVerifier } from '../passkeys/passkey-verifier';
import { PaymentsCoreModule } from '../payments/payments-core.module';
import { BooksCommands } from './books-commands';
import { OrderCommands } from './order-commands';
import { PeopleCommands } from './people-commands';

/** Services of the commands, without API and jobs. */
@Module({
  imports: [BooksCoreModule, PaymentsCoreModule],
  providers: [
    ...[AuditLog, AccountDataService, GuessLimit, OwnerProof, PasswordHasher],
    ...[PasskeyChallenges, PasskeyVerifier, { provide: PasskeyCheck, useExisting: PasskeyVerifier }],
    ...[BooksCommands, OrderCommands, PeopleCommands],
  ],
})
class CommandsModule {}

/** @throws Error if the database does not fit this release */
export async function withService<Service, Result>(
  config: Config,
  log: Logger,
  service: Type<Service>,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const imports = [ConfigModule.with(config, log), DatabaseModule.with(await openPrisma(config, log))];
  const root = { module: CommandsModule, imports };
  const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
  try {
    await assertMigrated(app.get(Prisma));
    return await work(app.get(service));
  } finally {
    await app.close();
  }
}
