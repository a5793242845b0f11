import type { OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config/config';
import { PrismaClient } from '../generated/prisma/client';
import type { Log } from '../log';
import { type OpenAdapter, openAdapter } from './open-adapter';

/** Limit per statement. Ours need far less. */
const timeoutMs = 9_000;

export class Prisma extends PrismaClient implements OnApplicationShutdown {
  constructor(readonly database: OpenAdapter) {
    super({ adapter: database.factory, transactionOptions: { maxWait: 5_000, timeout: 15_000 } });
  }

  poolUsage() {
    return this.database.usage();
  }

  /** Closes the database last, because requests in progress need it. */
  async onApplicationShutdown() {
    await this.$disconnect();
    await this.database.close();
  }
}

export async function openPrisma(config: Config, log: Log) {
  return new Prisma(await openAdapter(config, timeoutMs, (err) => log.warn({ err }, 'a database connection broke')));
}
