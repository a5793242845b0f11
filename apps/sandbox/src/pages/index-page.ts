import type { FastifyInstance } from 'fastify';
import type { Book } from '../book/book';
import type { Payment, StoredOrder } from '../book/entities';
import { TEST_CARDS, TEST_UPI_IDS } from '../checkout/test-instruments';
import { IDP_AUDIENCE, IDP_CLIENT_ID } from '../credentials';
import { type Html, html } from './html';
import { sendPage } from './page';

export interface IndexFacts {
  book: Book;
  origin: () => string;
  keyId: string;
  webhookUrl: () => string | null;
}

const SHOWN = 20;

/** What one sees at the sandbox's own address: what it is, what to try, and the latest orders. */
export function indexPage(facts: IndexFacts) {
  return async (app: FastifyInstance) => {
    app.get('/', async (_request, reply) =>
      sendPage(reply, 'NovaCore sandbox', html`${introduction(facts)}${orders(facts.book)}`),
    );
  };
}

function introduction({ origin, keyId, webhookUrl }: IndexFacts): Html {
  return html`<h1>Sandbox</h1>
<p class="notice"><b>No money moves here.</b> This stands in for the payment provider (Razorpay) and for the identity
provider (GitHub and Google log-in), over real HTTP. Everything on it is made up.</p>
<section><h2>Try in checkout</h2><table>
${row('Card that succeeds', group(TEST_CARDS.succeeds), 'any month in the future, any CVV, then 4 to 10 digits as the password')}
${row('Card with too little money', group(TEST_CARDS.insufficientFunds), 'fails, and can be tried again')}
${row('UPI that succeeds', TEST_UPI_IDS.succeeds, 'at once')}
${row('UPI that fails', TEST_UPI_IDS.fails, 'and can be tried again')}
${row('Net banking', 'any bank', 'you choose how it answers')}
</table></section>
<section><h2>Addresses</h2><table>
${row('Payment API', `${origin()}/v1`, `key id ${keyId}`)}
${row('Checkout script', `${origin()}/v1/checkout.js`, 'for the page that sells')}
${row('Identity provider', `${origin()}/idp/`, `client ${IDP_CLIENT_ID}, audience ${IDP_AUDIENCE}`)}
${row('Webhooks to', webhookUrl() ?? 'nowhere', webhookUrl() ? 'signed with the webhook secret' : 'set one with PUT /control/webhooks')}
</table></section>`;
}

function row(name: string, value: string, note: string): Html {
  return html`<tr><th scope="row">${name}</th><td><code>${value}</code><small>${note}</small></td></tr>`;
}

function orders(book: Book): Html {
  const latest = [...book.orders.values()].slice(-SHOWN).reverse();
  if (latest.length === 0) return html`<section><h2>Orders</h2><p>None yet.</p></section>`;
  const rows = latest.map((order) => orderRow(order, book.paymentsOf(order.id)));
  return html`<section><h2>Orders</h2><p>The latest ${latest.length} of ${book.orders.size}.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Orders"><table class="list">
<thead><tr><th scope="col">Order</th><th scope="col">Amount</th><th scope="col">State</th><th scope="col">Payments</th><th scope="col">Made (UTC)</th></tr></thead>
<tbody>${rows}</tbody></table></div></section>`;
}

function orderRow(order: StoredOrder, payments: Payment[]): Html {
  const lines = payments.map(({ id, status, method }) => html`<div><code>${id}</code> ${method}, ${status}</div>`);
  const made = new Date(order.created_at * 1000).toISOString().replace('T', ' ').slice(0, 16);
  return html`<tr><td><code>${order.id}</code></td><td>${rupees(order)}</td><td>${order.status}</td>
<td>${lines.length > 0 ? lines : 'none'}</td><td>${made}</td></tr>`;
}

function rupees({ amount, currency }: StoredOrder): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amount / 100);
}

function group(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}
