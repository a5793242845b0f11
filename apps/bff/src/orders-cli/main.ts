// `npm run orders -- list|show|refund|close-dispute|reconcile`: the operator's view of orders and payments.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule } from '../config/config.module';
import { loadConfig } from '../config/load-config';
import { DataDirInUse } from '../database/data-dir-lock';
import { DatabaseModule } from '../database/database.module';
import { createLog } from '../log';
import { PaymentsCoreModule } from '../payments/payments.module';
import { OrderAdmin } from './order-admin';
import { program } from './program';

@Module({ imports: [PaymentsCoreModule], providers: [OrderAdmin] })
class OrdersCliModule {}

/** Logs go to standard error, so that `--json` on standard output stays valid. */
async function open() {
  const config = ConfigModule.with(loadConfig(), createLog('warn', 2));
  const module = { module: OrdersCliModule, imports: [config, DatabaseModule] };
  return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
}

program(open)
  .parseAsync()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof DataDirInUse ? 2 : 1;
  });
