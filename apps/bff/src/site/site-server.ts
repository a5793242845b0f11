import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readNoBody } from '../contract/body-parser';
import type { HeadersOf } from '../security/headers';
import { originForm } from '../security/origin-form';
import type { Site, SiteFile } from './load-site';

type Headers = Record<string, string | number>;

interface Answer {
  etag: string;
  headers: Headers;
  unchanged: Headers;
  bytes: Buffer;
}

/** A file's answers, made once, security headers and all: a request only chooses. */
interface Answers {
  plain: Answer;
  br?: Answer;
  gzip?: Answer;
}

function answersOf(file: SiteFile, securityHeaders: Record<string, string>): Answers {
  const answer = (bytes: Buffer, coding?: string): Answer => {
    // Other bytes, another tag (RFC 9110, section 8.8.3.3).
    const etag = `"${file.hash}${coding ? `-${coding}` : ''}"`;
    const unchanged = {
      ...securityHeaders,
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag,
      vary: 'Accept-Encoding',
    };
    const content = { 'content-type': file.contentType, 'content-length': bytes.length };
    const headers = { ...unchanged, ...content, ...(coding && { 'content-encoding': coding }) };
    return { etag, headers, unchanged, bytes };
  };
  return { plain: answer(file.bytes), br: file.br && answer(file.br, 'br'), gzip: file.gz && answer(file.gz, 'gzip') };
}

const pathOf = ({ url = '/' }: { url?: string }) => url.replace(/[?#].*/s, '');

/** That the coding is named, and not with a weight of nothing. What repeats here begins at a comma: no run is tried twice. */
const acceptanceOf = (coding: string) =>
  new RegExp(
    `(?:^|,)[ \\t]*${coding}[ \\t]*(?:;(?!(?:[^,]*;)?[ \\t]*q[ \\t]*=[ \\t]*0(?:\\.0*)?[ \\t]*(?:[,;]|$))[^,]*)?(?:,|$)`,
    'i',
  );

const acceptances = { br: acceptanceOf('br'), gzip: acceptanceOf('gzip') };

const accepts = ({ headers }: IncomingMessage, coding: 'br' | 'gzip') =>
  acceptances[coding].test(String(headers['accept-encoding'] ?? ''));

const choose = (request: IncomingMessage, { br, gzip, plain }: Answers) =>
  (br && accepts(request, 'br') && br) || (gzip && accepts(request, 'gzip') && gzip) || plain;

/** Whether the asker has these bytes: by their tag, a weak one too, or by `*`. */
function isKnown({ headers }: IncomingMessage, etag: string) {
  const tags = headers['if-none-match'];
  return tags?.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim())) ?? false;
}

function send(request: IncomingMessage, response: ServerResponse, answers: Answers) {
  const { etag, headers, unchanged, bytes } = choose(request, answers);
  if (isKnown(request, etag)) return response.writeHead(304, unchanged).end();
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
    securityHeaders: HeadersOf,
  ) {
    const files = [...site.files].map(
      ([path, file]) => [path, answersOf(file, securityHeaders(path, file.immutable))] as const,
    );
    this.files = new Map(files);
  }

  /** A listener that answers with a file, or hands on to `next`. */
  before(next: RequestListener): RequestListener {
    return (request, response) => {
      const asks = request.method === 'GET' || request.method === 'HEAD';
      // Almost everybody asks for a file by its very name.
      const answers =
        asks && (this.files.get(request.url ?? '/') ?? this.files.get(pathOf({ url: originForm(request) })));
      return answers ? send(request, response, answers) : next(request, response);
    };
  }

  /** Redirects, what is not there, and forms: one that is sent before its script has loaded comes back to its page. */
  register(fastify: FastifyInstance) {
    fastify.register(async (scope) => {
      scope.addHook('onRequest', async ({ raw }) => readNoBody(raw));
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
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send('Not found\n');
    const { headers, bytes } = choose(request.raw, page);
    return reply.headers(headers).send(bytes);
  }
}
