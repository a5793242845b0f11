import type { FastifyInstance } from 'fastify';
import { contractOperations } from '../contract/contract';

const rawBodyPaths = new Set(
  [...contractOperations.values()].filter(({ rawBody }) => rawBody).map(({ path }) => `/api${path}`),
);

/** JSON only. Operations with a signed body get its bytes unparsed, and may receive more of them. */
export function parseJsonBodies(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!rawBodyPaths.has(request.routeOptions.url ?? ''))
      return body.length ? parse(request, body.toString('utf8'), done) : done(null, undefined);
    Object.assign(request, { rawBody: body });
    done(null, undefined);
  });
  fastify.addHook('onRoute', (route) => {
    if (rawBodyPaths.has(route.url)) route.bodyLimit = 256 * 1024;
  });
}
