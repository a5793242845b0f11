import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originForm } from '../security/origin-form';
import type { Site, SiteFile } from './load-site';

type Headers = Record<string, string | number>;

interface Answer {
  headers: Headers;
  bytes: Buffer;
}

/** A file's answers, made once, security headers and all: a request only chooses. */
interface Answers {
  etag: string;
  unchanged: Headers;
  plain: Answer;
  br?: Answer;
  gzip?: Answer;
}

function answersOf(file: SiteFile, securityHeaders: Record<string, string>): Answers {
  const unchanged = {
    ...securityHeaders,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'Accept-Encoding',
  };
  const headers = { ...unchanged, 'content-type': file.contentType };
  const plain = (bytes: Buffer) => ({ headers: { ...headers, 'content-length': bytes.length }, bytes });
  const encoded = (coding: string, bytes: Buffer) => ({
    headers: { ...headers, 'content-encoding': coding, 'content-length': bytes.length },
    bytes,
  });
  return {
    etag: file.etag,
    unchanged,
    plain: plain(file.bytes),
    br: file.br && encoded('br', file.br),
    gzip: file.gz && encoded('gzip', file.gz),
  };
}

const pathOf = ({ url = '/' }: { url?: string }) => url.replace(/[?#].*/s, '');

const accepts = ({ headers }: IncomingMessage, coding: string) =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((each) => each.trim().split(';')[0] === coding && !/;\s*q=0(\.0*)?\s*$/.test(each));

const choose = (request: IncomingMessage, { br, gzip, plain }: Answers) =>
  (br && accepts(request, 'br') && br) || (gzip && accepts(request, 'gzip') && gzip) || plain;

function send(request: IncomingMessage, response: ServerResponse, answers: Answers) {
  if (request.headers['if-none-match']?.includes(answers.etag)) return response.writeHead(304, answers.unchanged).end();
  const { headers, bytes } = choose(request, answers);
  return response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes);
}

/**
 * Serves the built pages beside the API: what is there is answered before Fastify sees the request, which costs a
 * third of the time. The rest comes to `register`.
 */
export class SiteServer {
  private readonly files: ReadonlyMap<string, Answers>;

  constructor(
    private readonly site: Site,
    securityHeaders: (path: string) => Record<string, string>,
  ) {
    const files = [...site.files].map(([path, file]) => [path, answersOf(file, securityHeaders(path))] as const);
    this.files = new Map(files);
  }

  /** A listener that answers with a file, or hands on to `next`. */
  before(next: RequestListener): RequestListener {
    return (request, response) => {
      const asks = request.method === 'GET' || request.method === 'HEAD';
      const answers = asks ? this.files.get(pathOf({ url: originForm(request) })) : undefined;
      return answers ? send(request, response, answers) : next(request, response);
    };
  }

  /** Redirects, what is not there, and forms: one that is sent before its script has loaded comes back to its page. */
  register(fastify: FastifyInstance) {
    fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        '*',
        async (_: FastifyRequest, payload: NodeJS.ReadableStream) => void payload.resume(),
      );
      scope.get('/*', async (request, reply) => this.get(request, reply));
      scope.post('/*', async (request, reply) => {
        const path = pathOf(request);
        return this.site.files.get(path)?.contentType.startsWith('text/html')
          ? reply.redirect(path, 303)
          : reply.callNotFound();
      });
    });
  }

  private get(request: FastifyRequest, reply: FastifyReply) {
    const path = pathOf(request);
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound();
    const trimmed = path.replace(/(?<!\/)\/+$/, '');
    const query = request.url.slice(path.length);
    if (trimmed && trimmed !== path && this.files.has(trimmed)) return reply.redirect(`${trimmed}${query}`, 308);
    return this.missing(request, reply);
  }

  private missing(request: FastifyRequest, reply: FastifyReply) {
    const page = this.files.get('/404.html');
    reply.status(404);
    // A missing chunk is never answered with a page: the browser would try to run it.
    if (!page || pathOf(request).startsWith('/static/'))
      return reply.type('text/plain; charset=utf-8').send('Not found\n');
    const { headers, bytes } = choose(request.raw, page);
    return reply.headers(headers).send(bytes);
  }
}
