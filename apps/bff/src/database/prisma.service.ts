import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaClient } from '../generated/prisma/client';
import type { OpenAdapter } from './open-adapter';

/** Prisma's client on the configured database. */
@Injectable()
export class Prisma extends PrismaClient implements OnApplicationShutdown {
  constructor(private readonly database: OpenAdapter) {
    super({ adapter: database.factory, transactionOptions: { maxWait: 5_000, timeout: 15_000 } });
  }

  /** The last to go: what is still being answered when the server is told to stop needs the database. */
  async onApplicationShutdown() {
    await this.$disconnect();
    await this.database.close();
  }
}
