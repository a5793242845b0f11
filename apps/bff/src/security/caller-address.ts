import type { FastifyInstance } from 'fastify';

/**
 * Asks for the caller's address once, when the call arrives: a socket forgets it as soon as the caller hangs up, and a
 * log-out counts all the same.
 */
export function rememberAddress(fastify: FastifyInstance) {
  fastify.addHook('onRequest', async (request) => {
    const value = request.raw.socket.remoteAddress ? request.ip : 'unknown';
    Object.defineProperty(request, 'ip', { value });
  });
}
