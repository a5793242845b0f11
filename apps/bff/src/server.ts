import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module';
import type { Config } from './config/config';
import { parseJsonBodies } from './contract/body-parser';
import { nestLogger } from './log';
import { rawProblem } from './problem/raw-problem';
import { answerUnreadable, refuseAmbiguous } from './problem/unreadable-request';
import { newRequestId, requestLog } from './request-log';
import { boundAhead } from './security/bound-ahead';
import { boundBodies } from './security/bound-bodies';
import { authFields, boundCalls } from './security/bound-calls';
import { boundConnections } from './security/bound-connections';
import { boundPieces } from './security/bound-pieces';
import { rememberAddress } from './security/caller-address';
import { securityEvents } from './security/event-log';
import { headersByPath, setSecurityHeaders } from './security/headers';
import { originForm } from './security/origin-form';
import { readInTurn } from './security/read-in-turn';
import { resetStalled } from './security/stalled-callers';
import { checkSiteBuild, loadSite } from './site/load-site';
import { SiteServer } from './site/site-server';
import { takeTurns } from './throttle/take-turns';

/**
 * In milliseconds. A whole request within the first; between two on one connection, the second. How often that is looked
 * at, the third: with Node's own half a minute, thirty seconds are sixty.
 */
const timeouts = { requestTimeout: 30_000, keepAliveTimeout: 72_000, connectionsCheckingInterval: 5_000 };
const stalledMs = 60_000;

function httpServer(handler: RequestListener, direct: boolean) {
  const listener = boundAhead(boundPieces(handler));
  // Node's own refusal of a request without Host is no problem document.
  const server = createHttpServer({ ...timeouts, requireHostHeader: false }, listener);
  // A bound here drops the last ones, where a proxy may tell who calls: `refuseAmbiguous` refuses too many.
  server.maxHeadersCount = 0;
  if (direct) boundConnections(server);
  readInTurn(server);
  resetStalled(server, stalledMs);
  // Other expectations than `100-continue` are nothing to us: answered as if they were not there.
  return server.on('checkExpectation', listener);
}

/** Refuses calls that arrive on open connections during shutdown. Earlier calls are still answered. */
function refuseWhileClosing(fastify: FastifyInstance) {
  let closing = false;
  fastify.addHook('preClose', async () => {
    closing = true;
  });
  fastify.addHook('onRequest', async ({ id, url, log }, reply) => {
    if (!closing) return;
    const title = 'The service is not available. Please try again.';
    const { headers, body } = rawProblem(503, 'unavailable', title, id, authFields(url, title));
    log.info({ code: 'unavailable', status: 503 }, 'request refused');
    return reply.code(503).headers(headers).send(body);
  });
}

/** Site and API on one Fastify, not yet listening. */
export async function createServer(config: Config, log: Logger): Promise<NestFastifyApplication> {
  const site = loadSite();
  if (config.production) checkSiteBuild(site, config);
  const securityHeaders = headersByPath(config, site.build);
  const apiHeaders = securityHeaders('/api');
  const siteServer = new SiteServer(site, securityHeaders);
  // Behind a proxy all callers have its address: it is the one to bound them.
  const direct = config.throttle && !config.trustProxy.length;
  const listener = (handler: RequestListener) =>
    refuseAmbiguous(siteServer.before(direct ? boundCalls(handler, apiHeaders, log) : handler), apiHeaders, log);
  const adapter = new FastifyAdapter({
    serverFactory: (handler: RequestListener) => httpServer(listener(handler), direct),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: config.trustProxy.length ? config.trustProxy : false,
    rewriteUrl: originForm,
    // A longer one is the contract's to refuse, not the router's.
    routerOptions: { maxParamLength: 16 * 1024 },
    clientErrorHandler: answerUnreadable(apiHeaders, log),
    bodyLimit: 16 * 1024,
    forceCloseConnections: 'idle',
    // Fastify's own answer is no problem document. See `refuseWhileClosing`.
    return503OnClosing: false,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  setSecurityHeaders(fastify, securityHeaders);
  refuseWhileClosing(fastify);
  rememberAddress(fastify);
  securityEvents(fastify, config);
  requestLog(fastify);
  parseJsonBodies(fastify);
  boundBodies(fastify);
  if (config.throttle) takeTurns(fastify);
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
