import type { OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config/config';
import { PrismaClient } from '../generated/prisma/client';
import type { Log } from '../log';
import { type OpenAdapter, openAdapter } from './open-adapter';

/** What a statement may take: far more than any of ours needs. */
const timeoutMs = 9_000;

/** Prisma's client for the configured database. */
export class Prisma extends PrismaClient implements OnApplicationShutdown {
  constructor(readonly database: OpenAdapter) {
    super({ adapter: database.factory, transactionOptions: { maxWait: 5_000, timeout: 15_000 } });
  }

  poolUsage() {
    return this.database.usage();
  }

  /** Last: requests that are still being answered during shutdown need the database. */
  async onApplicationShutdown() {
    await this.$disconnect();
    await this.database.close();
  }
}

export async function openPrisma(config: Config, log: Log) {
  return new Prisma(await openAdapter(config, timeoutMs, (err) => log.warn({ err }, 'a database connection broke')));
}
