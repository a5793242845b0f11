import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageFinder, type Site } from './site-build';

/** Lists the pages that a browser may prerender. */
export const speculationRulesPath = '/content.speculationrules';

/** File names in this folder contain the hash of the content. */
const isHashed = (path: string) => path.startsWith('/static/');

/** Restores the link of an email whose `#` a mail gateway encoded as `%23`. @returns undefined for other addresses */
function linkBefore(url: string, files: Site['files']): string | undefined {
  const [, page = '', fragment = '', query = ''] = /^(\/[\w/-]*?)\/?%(?:25)*23([^?]*)(\?.*)?$/s.exec(url) ?? [];
  if (!files.get(page)?.endsWith('.html')) return undefined;
  const once = /%(25)*3d/i.test(fragment) ? fragment.replace(/%25(?=[\da-f]{2})/gi, '%') : fragment;
  return `${page}${query}#${once.replace(/%(25)*3d/gi, '=').replace(/%(25)*26/g, '&')}`;
}

export function serveSite(fastify: FastifyInstance, { build, folder, files }: Site) {
  const pageOf = pageFinder(build);
  const notFoundPage = files.has('/404.html') && readFileSync(join(folder, '404.html'));
  fastify.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false });

  const sendFile = (reply: FastifyReply, path: string, file: string) =>
    reply.header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache').sendFile(file);

  function sendNotFound(reply: FastifyReply, path: string) {
    reply.status(404).header('cache-control', 'no-cache');
    // A missing script must not be answered with a page, which the browser would run.
    if (isHashed(path) || !notFoundPage) return reply.type('text/plain; charset=utf-8').send('Not found\n');
    // We send it from memory, because a conditional request for a file would get an empty 404.
    return reply.type('text/html; charset=utf-8').send(notFoundPage);
  }

  fastify.register(async (scope) => {
    // Browsers require this type, which the library does not know.
    const rules = files.get(speculationRulesPath);
    if (rules)
      scope.get(speculationRulesPath, async (_, reply) =>
        reply.type('application/speculationrules+json').send(readFileSync(join(folder, rules))),
      );
    // Password managers look here for the form (w3.org/TR/change-password-url).
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
    // A form may be sent before its script has loaded. We show the page again and ignore the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async () => undefined);
    scope.post('/*', async ({ url }, reply) => {
      const [path = '/'] = url.split('?', 1);
      return files.get(path)?.endsWith('.html') ? reply.redirect(path, 303) : reply.callNotFound();
    });
  });
}
