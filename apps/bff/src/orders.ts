// The operator's view of the money: `npm run orders -- list|show|refund|reconcile`.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { loadConfig } from './config/load-config';
import { DataDirInUse } from './database/data-dir-lock';
import { createLog } from './log';
import { OrdersCliModule } from './orders-cli/orders-cli.module';
import { program } from './orders-cli/program';

/** What goes wrong is told on standard error, so that `--json` on standard output stays whole. */
async function open() {
  const module = OrdersCliModule.with(loadConfig(), createLog('warn', 2));
  return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
}

program(open)
  .parseAsync()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof DataDirInUse ? 2 : 1;
  });
