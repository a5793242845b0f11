import type { FastifyInstance } from 'fastify';
import { type Html, html, sendPage } from '../pages/page';
import { refused } from '../razorpay/errors';
import type { Mail, Mailbox } from './mailbox';

type ById = { Params: { id: string } };

/** The mailbox in the browser: a list, and a page per mail. */
export function mailboxPages(mailbox: Mailbox) {
  return async (app: FastifyInstance) => {
    app.get('/mailbox', async (_request, reply) => sendPage(reply, 'Mailbox', list(mailbox.list().reverse())));
    app.get<ById>('/mailbox/:id', async ({ params }, reply) => {
      const mail = mailbox.find(params.id);
      if (!mail) throw refused('There is no such mail: the sandbox forgets mails when it stops', 404);
      return sendPage(reply, mail.subject, page(mail));
    });
  };
}

const time = (receivedAt: string) => receivedAt.replace('T', ' ').slice(0, 19);

function list(mails: Mail[]): Html {
  const rows = mails.map(
    ({ id, subject, recipients, receivedAt }) =>
      html`<tr><td><a href="/mailbox/${id}">${subject}</a></td><td>${recipients.join(', ')}</td><td>${time(receivedAt)}</td></tr>`,
  );
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Mails"><table class="list">
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Received (UTC)</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
  return html`<h1>Mailbox</h1>
<p class="notice">Every mail that the site has sent. None leaves this machine. Newest first; reload to see new ones.</p>
<section>${mails.length ? table : html`<p>No mail yet.</p>`}</section><p><a href="/">Sandbox</a></p>`;
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
  return html`<p><a href="/mailbox">Mailbox</a></p><h1>${subject}</h1>
<section><table>${heads.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</table></section>
<section class="mail">${parts}</section>`;
}
