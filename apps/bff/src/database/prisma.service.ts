import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaClient } from '../generated/prisma/client';
import type { OpenAdapter } from './open-adapter';

/** Prisma's client for the configured database. */
@Injectable()
export class Prisma extends PrismaClient implements OnApplicationShutdown {
  constructor(private readonly database: OpenAdapter) {
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
