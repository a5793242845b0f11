import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { NotFoundException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import secureJson from 'secure-json-parse';
import { contractOperations, routePath } from './contract';

const rawPaths = new Set(
  [...contractOperations.values()].filter(({ rawBody }) => rawBody).map(({ path }) => `/api${path}`),
);

/** As Fastify spells the addresses of operations that take no body. */
const bodyless = new Set(
  [...contractOperations.values()]
    .filter(({ method, body }) => method === 'post' && !body)
    .map(({ path }) => `/api${routePath(path)}`),
);

/** Whatever was sent along is left unread, and what it claims to be counts for nothing. */
export function readNoBody({ headers }: IncomingMessage) {
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete headers[name];
}

const parseOptions = { protoAction: 'error', constructorAction: 'error' } as const;

/**
 * JSON and nothing else, where the operation has a body at all. For operations that ask for the raw body the bytes are kept as they came, unparsed,
 * and may be larger: the payment provider's events are.
 */
export function parseJsonBodies(fastify: FastifyInstance) {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      // A proxy in front may read it as what it says it is.
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new UnsupportedMediaTypeException();
      if (rawPaths.has(request.routeOptions.url ?? '')) {
        Object.assign(request, { rawBody: body });
        return undefined;
      }
      if (!isUtf8(body)) throw new SyntaxError('not UTF-8');
      return body.length ? secureJson.parse(body.toString('utf8'), undefined, parseOptions) : undefined;
    },
  );
  fastify.addHook('onRequest', async ({ raw, routeOptions, is404 }) => {
    // Fastify looks at the body first, and at what the method says of it.
    if (is404) throw new NotFoundException();
    if (bodyless.has(routeOptions.url ?? '')) readNoBody(raw);
  });
  fastify.addHook('onRoute', (route) => {
    if (rawPaths.has(route.url)) route.bodyLimit = 256 * 1024;
  });
}
