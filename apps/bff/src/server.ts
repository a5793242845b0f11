import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module';
import type { Config } from './config/config';
import { auditLog } from './http/audit-log';
import { parseJsonBodies } from './http/body-parser';
import { clientErrorHandler, malformedUrlHandler } from './http/client-error';
import { newRequestId, requestLog, warnOfUntrustedProxy } from './http/request-log';
import { headersByPath, setSecurityHeaders } from './http/security-headers';
import { checkSiteBuild, loadSite, serveSite } from './http/static-site';
import { nestLogger } from './log';

/** What a client may cost without a proxy. Limits per client IP are the proxy's: deploy/nginx.conf. */
const limits = {
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  // Longer than the proxy keeps an idle connection, so that the proxy is the one to close it.
  keepAliveTimeout: 72_000,
  maxRequestsPerSocket: 50,
  bodyLimit: 16 * 1024,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * 1024 },
};
const maxConnections = 2_000;

/** Site and API on one Fastify, not yet listening. */
export async function createServer(config: Config, log: Logger): Promise<NestFastifyApplication> {
  const site = loadSite();
  if (config.production && site.files.size) checkSiteBuild(site, config);
  const headersOf = headersByPath(config, site.build);
  const adapter = new FastifyAdapter({
    ...limits,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    clientErrorHandler: clientErrorHandler(headersOf('/api'), log),
    frameworkErrors: malformedUrlHandler(headersOf('/api')),
    forceCloseConnections: 'idle',
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  fastify.server.maxConnections = maxConnections;
  setSecurityHeaders(fastify, headersOf);
  warnOfUntrustedProxy(fastify, config);
  auditLog(fastify, config);
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
