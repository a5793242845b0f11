import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problem/problem';
import { Shares } from '../throttle/shares';

/** Bytes of one network's bodies on their way. There is no bound for all: whoever filled it would keep everybody out. */
const mostOfOneNetwork = 2 * 1024 * 1024;

/** What a body may come to: what it says, or all that its operation takes. */
function roomFor({ method, headers, routeOptions: { bodyLimit = 0 } }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0; // whatever is sent along stays unread
  if (headers['transfer-encoding']) return bodyLimit;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}

/** A body is kept until it is whole, or until it is answered before: Node tells no more of it then. */
function giveBackOnce(request: IncomingMessage, response: ServerResponse, giveBack: () => void) {
  const end = () => {
    request.off('close', end);
    response.off('close', end);
    giveBack();
  };
  request.once('close', end);
  response.once('close', end);
}

/**
 * Bounds the memory of bodies that are not whole yet: they are kept before anybody can look at them, and thousands of
 * callers may hold back the last byte of theirs.
 */
export function boundBodies(fastify: FastifyInstance) {
  const shares = new Shares(mostOfOneNetwork);
  fastify.addHook('onRequest', async (request, reply) => {
    const { raw, ip, log } = request;
    const room = roomFor(request);
    if (!room) return;
    if (shares.take(ip, room)) return giveBackOnce(raw, reply.raw, () => shares.giveBack(ip, room));
    log.warn({ event: 'throttled', limit: 'bodies', address: ip }, 'throttled');
    reply.header('connection', 'close');
    throw new Problem(429, 'busy', 'Too much is being sent at the same time. Please try again.', {
      retryAfterSeconds: 1,
    });
  });
}
