import type { FastifyInstance } from 'fastify';
import { localOnly } from '../local-only';
import { facts, type Html, html, live, sendTool, table, time } from '../pages/page';
import { refused } from '../razorpay/errors';
import type { Mail, Mailbox } from './mailbox';

type ById = { Params: { id: string } };

/** The mailbox in the browser: a list, and a page per mail. For browsers on this machine only: mails have links that log in. */
export function mailboxPages(mailbox: Mailbox) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', localOnly);
    app.get('/mailbox', async (_request, reply) =>
      sendTool(reply, '/mailbox', 'Mailbox', list(mailbox.list().reverse())),
    );
    app.get<ById>('/mailbox/:id', async ({ params }, reply) => {
      const mail = mailbox.find(params.id);
      if (!mail) throw refused('There is no such mail: the sandbox forgets mails when it stops', 404);
      return sendTool(reply, '', mail.subject, page(mail));
    });
  };
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

/** A mail's text. Its addresses become links, which tell the site nothing about this page. */
function page({ subject, from, recipients, receivedAt, messageId, text }: Mail): Html {
  const parts = text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part));
  const heads: [string, string][] = [
    ['From', from],
    ['To', recipients.join(', ')],
    ['Received (UTC)', time(receivedAt)],
    ['Message-ID', messageId],
  ];
  return html`<h1>${subject}</h1>
<section>${facts(heads)}</section>
<section class="mail">${parts}</section>`;
}
