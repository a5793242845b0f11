import { type DynamicModule, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, ModulesContainer } from '@nestjs/core';
import type { Logger } from 'pino';
import { AccountModule } from './account/account.module';
import { TokenGuard } from './account/token.guard';
import type { Config } from './config/config';
import { ConfigModule } from './config/config.module';
import { ContractGuard } from './contract/contract.guard';
import { contractGaps } from './contract/registry';
import { ReplyInterceptor } from './contract/reply.interceptor';
import { DatabaseModule } from './database/database.module';
import { PaymentsModule } from './payments/payments.module';
import { ProblemFilter } from './problem/problem.filter';
import { ServiceModule } from './service/service.module';
import { ThrottleGuard } from './throttle/throttle.guard';
import { ThrottleModule } from './throttle/throttle.module';

/** The whole API. A request passes the guards in this order. */
@Module({
  providers: [
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_GUARD, useClass: ContractGuard },
    { provide: APP_GUARD, useClass: ThrottleGuard },
    { provide: APP_INTERCEPTOR, useClass: ReplyInterceptor },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class AppModule implements OnModuleInit {
  constructor(private readonly modules: ModulesContainer) {}

  static with(config: Config, log: Logger): DynamicModule {
    const domains = [AccountModule, PaymentsModule, ServiceModule];
    return { module: AppModule, imports: [ConfigModule.with(config, log), DatabaseModule, ThrottleModule, ...domains] };
  }

  /** @throws Error where contract and handlers differ: such a server does not start. */
  onModuleInit() {
    const wrappers = [...this.modules.values()].flatMap((module) => [...module.controllers.values()]);
    const gaps = contractGaps(wrappers.map(({ metatype }) => metatype as Type));
    if (gaps.length) throw new Error(`The handlers do not fit openapi.yaml: ${gaps.join('; ')}`);
  }
}
