import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Prisma } from './prisma.service';

@Global()
@Module({})
export class DatabaseModule {
  static with(prisma: Prisma): DynamicModule {
    return { module: DatabaseModule, providers: [{ provide: Prisma, useFactory: () => prisma }], exports: [Prisma] };
  }
}
