import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export const newRequestId = () => `req-${randomBytes(8).toString('hex')}`;

/** One line per API call: no query, no body, no header. */
export function requestLog(fastify: FastifyInstance) {
  fastify.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    const path = request.url.replace(/\?.*/s, '').slice(0, 200);
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ event: 'request', method: request.method, path, status: reply.statusCode, ms }, 'request');
  });
}
