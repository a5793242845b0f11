import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '@novacore/shared/formats';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { publicFolder } from '../folders';

const FOLDER = join(publicFolder, 'pages');
const STYLES = readFileSync(join(FOLDER, 'pages.css'));
const LIVE_SCRIPT = readFileSync(join(FOLDER, 'live.js'));

/** The sandbox's own pages. */
const TOOLS = [
  ['/', 'Start'],
  ['/requests', 'Requests'],
  ['/events', 'Events'],
  ['/signature', 'Signatures'],
  ['/faults', 'Faults and clock'],
  ['/mailbox', 'Mailbox'],
  ['/mailbox/kinds', 'Kinds of mail'],
] as const;

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
  return escapeHtml(String(part));
}

/**
 * Sends a page of the sandbox. `formTarget` is the origin to which a form may redirect, because browsers apply
 * `form-action` to redirects too.
 */
export function sendPage(reply: FastifyReply, title: string, body: Html, { status = 200, formTarget = '' } = {}) {
  const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; frame-src 'self'; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`;
  const document = html`<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/pages.css"></head>
<body><main>${body}</main></body>
</html>`;
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' };
  return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(document.text);
}

/** One of the sandbox's own pages, with links to the others. */
export function sendTool(reply: FastifyReply, path: string, title: string, body: Html) {
  const links = TOOLS.map(([to, name]) =>
    to === path ? html`<a href="${to}" aria-current="page">${name}</a>` : html`<a href="${to}">${name}</a>`,
  );
  return sendPage(reply, title, html`<nav aria-label="Sandbox">${links}</nav>${body}`);
}

/** A part of a page that a script replaces every second while the box is ticked. Without script: reload. */
export function live(content: Html): Html {
  return html`<p class="live" hidden><label><input type="checkbox" checked> Update every second</label></p>
<section id="live">${content}</section><script src="/live.js" defer></script>`;
}

/** A table that scrolls sideways on a phone. */
export function table(name: string, columns: string[], rows: Html[]): Html {
  const heads = columns.map((column) => html`<th scope="col">${column}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table class="list">
<thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** A table of names and values. */
export function facts(pairs: readonly (readonly [string, Html | string | number])[]): Html {
  return html`<table>${pairs.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</table>`;
}

export const time = (at: string) => at.replace('T', ' ').slice(0, 19);

/** Lets forms of pages post to routes of this scope. */
export function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
}

/** Styles, and an empty favicon, so that browsers log no error for a missing one. */
export async function pageAssets(app: FastifyInstance) {
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
  app.get('/live.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(LIVE_SCRIPT));
  app.get('/pages.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLES));
}
