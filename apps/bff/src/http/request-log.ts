import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import type { Caller } from '../contract/types';
import { requestIds } from '../log';

export const newRequestId = () => `req-${randomBytes(8).toString('hex')}`;

/** Runs after the body is parsed, because events of a stream have another context. */
export function rememberRequestId(fastify: FastifyInstance) {
  fastify.addHook('preValidation', (request, _reply, done) => requestIds.run(request.id, done));
}

/** Logs one line per API call, without query, body and headers. Skips successful probes. */
export function requestLog(fastify: FastifyInstance) {
  fastify.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    if (reply.statusCode === 200 && request.url.startsWith('/api/health')) return;
    const path = request.url.replace(/\?.*/s, '').slice(0, 200);
    const ms = Math.round(reply.elapsedTime);
    const { userId } = (request as FastifyRequest & { user?: Caller }).user ?? {};
    const fields = { method: request.method, path, status: reply.statusCode, ms, userId, address: request.ip };
    request.log.info({ event: 'request', ...fields }, 'request');
  });
}

/** Warns once, because without TRUST_PROXY all visitors behind a proxy share its rate limits. */
export function warnOfUntrustedProxy(fastify: FastifyInstance, { trustProxy }: Config) {
  if (trustProxy.length) return;
  let warned = false;
  fastify.addHook('onRequest', async ({ headers, ip, log }) => {
    if (warned || !(headers['x-forwarded-for'] || headers.forwarded)) return;
    warned = true;
    log.warn(
      { event: 'forwarded_header_ignored', address: ip },
      'A proxy forwards requests, but TRUST_PROXY is empty: every visitor counts as the proxy.',
    );
  });
}
