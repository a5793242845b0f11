import type { FastifyInstance } from 'fastify';
import { addFaults, type RuleInput } from '../control/faults';
import { advanceClock } from '../control/routes';
import type { Fault, Faults } from '../faults/faults';
import { invalidInput } from '../razorpay/errors';
import { fieldsOf } from '../razorpay/input';
import type { Store } from '../razorpay/store';
import type { Webhooks } from '../webhooks/webhooks';
import { type Html, html, sendTool, table, time } from './page';

const PATH = '/faults';
type Action = RuleInput['do'];

/** The faults in the form. Status faults of the NovaCore API (`api.`) answer with its own errors. */
const ACTIONS: Record<string, [label: string, action: Action]> = {
  lost: ['Answer lost: the connection drops after the work', { kind: 'drop', when: 'after' }],
  dropped: ['Connection drops before the work', { kind: 'drop', when: 'before' }],
  s401: ['401 instead of the work', { kind: 'status', status: 401 }],
  s429: ['429 instead of the work', { kind: 'status', status: 429 }],
  s500: ['500 instead of the work', { kind: 'status', status: 500 }],
  s503: ['503 instead of the work', { kind: 'status', status: 503 }],
  garbage: ['200, but not JSON', { kind: 'garbage' }],
  delay: ['Answer 3 seconds late', { kind: 'delay', ms: 3_000 }],
  hang: ['No answer until all faults are removed', { kind: 'hang' }],
};

export function faultPage(faults: Faults, store: Store, webhooks: Webhooks) {
  return async (app: FastifyInstance) => {
    app.get(PATH, async (_request, reply) => sendTool(reply, PATH, 'Faults and clock', page(faults, store)));
    app.post(PATH, async ({ body }, reply) => {
      const { operation, action, times } = fieldsOf(body);
      const [, chosen] = ACTIONS[String(action)] ?? [];
      if (!chosen || !/^\d{1,4}$/.test(String(times))) throw invalidInput('Choose an operation, a fault and a number');
      addFaults(faults, [{ match: { operation: String(operation) }, times: Number(times), do: chosen }]);
      return reply.redirect(PATH, 303);
    });
    app.post(`${PATH}/remove`, async (_request, reply) => {
      faults.clear();
      return reply.redirect(PATH, 303);
    });
    app.post(`${PATH}/clock`, async ({ body }, reply) => {
      const hours = Number(fieldsOf(body).hours);
      if (!(hours > 0 && hours <= 10_000)) throw invalidInput('The clock moves forward by up to 10,000 hours', 'hours');
      await advanceClock(store, webhooks, hours);
      return reply.redirect(PATH, 303);
    });
  };
}

function option(value: string, label = value): Html {
  return html`<option value="${value}">${label}</option>`;
}

function page(faults: Faults, { clock }: Store): Html {
  const actions = Object.entries(ACTIONS).map(([name, [label]]) => option(name, label));
  const operations = [...faults.operations].sort().map((name) => option(name));
  return html`<h1>Faults and clock</h1>
<p class="notice">Operations that begin with <code>api.</code> are your calls to the NovaCore API through this address
(<code>/api</code>). The others are NovaCore’s calls to the provider.</p>
<section><h2>Script a fault</h2><form method="post" action="${PATH}">
<p class="field"><label for="operation">Operation</label><select id="operation" name="operation">${operations}</select></p>
<p class="field"><label for="action">What happens</label><select id="action" name="action">${actions}</select></p>
<p class="field"><label for="times">How many times (0: always)</label><input id="times" name="times" inputmode="numeric" value="1"></p>
<button class="main">Add</button></form></section>
<section><h2>Scripted faults</h2>${list(faults.list())}</section>
<section><h2>Clock</h2><p>The provider’s time is ${time(new Date(clock.now()).toISOString())} UTC.</p>
<form method="post" action="${PATH}/clock"><p class="field"><label for="hours">Hours to move forward</label>
<input id="hours" name="hours" inputmode="decimal" value="24"></p><button>Move the clock</button></form></section>`;
}

function list(faults: Fault[]): Html {
  if (!faults.length) return html`<p>None.</p>`;
  const rows = faults.map(
    ({ match, do: action, times, hits }) =>
      html`<tr><td>${Object.values(match).join(' ') || 'any'}</td><td><code>${JSON.stringify(action)}</code></td><td>${hits} of ${times || 'all'}</td></tr>`,
  );
  return html`${table('Scripted faults', ['Operation', 'What happens', 'Done'], rows)}
<form method="post" action="${PATH}/remove"><button>Remove all</button></form>`;
}
