import type { FastifyInstance } from 'fastify';
import { refused } from '../razorpay/errors';
import type { Delivery } from '../webhooks/delivery';
import type { WebhookEvent, Webhooks } from '../webhooks/webhooks';
import { facts, type Html, html, live, sendTool, table, time } from './page';
import { webhookSteps } from './signature-page';

type ById = { Params: { id: string } };

/** The provider's events with their deliveries, and a button that sends one again. */
export function eventPages(webhooks: Webhooks) {
  const find = (id: string): WebhookEvent => {
    const event = webhooks.events.get(id);
    if (!event) throw refused('There is no such event: the sandbox forgets events when it stops', 404);
    return event;
  };
  return async (app: FastifyInstance) => {
    app.get('/events', async (_request, reply) => sendTool(reply, '/events', 'Events', list(webhooks)));
    app.get<ById>('/events/:id', async ({ params }, reply) => {
      const event = find(params.id);
      return sendTool(reply, '', event.event, page(event, webhooks));
    });
    app.post<ById>('/events/:id/send', async ({ params }, reply) => {
      await webhooks.send(find(params.id));
      return reply.redirect(`/events/${params.id}`, 303);
    });
  };
}

const answerOf = ({ status, error }: Delivery) => String(status ?? error);

const resend = ({ id, event }: WebhookEvent): Html =>
  html`<form method="post" action="/events/${id}/send"><button aria-label="Send again: ${event}">Send again</button></form>`;

function list({ events, settings }: Webhooks): Html {
  const newest = [...events.values()].slice(-200).reverse();
  const rows = newest.map(
    (event) => html`<tr><td><a href="/events/${event.id}">${event.event}</a></td><td>${event.orderId ?? ''}</td>
<td>${event.state}</td><td>${event.deliveries.map(answerOf).join(', ') || 'not sent'}</td><td>${resend(event)}</td></tr>`,
  );
  const columns = ['Event', 'Order', 'State', 'Answers of the endpoint', 'Resend'];
  return html`<h1>Events</h1>
<p class="notice">Webhooks go to <code>${settings.url ?? 'no endpoint yet'}</code>, mode <code>${settings.mode}</code>. Newest first.</p>
${live(rows.length ? table('Events', columns, rows) : html`<p>No event yet: pay an order.</p>`)}`;
}

function page(event: WebhookEvent, { settings }: Webhooks): Html {
  const deliveries = event.deliveries.map(
    (delivery) =>
      html`<tr><td>${time(delivery.at)}</td><td>${answerOf(delivery)}</td><td>${delivery.durationMs} ms</td><td><code>${delivery.answer}</code></td></tr>`,
  );
  const columns = ['Sent (UTC)', 'Answer', 'Time', 'Body of the answer'];
  return html`<h1>${event.event}</h1>
<section>${facts([
    ['Event id', event.id],
    ['Order', event.orderId ?? ''],
    ['Payment', event.paymentId ?? ''],
    ['State', event.state],
    ['Endpoint', settings.url ?? 'none'],
  ])}</section>
<section><h2>Deliveries</h2>${deliveries.length ? table('Deliveries', columns, deliveries) : html`<p>Not sent.</p>`}
${resend(event)}</section>
<section><h2>Signature, step by step</h2>${webhookSteps(event.body, settings.secret, '')}</section>`;
}
