import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module';
import type { Config } from './config/config';
import { parseJsonBodies } from './contract/body-parser';
import { nestLogger } from './log';
import { requestLog } from './request-log';
import { securityEvents } from './security/event-log';
import { securityHeaders } from './security/headers';
import { originForm } from './security/origin-form';
import { checkSiteBuild, loadSite } from './site/load-site';
import { serveSite } from './site/serve-site';

/** Site and API on one Fastify, not yet listening. */
export async function createServer(config: Config, log: Logger): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `req-${randomBytes(8).toString('hex')}`,
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    rewriteUrl: originForm,
    bodyLimit: 16 * 1024,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  const site = loadSite();
  if (config.production && site.files.size) checkSiteBuild(site, config);
  securityHeaders(fastify, config, site);
  securityEvents(fastify, config);
  requestLog(fastify);
  parseJsonBodies(fastify);
  serveSite(fastify, site);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, log), adapter, {
    bodyParser: false,
    logger: nestLogger(log),
  });
  app.setGlobalPrefix('api');
  app.enableShutdownHooks();
  await app.init();
  return app;
}
