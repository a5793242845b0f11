import { routePath } from '@novacore/contract/operations';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ContractOperation, contractOperations, formType } from '../contract/contract';

const pathsOf = (selected: (operation: ContractOperation) => boolean) =>
  new Set([...contractOperations.values()].filter(selected).map(({ path }) => `/api${routePath(path)}`));

const rawBodyPaths = pathsOf(({ rawBody }) => rawBody);
const formPaths = pathsOf(({ form }) => form);
const bodylessPaths = pathsOf(({ method, body }) => method === 'post' && !body);

const hasForm = ({ routeOptions }: FastifyRequest) => formPaths.has(routeOptions.url ?? '');

/** Many clients send a type without a body. For example, `curl -d ''` sends an empty form. */
const isEmpty = ({ routeOptions }: FastifyRequest, body: Buffer | string) =>
  body.length === 0 && bodylessPaths.has(routeOptions.url ?? '');

const isCompressed = ({ headers }: FastifyRequest) => (headers['content-encoding'] ?? 'identity') !== 'identity';

/** Fastify's own error for an unknown media type. */
const unsupported = () => Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 });

/** Accepts JSON, or forms if the contract says so. Operations with a signed body get its bytes, up to 256 KB. */
export function parseBodies(fastify: FastifyInstance) {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isEmpty(request, body)) return done(null, undefined);
    if (hasForm(request) || isCompressed(request)) return done(unsupported());
    if (!rawBodyPaths.has(request.routeOptions.url ?? ''))
      return body.length ? parse(request, body.toString('utf8'), done) : done(null, undefined);
    Object.assign(request, { rawBody: body });
    done(null, undefined);
  });
  fastify.addContentTypeParser(formType, { parseAs: 'string' }, (request, body: string, done) => {
    if (isEmpty(request, body)) return done(null, undefined);
    if (!hasForm(request) || isCompressed(request)) return done(unsupported());
    done(null, Object.fromEntries(new URLSearchParams(body)));
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    done(isEmpty(request, body) ? null : unsupported(), undefined);
  });
  // An empty form may have no body and no type.
  fastify.addHook('preHandler', async (request) => {
    if (hasForm(request)) request.body ??= {};
  });
  fastify.addHook('onRoute', (route) => {
    if (rawBodyPaths.has(route.url)) route.bodyLimit = 256 * 1024;
  });
}
