import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exampleEmailsFile } from '../folders';
import { localOnly } from '../local-only';
import { facts, type Html, html, live, sendTool, table, time } from '../pages/page';
import { refused } from '../razorpay/errors';
import type { Mail, Mailbox } from './mailbox';

type Shown = Pick<Mail, 'subject' | 'text' | 'html'>;
type Example = Shown & { kind: string };

const SCHEMES = { light: 'Light', dark: 'Dark', inverted: 'Colours turned over' };
const WIDTHS = ['600', '390'];
type Scheme = keyof typeof SCHEMES;
interface Look {
  scheme: Scheme;
  width: string;
}

type Asked = { Params: { id: string }; Querystring: Record<string, string | undefined> };

function lookOf({ query }: FastifyRequest<Asked>): Look {
  const { scheme = '', width = '' } = query;
  return { scheme: scheme in SCHEMES ? (scheme as Scheme) : 'light', width: WIDTHS.includes(width) ? width : '600' };
}

/** The mailbox's pages. Only browsers on this machine may open them, because emails contain login links. */
export function mailboxPages(mailbox: Mailbox) {
  const mailOf = ({ params }: FastifyRequest<Asked>) => {
    const mail = mailbox.find(params.id);
    if (!mail) throw refused('There is no such mail: the sandbox forgets mails when it stops', 404);
    return mail;
  };
  const exampleOf = ({ params }: FastifyRequest<Asked>) => {
    const example = readExamples().find(({ kind }) => kind === params.id);
    if (!example) throw refused('There is no such kind of mail', 404);
    return example;
  };
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', localOnly);
    app.get('/mailbox', async (_request, reply) =>
      sendTool(reply, '/mailbox', 'Mailbox', list(mailbox.list().reverse())),
    );
    app.get<Asked>('/mailbox/:id', async (request, reply) => {
      const mail = mailOf(request);
      return sendTool(reply, '', mail.subject, mailPage(mail, lookOf(request)));
    });
    app.get<Asked>('/mailbox/:id/html', async (request, reply) =>
      sendMail(reply, mailOf(request), lookOf(request).scheme),
    );
    app.get<Asked>('/mailbox/kinds', async (request, reply) =>
      sendTool(reply, '/mailbox/kinds', 'Kinds of mail', kindsPage(readExamples(), lookOf(request))),
    );
    app.get<Asked>('/mailbox/kinds/:id/html', async (request, reply) =>
      sendMail(reply, exampleOf(request), lookOf(request).scheme),
    );
  };
}

const readExamples = (): Example[] =>
  existsSync(exampleEmailsFile) ? JSON.parse(readFileSync(exampleEmailsFile, 'utf8')) : [];

/** How a mail program treats colours: it uses one scheme, or inverts the light one. */
const STYLES: Record<Scheme, string> = {
  light: ':root{color-scheme:light}',
  dark: ':root{color-scheme:dark}',
  inverted: ':root{color-scheme:light;background:#fff;filter:invert(1) hue-rotate(180deg)}',
};

/** Shows the HTML as a mail program does, in a frame without scripts whose links open outside it. */
function sendMail(reply: FastifyReply, { html: mail }: Shown, scheme: Scheme) {
  const forced = mail
    .replaceAll(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g, scheme === 'dark' ? 'all' : 'not all')
    .replace('</head>', `<base target="_blank"><style>${STYLES[scheme]}</style></head>`);
  const sandbox = 'sandbox allow-popups allow-popups-to-escape-sandbox';
  const policy = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; ${sandbox}`;
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return reply.headers(headers).type('text/html; charset=utf-8').send(forced);
}

function list(mails: Mail[]): Html {
  const rows = mails.map(
    ({ id, subject, recipients, receivedAt }) =>
      html`<tr><td><a href="/mailbox/${id}">${subject}</a></td><td>${recipients.join(', ')}</td><td>${time(receivedAt)}</td></tr>`,
  );
  return html`<h1>Mailbox</h1>
<p class="notice">Every mail that the site has sent. None leaves this machine. Newest first.</p>
${live(mails.length ? table('Mails', ['Subject', 'To', 'Received (UTC)'], rows) : html`<p>No mail yet.</p>`)}`;
}

/** Links to the same page with another width or other colours. */
function looks(path: string, { scheme, width }: Look): Html {
  const link = (look: Look, name: string, isCurrent: boolean) => {
    const address = `${path}?scheme=${look.scheme}&width=${look.width}`;
    return isCurrent
      ? html`<a href="${address}" aria-current="true">${name}</a>`
      : html`<a href="${address}">${name}</a>`;
  };
  return html`<nav class="looks" aria-label="Look">
${Object.entries(SCHEMES).map(([each, name]) => link({ scheme: each as Scheme, width }, name, each === scheme))}
${WIDTHS.map((each) => link({ scheme, width: each }, `${each} px`, each === width))}</nav>`;
}

/** Shows HTML and text, side by side if they fit. Addresses in the text become links without a referrer. */
function both({ subject, text, html: source }: Shown, path: string, { scheme, width }: Look): Html {
  const parts = text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part));
  const frame = html`<iframe title="${subject}" src="${path}/html?scheme=${scheme}" width="${width}" height="1000" loading="lazy"
sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return html`<div class="both">${source ? frame : html`<p>This mail has no HTML.</p>`}<div class="mail">${parts}</div></div>`;
}

function mailPage(mail: Mail, look: Look): Html {
  const { id, subject, from, recipients, receivedAt, messageId } = mail;
  const heads: [string, string][] = [
    ['From', from],
    ['To', recipients.join(', ')],
    ['Received (UTC)', time(receivedAt)],
    ['Message-ID', messageId],
  ];
  return html`<h1>${subject}</h1>
<section>${facts(heads)}</section>
${looks(`/mailbox/${id}`, look)}
${both(mail, `/mailbox/${id}`, look)}`;
}

function kindsPage(examples: Example[], look: Look): Html {
  const all = examples.map(
    (example) =>
      html`<section><h2>${example.subject}</h2>${both(example, `/mailbox/kinds/${example.kind}`, look)}</section>`,
  );
  return html`<h1>Kinds of mail</h1>
<p class="notice">Every kind of mail that the site sends, with example facts. Links in them lead nowhere.</p>
${looks('/mailbox/kinds', look)}
${examples.length ? all : html`<p>The server is not built: npm run build.</p>`}`;
}
