import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageFinder, type Site } from './site-build';

/** Which pages a browser may prerender: named by the Speculation-Rules header. */
export const speculationRulesPath = '/content.speculationrules';

/** The name of a file in this folder contains the hash of its content. */
const isHashed = (path: string) => path.startsWith('/static/');

/**
 * The address that a mail's link had before a gateway wrote its `#` as `%23`, and perhaps encoded what follows again.
 * @returns undefined for every other address
 */
function linkBefore(url: string, files: Site['files']): string | undefined {
  const [, page = '', fragment = '', query = ''] = /^(\/[\w/-]*?)\/?%(?:25)*23([^?]*)(\?.*)?$/s.exec(url) ?? [];
  if (!files.get(page)?.endsWith('.html')) return undefined;
  const once = /%(25)*3d/i.test(fragment) ? fragment.replace(/%25(?=[\da-f]{2})/gi, '%') : fragment;
  return `${page}${query}#${once.replace(/%(25)*3d/gi, '=').replace(/%(25)*26/g, '&')}`;
}

/** Serves the built pages. Everything that is neither a page nor an operation is a 404. */
export function serveSite(fastify: FastifyInstance, { build, folder, files }: Site) {
  const pageOf = pageFinder(build);
  const notFoundPage = files.has('/404.html') && readFileSync(join(folder, '404.html'));
  fastify.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false });

  const sendFile = (reply: FastifyReply, path: string, file: string) =>
    reply.header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache').sendFile(file);

  function sendNotFound(reply: FastifyReply, path: string) {
    reply.status(404).header('cache-control', 'no-cache');
    // Never a page in place of a missing script: the browser would try to run it.
    if (isHashed(path) || !notFoundPage) return reply.type('text/plain; charset=utf-8').send('Not found\n');
    // From memory, without a validator: a conditional request would get an empty 404.
    return reply.type('text/html; charset=utf-8').send(notFoundPage);
  }

  fastify.register(async (scope) => {
    // Browsers insist on this type, which the library does not know.
    const rules = files.get(speculationRulesPath);
    if (rules)
      scope.get(speculationRulesPath, async (_, reply) =>
        reply.type('application/speculationrules+json').send(readFileSync(join(folder, rules))),
      );
    // Password managers ask here for the page with the form (w3.org/TR/change-password-url).
    scope.get('/.well-known/change-password', async (_, reply) => reply.redirect('/account', 302));
    scope.get('/*', async ({ url }, reply) => {
      const [path = '/'] = url.split('?', 1);
      const file = files.get(path);
      if (file) return sendFile(reply, path, file);
      if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound();
      const page = path.replace(/(?<!\/)\/+$/, '');
      if (page !== path && files.has(page)) return reply.redirect(page + url.slice(path.length), 308);
      const link = linkBefore(url, files);
      if (link) return reply.header('cache-control', 'no-store').redirect(link, 303);
      const above = pageOf(path);
      const document = above !== path && files.get(above);
      if (document) return sendFile(reply, above, document);
      return sendNotFound(reply, path);
    });
    // A form sent before its script has loaded: its body is not read, the page is shown again.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async () => undefined);
    scope.post('/*', async ({ url }, reply) => {
      const [path = '/'] = url.split('?', 1);
      return files.get(path)?.endsWith('.html') ? reply.redirect(path, 303) : reply.callNotFound();
    });
  });
}
