import { routePath } from '@novacore/contract/operations';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { emailHash } from '../account/email';
import type { Config } from '../config/config';
import { contractOperations } from '../contract/contract';
import type { Caller } from '../contract/types';

/** The guards log `token_refused` and `throttled` themselves. */
const eventsByRoute = new Map(
  [...contractOperations.values()].map(({ method, path, securityEvents }) => [
    `${method.toUpperCase()} /api${routePath(path)}`,
    securityEvents,
  ]),
);

function accountHash(request: FastifyRequest, key: string) {
  const { email } = (request.body ?? {}) as { email?: unknown };
  if (typeof email !== 'string') return undefined;
  return emailHash(email, key);
}

/** Logs one line per security event of the contract. */
export function securityLog(fastify: FastifyInstance, { jwtSecret }: Config) {
  fastify.addHook('onResponse', async (request, reply) => {
    const event = eventsByRoute.get(`${request.method} ${request.routeOptions.url}`)?.[reply.statusCode];
    if (!event) return;
    const { user } = request as FastifyRequest & { user?: Caller };
    const fields = { event, account: accountHash(request, jwtSecret), userId: user?.userId, address: request.ip };
    request.log.info(fields, event.replaceAll('_', ' '));
  });
}
