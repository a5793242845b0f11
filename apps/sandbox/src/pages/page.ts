import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from './html';

const STYLES = readFileSync(join(__dirname, '..', '..', 'public', 'pages', 'pages.css'));

/**
 * Sends a page of the sandbox. `formTarget` is the origin a form's answer may lead to: browsers hold redirects after a
 * form to the policy's `form-action` too.
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

/** The pages' styles; and no icon, so that a browser which asks for one does not report an error. */
export async function pageAssets(app: FastifyInstance) {
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
  app.get('/pages.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLES));
}
