import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { Log, serviceLog } from '../log';
import { Catalogue } from './catalogue';
import { Config } from './config';

/** Provides the configuration, the catalogue and the logger to every module. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: Config, log: Logger): DynamicModule {
    const providers = [{ provide: Config, useValue: config }, { provide: Log, useValue: serviceLog(log) }, Catalogue];
    return { module: ConfigModule, providers, exports: [Config, Log, Catalogue] };
  }
}
