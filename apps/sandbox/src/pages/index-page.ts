import type { FastifyInstance } from 'fastify';
import { ERROR_CARDS, TEST_CARDS, TEST_UPI_IDS } from '../checkout/test-instruments';
import { IDP_AUDIENCE, IDP_CLIENT_ID } from '../credentials';
import type { Payment, StoredOrder } from '../razorpay/entities';
import type { Store } from '../razorpay/store';
import { type Html, html, sendTool, table } from './page';

export interface IndexOptions {
  store: Store;
  origin: () => string;
  keyId: string;
  webhookUrl: () => string | null;
  apiUrl: string | undefined;
}

const SHOWN = 20;

/** The start page: test inputs, addresses and the latest orders. */
export function indexPage(options: IndexOptions) {
  return async (app: FastifyInstance) => {
    app.get('/', async (_request, reply) =>
      sendTool(reply, '/', 'NovaCore sandbox', html`${introduction(options)}${orders(options.store)}`),
    );
  };
}

function introduction({ origin, keyId, webhookUrl, apiUrl }: IndexOptions): Html {
  return html`<h1>Sandbox</h1>
<p class="notice"><b>No money moves here.</b> This server replaces the payment provider (Razorpay) and the identity
provider (GitHub and Google login) over real HTTP. All data is fictional.</p>
<section><h2>Try in checkout</h2><table>
${row('Card that succeeds', group(TEST_CARDS.succeeds), 'any month in the future, any CVV, then 4 to 10 digits as the password')}
${Object.entries(ERROR_CARDS).map(([card, reason]) => row('Card that fails', group(card), reason))}
${row('UPI that succeeds', TEST_UPI_IDS.succeeds, 'succeeds immediately')}
${row('UPI that fails', TEST_UPI_IDS.fails, 'fails, can be retried')}
${row('Net banking', 'any bank', 'you choose the result')}
</table></section>
<section><h2>Addresses</h2><table>
${row('NovaCore API', apiUrl ? `${origin()}/api` : 'none', apiUrl ? `the API of ${apiUrl}, with faults on request` : 'set SANDBOX_API_URL')}
${row('Payment API', `${origin()}/v1`, `key id ${keyId}`)}
${row('Checkout script', `${origin()}/v1/checkout.js`, 'for the merchant page')}
${row('Mailbox', `${origin()}/mailbox`, 'every mail that the site has sent')}
${row('Identity provider', `${origin()}/idp/`, `client ${IDP_CLIENT_ID}, audience ${IDP_AUDIENCE}`)}
${row('Webhook URL', webhookUrl() ?? 'none', webhookUrl() ? 'signed with the webhook secret' : 'set one with PUT /control/webhooks')}
${row('Controls', `${origin()}/control`, 'the README of the sandbox lists them')}
</table></section>`;
}

function row(name: string, value: string, note = ''): Html {
  return html`<tr><th scope="row">${name}</th><td><code>${value}</code><small>${note}</small></td></tr>`;
}

function orders(store: Store): Html {
  const latest = [...store.orders.values()].slice(-SHOWN).reverse();
  if (latest.length === 0) return html`<section><h2>Orders</h2><p>None yet.</p></section>`;
  const rows = latest.map((order) => orderRow(order, store.paymentsOf(order.id)));
  return html`<section><h2>Orders</h2><p>Latest ${latest.length} of ${store.orders.size}.</p>
${table('Orders', ['Order', 'Amount', 'Status', 'Payments', 'Created (UTC)'], rows)}</section>`;
}

function orderRow(order: StoredOrder, payments: Payment[]): Html {
  const lines = payments.map(
    ({ id, status, method }) =>
      html`<div><a href="/signature?order=${order.id}&payment=${id}"><code>${id}</code></a> ${method}, ${status}</div>`,
  );
  const created = new Date(order.created_at * 1000).toISOString().replace('T', ' ').slice(0, 16);
  return html`<tr><td><code>${order.id}</code></td><td>${rupees(order)}</td><td>${order.status}</td>
<td>${lines.length > 0 ? lines : 'none'}</td><td>${created}</td></tr>`;
}

function rupees({ amount, currency }: StoredOrder): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amount / 100);
}

function group(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}
