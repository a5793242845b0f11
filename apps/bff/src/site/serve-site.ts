import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Site, SiteFile } from './load-site';

const pathOf = (request: FastifyRequest) => request.url.replace(/[?#].*/s, '');

const accepts = (request: FastifyRequest, coding: string) =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((each) => each.trim().split(';')[0] === coding && !/;\s*q=0(\.0*)?\s*$/.test(each));

function send(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  reply.header('etag', file.etag).header('vary', 'Accept-Encoding').type(file.contentType);
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.status(304).send();
  if (file.br && accepts(request, 'br')) return reply.header('content-encoding', 'br').send(file.br);
  if (file.gz && accepts(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(file.gz);
  return reply.send(file.bytes);
}

function missing({ files }: Site, request: FastifyRequest, reply: FastifyReply) {
  const page = files.get('/404.html');
  reply.status(404);
  // A missing chunk is never answered with a page: the browser would try to run it.
  if (!page || pathOf(request).startsWith('/static/'))
    return reply.type('text/plain; charset=utf-8').send('Not found\n');
  const { 'if-none-match': _, ...headers } = request.headers;
  return send({ ...request, headers, url: request.url } as FastifyRequest, reply, page);
}

function get(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const path = pathOf(request);
  if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound();
  const file = site.files.get(path);
  if (file) return send(request, reply, file);
  const trimmed = path.replace(/(?<!\/)\/+$/, '');
  const query = request.url.slice(path.length);
  if (trimmed && trimmed !== path && site.files.has(trimmed)) return reply.redirect(`${trimmed}${query}`, 308);
  return missing(site, request, reply);
}

/** Serves the built pages beside the API. A form that is sent before its script has loaded comes back to its page. */
export function serveSite(fastify: FastifyInstance, site: Site) {
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (_: FastifyRequest, payload: NodeJS.ReadableStream) => void payload.resume());
    scope.get('/*', async (request, reply) => get(site, request, reply));
    scope.post('/*', async (request, reply) => {
      const path = pathOf(request);
      return site.files.get(path)?.contentType.startsWith('text/html')
        ? reply.redirect(path, 303)
        : reply.callNotFound();
    });
  });
}
