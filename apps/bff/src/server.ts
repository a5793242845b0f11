import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
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
import { headersByPath, setSecurityHeaders } from './security/headers';
import { originForm } from './security/origin-form';
import { checkSiteBuild, loadSite } from './site/load-site';
import { SiteServer } from './site/site-server';

/** In milliseconds. A whole request within the first; between two on one connection, the second. */
const timeouts = { requestTimeout: 30_000, keepAliveTimeout: 72_000 };

/** Site and API on one Fastify, not yet listening. */
export async function createServer(config: Config, log: Logger): Promise<NestFastifyApplication> {
  const site = loadSite();
  if (config.production && site.files.size) checkSiteBuild(site, config);
  const securityHeaders = headersByPath(config, site.build);
  const siteServer = new SiteServer(site, securityHeaders);
  const adapter = new FastifyAdapter({
    serverFactory: (handler: RequestListener) => createHttpServer(timeouts, siteServer.before(handler)),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `req-${randomBytes(8).toString('hex')}`,
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    rewriteUrl: originForm,
    bodyLimit: 16 * 1024,
    forceCloseConnections: 'idle',
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  setSecurityHeaders(fastify, securityHeaders);
  securityEvents(fastify, config);
  requestLog(fastify);
  parseJsonBodies(fastify);
  siteServer.register(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, log), adapter, {
    bodyParser: false,
    logger: nestLogger(log),
  });
  app.setGlobalPrefix('api');
  app.enableShutdownHooks();
  await app.init();
  return app;
}
