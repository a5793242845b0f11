import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config';
import { Log } from '../log';
import { openPrisma, Prisma } from './prisma.service';

@Global()
@Module({
  providers: [{ provide: Prisma, inject: [Config, Log], useFactory: openPrisma }],
  exports: [Prisma],
})
export class DatabaseModule {}
