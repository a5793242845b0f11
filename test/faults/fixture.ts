import { type Api, apiOf, type CheckoutReply } from '../support/api';
import { freshDatabase, type TestDatabase } from '../support/database';
import { freePort } from '../support/process';
import { startSandbox, startServer, type TestSandbox, type TestServer } from '../support/server';
import { expectInvariants } from './invariants';

export interface ProviderState {
  orders: { id: string; receipt: string; status: string; amount_paid: number }[];
  payments: { id: string; order_id: string; status: string; amount: number; amount_refunded: number }[];
  refunds: { id: string; payment_id: string; amount: number }[];
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

/** The product, its provider and its database under the test's control. Events are held until a test releases them. */
export interface Fixture extends State {
  /** A new order of the person. */
  claimedOrder(): Promise<string>;
  /** A new order of the person, and its payment. */
  paidOrder(how?: object): Promise<{ id: string; paid: CheckoutReply }>;
  /** An order as its owner sees it. */
  // biome-ignore lint/suspicious/noExplicitAny: supertest's type of a body
  seen(id: string): Promise<any>;
  /** Scripts a fault of the provider. @returns a function whose promise resolves when the fault has been met. */
  fault(rule: Rule): Promise<() => Promise<void>>;
  provider(): Promise<ProviderState>;
  /** How often the provider was asked for an operation. */
  requestsFor(operation: string): Promise<number>;
  /** Ends all scripted faults, and lets go what hangs. */
  calm(): Promise<void>;
  eventsOf(orderId: string): Promise<SandboxEvent[]>;
  /** Sends held events. @returns every answer's status. */
  release(choice: object): Promise<(number | null)[]>;
  /** Ends the server by SIGKILL, runs SQL (the embedded database bears one process), starts it again. */
  restart(...sql: string[]): Promise<void>;
  /** Makes every unfinished order due, after other SQL, and lets the reconciler check it; the server is restarted. */
  checkAll(...sql: string[]): Promise<void>;
}

export const makeDue = 'UPDATE orders SET next_check_at = now() WHERE next_check_at IS NOT NULL';

async function start({ database: given, env: more }: Settings): Promise<State> {
  const database = given ?? (await freshDatabase());
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const webhook = { SANDBOX_WEBHOOK_URL: `${url}/api/webhooks/razorpay` };
  const sandbox = await startSandbox({ DATA_DIR: database.env.DATA_DIR, ...webhook });
  await sandbox.control('PUT', '/webhooks', { mode: 'hold' });
  const env = { THROTTLE: 'off', SANDBOX_PORT: String(sandbox.port), ...database.env, ...more };
  const server = await startServer(port, env);
  const api = apiOf({ url, sandbox });
  return { api, sandbox, database, server, url, env, token: (await api.newPerson()).token };
}

/** A fixture for the tests of this file or `describe`. At its end the invariants of money must hold. */
export function useFixture(prepare: () => Promise<Settings> = async () => ({})): Fixture {
  const fixture = {
    async claimedOrder() {
      const id = await fixture.api.newOrder();
      await fixture.api.claimOrder(id, fixture.token).expect(200);
      return id;
    },
    async paidOrder(how) {
      const id = await fixture.claimedOrder();
      return { id, paid: await fixture.api.pay(id, how) };
    },
    seen: async (id) => (await fixture.api.get(`/user/order/${id}`, fixture.token).expect(200)).body,
    async fault({ operation, path, times, skip, ...action }) {
      const rule = { match: { operation, path }, times, skip, do: action };
      const [scripted] = await fixture.sandbox.control<{ id: string }[]>('POST', '/faults', [rule]);
      return () => fixture.sandbox.control('GET', `/faults/${scripted?.id}/hit?count=${times ?? 1}`);
    },
    provider: () => fixture.sandbox.control('GET', '/state'),
    requestsFor: async (operation) => (await fixture.provider()).requests[operation] ?? 0,
    calm: () => fixture.sandbox.control('DELETE', '/faults'),
    async eventsOf(orderId) {
      const events = await fixture.sandbox.control<SandboxEvent[]>('GET', '/webhooks/events');
      return events.filter((event) => event.orderId === orderId);
    },
    async release(choice) {
      const released = await fixture.sandbox.control<Released[]>('POST', '/webhooks/release', choice);
      return released.flatMap(({ deliveries }) => deliveries.map(({ status }) => status));
    },
    async restart(...sql) {
      await fixture.server.kill();
      for (const statement of sql) await fixture.database.query(statement);
      fixture.server = await startServer(fixture.server.port, fixture.env);
    },
    async checkAll(...sql) {
      await fixture.restart(...sql, makeDue);
      await fixture.server.untilPrinted(/"event":"reconciled"/);
    },
  } as Fixture;
  beforeAll(async () => {
    Object.assign(fixture, await start(await prepare()));
  });
  afterEach(() => fixture.calm());
  afterAll(async () => {
    await Promise.all([fixture.server.stop(), fixture.sandbox.stop()]);
    await expectInvariants(fixture.database);
    await fixture.database.drop();
  });
  return fixture;
}
