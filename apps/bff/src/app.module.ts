import { type DynamicModule, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, ModulesContainer } from '@nestjs/core';
import type { Logger } from 'pino';
import { AccountModule } from './account/account.module';
import { TokenGuard } from './account/token.guard';
import { BooksModule } from './books/books.module';
import { OperatorAlerts } from './cases/operator-alerts';
import type { Config } from './config/config';
import { ConfigModule } from './config/config.module';
import { contractGaps } from './contract/operation';
import { ReplyInterceptor } from './contract/reply.interceptor';
import { DatabaseModule } from './database/database.module';
import type { Prisma } from './database/prisma.service';
import { DeskModule } from './desk/desk.module';
import { PasskeyGuard } from './desk/http/desk.guards';
import { ContractGuard } from './http/contract.guard';
import { JobsModule } from './jobs/jobs';
import { MailModule } from './mail/mail.module';
import { PasskeysModule } from './passkeys/passkeys.module';
import { PaymentsModule } from './payments/payments.module';
import { ProblemFilter } from './problem/problem.filter';
import { Retention } from './retention/retention';
import { SystemController } from './system/system.controller';
import { SystemService } from './system/system.service';
import { RateLimiter } from './throttle/rate-limiter';
import { ThrottleGuard } from './throttle/throttle.guard';

/** Guards run in this order. */
@Module({
  controllers: [SystemController],
  providers: [
    SystemService,
    RateLimiter,
    Retention,
    OperatorAlerts,
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_GUARD, useClass: PasskeyGuard },
    { provide: APP_GUARD, useClass: ContractGuard },
    { provide: APP_GUARD, useClass: ThrottleGuard },
    { provide: APP_INTERCEPTOR, useClass: ReplyInterceptor },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class AppModule implements OnModuleInit {
  constructor(private readonly modules: ModulesContainer) {}

  static async with(config: Config, log: Logger, prisma: Prisma): Promise<DynamicModule> {
    const domains = [AccountModule, PasskeysModule, MailModule, PaymentsModule, BooksModule, DeskModule];
    const imports = [ConfigModule.with(config, log), DatabaseModule.with(prisma), JobsModule, ...domains];
    return {
      module: AppModule,
      imports,
      providers: config.metricsPort ? [(await import('./metrics/metrics.js')).Metrics] : [],
    };
  }

  /** @throws Error if contract and handlers differ */
  onModuleInit() {
    const wrappers = [...this.modules.values()].flatMap((module) => [...module.controllers.values()]);
    const gaps = contractGaps(wrappers.map(({ metatype }) => metatype as Type));
    if (gaps.length) throw new Error(`The handlers do not fit openapi.yaml: ${gaps.join('; ')}`);
  }
}
