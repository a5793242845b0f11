import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { ConfigModule } from '../config/config.module';
import { DatabaseModule } from '../database/database.module';
import { ReconcilerModule } from '../reconciler/reconciler.module';
import { OrderDesk } from './order-desk';

/** As much of the server as the command line needs; nothing runs by itself here. */
@Module({ imports: [ReconcilerModule], providers: [OrderDesk] })
export class OrdersCliModule {
  static with(config: Config, log: Logger): DynamicModule {
    return { module: OrdersCliModule, imports: [ConfigModule.with(config, log), DatabaseModule] };
  }
}
