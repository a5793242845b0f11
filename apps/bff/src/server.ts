import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module';
import type { Config } from './config/config';
import type { Prisma } from './database/prisma.service';
import { hideDesk } from './desk/http/desk.guards';
import { parseBodies } from './http/body-parser';
import { clientErrorHandler, malformedHandler } from './http/client-error';
import { newRequestId, rememberRequestId, requestLog, warnOfUntrustedProxy } from './http/request-log';
import { headersByPath, setSecurityHeaders } from './http/security-headers';
import { securityLog } from './http/security-log';
import { checkSiteBuild, loadSite } from './http/site-build';
import { serveSite } from './http/static-site';
import { nestLogger } from './log';
import { problemDocument, problemType, Refusal } from './problem/problem';
import { operationAt } from './problem/problem.filter';
import { SystemService } from './system/system.service';

/** Limits for clients without a proxy. The proxy has limits per client IP: see deploy/nginx.conf. */
const limits = {
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  maxRequestsPerSocket: 50,
  bodyLimit: 16 * 1024,
  // The maximum length of a URL, because the contract defines valid ids and the reply to others.
  routerOptions: { maxParamLength: 16 * 1024 },
  http: {
    headersTimeout: 15_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
    requireHostHeader: false,
  },
};
/** More than nginx's workers open, because each slow body needs a connection. */
const maxConnections = 10_000;

/** The proxy must close idle connections first. Load balancers keep them for up to 600 s, nginx for 60 s. */
const keepAliveTimeoutMs = { withProxy: 620_000, bare: 72_000 };

/** Refuses new requests during shutdown. Earlier ones are still answered. */
function refuseWhileClosing(fastify: FastifyInstance, { publicUrl }: Config) {
  let closing = false;
  fastify.addHook('preClose', async () => {
    closing = true;
  });
  fastify.addHook('onRequest', async (request, reply) => {
    if (!closing) return;
    // During shutdown, the request may not reach a route and the filter.
    const problem = new Refusal('unavailable');
    const document = problemDocument(publicUrl, problem, request.id, operationAt(request)?.authProblem);
    return reply.code(503).type(problemType).send(JSON.stringify(document));
  });
}

/** Node's 417 is not a problem document. RFC 9110 allows servers to ignore unknown expectations. */
const ignoreExpectations = ({ server }: FastifyInstance) =>
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

/** HTTP/1.1 requires this. Node's own reply is not a problem document. */
function refuseWithoutHost(fastify: FastifyInstance, config: Config, headers: Record<string, string>) {
  const refuse = malformedHandler(config, headers);
  fastify.addHook('onRequest', async (request, reply) => {
    const { httpVersion, headers } = request.raw;
    if (httpVersion === '1.1' && headers.host === undefined) return refuse(null, request, reply);
  });
}

/** Proxies must not reuse connections to an instance that stops. */
function releaseConnections(fastify: FastifyInstance, isStopping: () => boolean) {
  fastify.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close');
  });
}

/** Site and API. The server does not listen yet. */
export async function createServer(config: Config, log: Logger, prisma: Prisma): Promise<NestFastifyApplication> {
  const site = loadSite();
  if (config.production) checkSiteBuild(site, config);
  const headersOf = headersByPath(config, site.build);
  const adapter = new FastifyAdapter({
    ...limits,
    keepAliveTimeout: keepAliveTimeoutMs[config.trustProxy.length ? 'withProxy' : 'bare'],
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    clientErrorHandler: clientErrorHandler(config, headersOf('/api'), log),
    frameworkErrors: malformedHandler(config, headersOf('/api')),
    forceCloseConnections: 'idle',
    // `refuseWhileClosing` replaces Fastify's reply.
    return503OnClosing: false,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  fastify.server.maxConnections = maxConnections;
  ignoreExpectations(fastify);
  setSecurityHeaders(fastify, headersOf);
  let system: SystemService | undefined;
  releaseConnections(fastify, () => system?.isStopping === true);
  refuseWhileClosing(fastify, config);
  warnOfUntrustedProxy(fastify, config);
  securityLog(fastify, config);
  requestLog(fastify);
  rememberRequestId(fastify);
  refuseWithoutHost(fastify, config, headersOf('/api'));
  if (config.metricsPort) (await import('./metrics/request-metrics.js')).countRequests(fastify);
  hideDesk(fastify, config, prisma);
  parseBodies(fastify);
  serveSite(fastify, site);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, log, prisma), adapter, {
    bodyParser: false,
    logger: nestLogger(log),
  });
  app.setGlobalPrefix('api');
  await app.init();
  system = app.get(SystemService);
  return app;
}
