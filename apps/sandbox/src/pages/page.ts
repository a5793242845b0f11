import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

const STYLES = readFileSync(join(__dirname, '..', '..', 'public', 'pages', 'pages.css'));

/** Escaped HTML. Only `html` creates it. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | Part[];

/** Template tag that escapes all values except `Html`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.reduce((text, string, i) => text + string + (i < parts.length ? render(parts[i] as Part) : ''), ''),
  );
}

function render(part: Part): string {
  if (Array.isArray(part)) return part.map(render).join('');
  if (part instanceof Html) return part.text;
  const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/**
 * Sends a page of the sandbox. `formTarget` is the origin to which a form may redirect, because browsers apply
 * `form-action` to redirects too.
 */
export function sendPage(reply: FastifyReply, title: string, body: Html, { status = 200, formTarget = '' } = {}) {
  const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`;
  const document = html`<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/pages.css"></head>
<body><main>${body}</main></body>
</html>`;
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(document.text);
}

/** Styles, and an empty favicon, so that browsers log no error for a missing one. */
export async function pageAssets(app: FastifyInstance) {
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
  app.get('/pages.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLES));
}
