import { type Api, apiOf } from '../support/api';
import { runOrders } from '../support/commands';
import { freshDatabase, type TestDatabase } from '../support/database';
import { shows } from '../support/eventually';
import { freePort } from '../support/process';
import { startSandbox, startServer, type TestSandbox, type TestServer, testSettings } from '../support/server';
import { deskOf, type TestDesk } from '../support/staff';
import { expectInvariants } from './invariants';
import { refundsNotHeld } from './refunds-held';

export interface ProviderState {
  orders: { id: string; receipt: string; status: string; amount_paid: number }[];
  payments: { id: string; order_id: string; status: string; amount: number; amount_refunded: number }[];
  refunds: { id: string; payment_id: string; amount: number; status: string }[];
  requests: Record<string, number>;
}
interface Rule {
  operation?: string;
  /** A regular expression. */
  path?: string;
  kind: 'delay' | 'status' | 'drop' | 'garbage' | 'hang';
  when?: 'before' | 'after';
  times?: number;
  skip?: number;
  status?: number;
  body?: object;
  ms?: number;
}
interface Released {
  id: string;
  deliveries: { status: number | null }[];
}
interface SandboxEvent {
  id: string;
  event: string;
  orderId: string;
  body: string;
}
interface Settings {
  database?: TestDatabase;
  /** More of the server's environment. */
  env?: Record<string, string>;
}

interface State {
  api: Api;
  sandbox: TestSandbox;
  database: TestDatabase;
  server: TestServer;
  url: string;
  env: Record<string, string | undefined>;
  /** Of the person whose orders these are. */
  token: string;
}

export const makeDue = 'UPDATE orders SET next_check_at = now() WHERE next_check_at IS NOT NULL';

const makeRefundedDue = `UPDATE orders SET next_check_at = now()
  WHERE id IN (SELECT order_id FROM payments JOIN refunds ON payment_id = payments.id)`;

async function start({ database: given, env: more }: Settings): Promise<State> {
  const database = given ?? (await freshDatabase());
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const webhook = { SANDBOX_WEBHOOK_URL: `${url}/api/webhooks/razorpay` };
  const sandbox = await startSandbox({ DATA_DIR: database.env.DATA_DIR, ...webhook });
  await sandbox.control('PUT', '/webhooks', { mode: 'hold', timeoutMs: 60_000 });
  const ports = { SANDBOX_PORT: String(sandbox.port), SANDBOX_SMTP_PORT: String(sandbox.smtpPort) };
  const env = { ...testSettings, ...ports, ...database.env, ...more };
  const server = await startServer(port, env);
  const api = apiOf({ url, sandbox });
  return { api, sandbox, database, server, url, env, token: (await api.newPerson()).token };
}

/**
 * The product, its provider and its database under the control of this file's tests, or this `describe`'s. Events are
 * held until a test releases them. At the end the invariants of money must hold.
 */
export function useFixture(prepare: () => Promise<Settings> = async () => ({})) {
  const state = {} as State;
  let finance: ReturnType<TestDesk['staff']> | undefined;
  const fixture = Object.assign(state, {
    /** A new order of the person. */
    async claimedOrder(): Promise<string> {
      const id = await state.api.newOrder();
      await state.api.claimOrder(id, state.token).expect(200);
      return id;
    },
    /** A new order of the person, and its payment. */
    async paidOrder(how?: object) {
      const id = await fixture.claimedOrder();
      return { id, paid: await state.api.pay(id, how) };
    },
    /** An order as its owner sees it. */
    seen: async (id: string) => (await state.api.get(`/user/order/${id}`, state.token).expect(200)).body,
    /** A refund of an order by a member of staff. */
    async refund(id: string) {
      const desk = deskOf(state);
      finance ??= desk.staff('finance');
      return desk.refund(await (await finance).logIn(), id);
    },
    /** Scripts a fault of the provider. @returns a function whose promise resolves when the fault has been met. */
    async fault({ operation, path, times, skip, ...action }: Rule) {
      const rule = { match: { operation, path }, times, skip, do: action };
      const [scripted] = await state.sandbox.control<{ id: string }[]>('POST', '/faults', [rule]);
      return () => state.sandbox.control('GET', `/faults/${scripted?.id}/hit?count=${times ?? 1}&timeoutMs=60000`);
    },
    provider: () => state.sandbox.control<ProviderState>('GET', '/state'),
    /** How often the provider was asked for an operation. */
    requestsFor: async (operation: string) => (await fixture.provider()).requests[operation] ?? 0,
    /** Ends all scripted faults, and lets go what hangs. */
    calm: () => state.sandbox.control('DELETE', '/faults'),
    async eventsOf(orderId: string) {
      const events = await state.sandbox.control<SandboxEvent[]>('GET', '/webhooks/events');
      return events.filter((event) => event.orderId === orderId);
    },
    /** Sends held events. @returns every answer's status. */
    async release(choice: object): Promise<(number | null)[]> {
      const released = await state.sandbox.control<Released[]>('POST', '/webhooks/release', choice);
      return released.flatMap(({ deliveries }) => deliveries.map(({ status }) => status));
    },
    /** Ends the server by SIGKILL, runs SQL (the embedded database bears one process), starts it again. */
    async restart(...sql: string[]) {
      await state.server.kill();
      for (const statement of sql) await state.database.query(statement);
      state.server = await startServer(state.server.port, state.env);
    },
    /** Makes every unfinished order due, after other SQL, and lets the reconciler check it. */
    checkAll: (...sql: string[]) => fixture.check(makeDue, ...sql),
    /** As `checkAll` for the orders that the statement `due` makes due. A server that looks by itself may check some. */
    async check(due: string, ...sql: string[]) {
      const runsOfServer = () => state.server.output().split('"event":"reconciled"').length;
      for (const statement of sql) await state.database.query(statement);
      const before = runsOfServer();
      const { length } = await state.database.query(`${due} RETURNING id`);
      const { stdout } = await runOrders(state.env, 'reconcile', '--due');
      if (JSON.parse(stdout).length < length) await shows(async () => runsOfServer() > before, true);
    },
    /** As `checkAll`, by a server that starts. */
    async checkAtStart(...sql: string[]) {
      await fixture.restart(...sql, makeDue);
      await state.server.untilPrinted(/"event":"reconciled"/);
    },
  });
  beforeAll(async () => {
    Object.assign(state, await start(await prepare()));
  });
  afterEach(() => fixture.calm());
  afterAll(async () => {
    await fixture.server.stop();
    // A refund may have failed at the provider since we last heard of it.
    if ((await refundsNotHeld(fixture)).length) await fixture.checkAtStart(makeRefundedDue);
    await fixture.server.stop();
    expect(await refundsNotHeld(fixture)).toEqual([]);
    await fixture.sandbox.stop();
    await expectInvariants(fixture.database);
    await fixture.database.drop();
  });
  return fixture;
}
export type Fixture = ReturnType<typeof useFixture>;
