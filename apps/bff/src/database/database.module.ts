import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config';
import { Log } from '../log';
import { openAdapter } from './open-adapter';
import { Prisma } from './prisma.service';

/** What a statement may take: far more than any of ours needs. */
const timeoutMs = 9_000;

async function openPrisma(config: Config, log: Log) {
  return new Prisma(await openAdapter(config, timeoutMs, (err) => log.warn({ err }, 'a database connection broke')));
}

@Global()
@Module({
  providers: [{ provide: Prisma, inject: [Config, Log], useFactory: openPrisma }],
  exports: [Prisma],
})
export class DatabaseModule {}
