import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import secureJson from 'secure-json-parse';
import { contractOperations } from './contract';

const rawPaths = new Set(
  [...contractOperations.values()].filter(({ rawBody }) => rawBody).map(({ path }) => `/api${path}`),
);

const parseOptions = { protoAction: 'error', constructorAction: 'error' } as const;

/**
 * JSON and nothing else. For operations that ask for the raw body the bytes are kept as they came, unparsed,
 * and may be larger: the payment provider's events are.
 */
export function parseJsonBodies(fastify: FastifyInstance) {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (rawPaths.has(request.routeOptions.url ?? '')) {
        Object.assign(request, { rawBody: body });
        return undefined;
      }
      if (!isUtf8(body)) throw new SyntaxError('not UTF-8');
      return body.length ? secureJson.parse(body.toString('utf8'), undefined, parseOptions) : undefined;
    },
  );
  fastify.addHook('onRoute', (route) => {
    if (rawPaths.has(route.url)) route.bodyLimit = 256 * 1024;
  });
}
