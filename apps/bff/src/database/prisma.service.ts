import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ArgType, SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { PrismaClient } from '../generated/prisma/client';
import type { OpenAdapter } from './open-adapter';

const anyType: ArgType = { scalarType: 'unknown', arity: 'scalar' };

/** Prisma's client on the configured database. */
@Injectable()
export class Prisma extends PrismaClient implements OnApplicationShutdown {
  private driver?: Promise<SqlDriverAdapter>;

  constructor(private readonly database: OpenAdapter) {
    super({ adapter: database.factory, transactionOptions: { maxWait: 5_000, timeout: 15_000 } });
  }

  /**
   * One statement by the driver alone, for what is done most: as `$executeRaw` in less than half the time.
   * @returns how many rows it wrote
   */
  async execute(text: TemplateStringsArray, ...values: (string | number | null)[]): Promise<number> {
    this.driver ??= this.database.factory.connect();
    const sql = text.reduce((before, after, place) => `${before}$${place}${after}`);
    return (await this.driver).executeRaw({ sql, args: values, argTypes: values.map(() => anyType) });
  }

  /** The last to go: what is still being answered when the server is told to stop needs the database. */
  async onApplicationShutdown() {
    await this.$disconnect();
    await this.database.close();
  }
}
