import type { FastifyInstance } from 'fastify';
import type { Exchange, Exchanges } from '../exchanges';
import { refused } from '../razorpay/errors';
import { facts, type Html, html, live, sendTool, table, time } from './page';

type ById = { Params: { id: string } };

/** Requests to the sandbox with their replies. */
export function requestPages(exchanges: Exchanges) {
  return async (app: FastifyInstance) => {
    app.get('/requests', async (_request, reply) =>
      sendTool(reply, '/requests', 'Requests', list(exchanges.list().reverse())),
    );
    app.get<ById>('/requests/:id', async ({ params }, reply) => {
      const exchange = exchanges.find(params.id);
      if (!exchange) throw refused('The sandbox has forgotten this call', 404);
      return sendTool(reply, '', `${exchange.method} ${exchange.url}`, page(exchange));
    });
  };
}

const answerOf = ({ status, fault }: Exchange) => `${status ?? 'none yet'}${fault ? `, fault: ${fault}` : ''}`;

function list(exchanges: Exchange[]): Html {
  const rows = exchanges.map(
    (exchange) => html`<tr><td>${time(exchange.at)}</td><td>${exchange.operation}</td>
<td><a href="/requests/${exchange.id}">${exchange.method} ${exchange.url.slice(0, 90)}</a></td><td>${answerOf(exchange)}</td></tr>`,
  );
  const columns = ['Received (UTC)', 'Operation', 'Request', 'Answer'];
  return html`<h1>Requests</h1>
<p class="notice">Calls of the payment provider’s API, of log-in, and of the NovaCore API through this address (<code>/api</code>).
Newest first. Passwords and tokens are not shown.</p>
${live(rows.length ? table('Requests', columns, rows) : html`<p>No call yet.</p>`)}`;
}

const headers = (pairs: [string, string][]) => pairs.map(([name, value]) => `${name}: ${value}`).join('\n');

function page(exchange: Exchange): Html {
  const { operation, at, method, url, requestHeaders, requestBody, answerHeaders, answerBody } = exchange;
  return html`<h1>${operation}</h1>
<section>${facts([
    ['Request', `${method} ${url}`],
    ['Received (UTC)', time(at)],
    ['Answer', answerOf(exchange)],
  ])}</section>
<section><h2>What arrived</h2><pre>${headers(requestHeaders)}

${requestBody}</pre></section>
<section><h2>What was answered</h2><pre>${headers(answerHeaders)}

${answerBody}</pre></section>`;
}
