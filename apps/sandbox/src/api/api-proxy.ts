import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiOperations } from './operations';
import { faultName } from './problem';

/** Headers of one connection (RFC 9110), or headers that `fetch` sets itself. */
const NOT_FORWARDED = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host', 'content-length', 'expect'];

/**
 * Serves the whole API under `/api` of the sandbox, so that partners can see their calls and script faults.
 * The proxy makes the faults; the API does not change.
 */
export function apiProxy(apiUrl: string) {
  return async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    const handler = (request: FastifyRequest, reply: FastifyReply) => forward(apiUrl, request, reply);
    for (const { operationId, method, path } of apiOperations)
      app.route({ method, url: path, config: { operation: faultName(operationId) }, handler });
    app.all('/*', handler);
  };
}

async function forward(apiUrl: string, request: FastifyRequest, reply: FastifyReply) {
  const { method, headers, body } = request;
  const sent = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.includes(name));
  const target = apiUrl + request.url.replace(/^\/api/, '');
  const response = await fetch(target, {
    method,
    headers: {
      ...Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      'accept-encoding': 'identity',
    },
    body: method === 'GET' || method === 'HEAD' ? undefined : (body as Uint8Array<ArrayBuffer> | undefined),
    redirect: 'manual',
  }).catch(() => null);
  if (!response) return reply.code(502).type('text/plain').send(`The API at ${apiUrl} does not answer.\n`);
  for (const [name, value] of response.headers) if (!NOT_FORWARDED.includes(name)) reply.header(name, value);
  return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
}
