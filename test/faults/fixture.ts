import { type Api, apiOf } from '../support/api';
import { runOrders } from '../support/commands';
import { shows } from '../support/eventually';
import { startProduct, type TestProduct, testSettings } from '../support/server';
import { deskOf, type TestDesk } from '../support/staff';
import { expectInvariants } from './invariants';

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
  status?: number;
  body?: object;
  ms?: number;
}
interface Released {
  deliveries: { status: number | null }[];
}
interface SandboxEvent {
  id: string;
  event: string;
  orderId: string;
  body: string;
}
interface State {
  product: TestProduct;
  api: Api;
  sandbox: TestProduct['sandbox'];
  database: TestProduct['database'];
  url: string;
  /** Settings of the server, for commands and for other servers. */
  env: Record<string, string | undefined>;
  /** Token of the payer. */
  token: string;
}

export const makeDue = 'UPDATE orders SET next_check_at = now() WHERE next_check_at IS NOT NULL';

/** SQL that makes every order and its payments older. */
export const ageBy = (hours: number) => `DO $$ BEGIN
  SET LOCAL session_replication_role = replica;
  UPDATE order_transitions SET at = at - interval '${hours} hours';
  UPDATE payments SET created_at = created_at - interval '${hours} hours';
END $$`;

/**
 * A product with a sandbox whose faults, clock and events the test controls. Events wait until a test releases them. At
 * the end, the invariants of money must hold.
 */
export function useFixture(launch: () => Promise<TestProduct> = () => startProduct()) {
  const state = {} as State;
  let finance: ReturnType<TestDesk['staff']> | undefined;
  const control = <T>(method: string, path: string, body?: unknown) => state.sandbox.control<T>(method, path, body);
  const fixture = Object.assign(state, {
    server: () => state.product.server,
    /** Creates an order of the payer. */
    async claimedOrder(): Promise<string> {
      const id = await state.api.newOrder();
      await state.api.claimOrder(id, state.token).expect(200);
      return id;
    },
    /** Creates an order of the payer and pays it at the provider. */
    async paidOrder(how?: object) {
      const id = await fixture.claimedOrder();
      return { id, paid: await state.api.pay(id, how) };
    },
    verify: (paid: object) => state.api.verifyPayment(paid, state.token).expect(200),
    /** Returns an order as its payer sees it. */
    seen: async (id: string) => (await state.api.get(`/user/order/${id}`, state.token).expect(200)).body,
    /** Asks the provider about an order, as the reconciler does. Returns the order as its payer sees it. */
    check: async (id: string) =>
      (await state.api.post(`/user/order/${id}/check`, undefined, state.token).expect(200)).body,
    /** A staff member refunds an order. */
    async refund(id: string) {
      const desk = deskOf(state);
      finance ??= desk.staff('finance');
      return desk.refund(await (await finance).logIn(), id);
    },
    /** Scripts a fault of the provider. Returns a function that waits until a request meets it. */
    async fault({ operation, path, times, ...action }: Rule) {
      const rule = { match: { operation, path }, times, do: action };
      const [scripted] = await control<{ id: string }[]>('POST', '/faults', [rule]);
      return () => control('GET', `/faults/${scripted?.id}/hit?count=${times ?? 1}&timeoutMs=60000`);
    },
    /** Ends all scripted faults and releases the requests that hang. */
    calm: () => control('DELETE', '/faults'),
    provider: () => control<ProviderState>('GET', '/state'),
    requestsFor: async (operation: string) => (await fixture.provider()).requests[operation] ?? 0,
    refundsOf: async (paymentId: string) =>
      (await fixture.provider()).refunds.filter(({ payment_id }) => payment_id === paymentId),
    /** Moves a payment, a refund or the account at the provider, such as `atProvider('/refunds/rfnd_1/fail')`. */
    atProvider: (path: string, body?: object) => control('POST', path, body),
    async eventsOf(orderId: string) {
      const events = await control<SandboxEvent[]>('GET', '/webhooks/events');
      return events.filter((event) => event.orderId === orderId);
    },
    /** Sends held events. Returns the status of each reply. */
    async release(choice: object): Promise<(number | null)[]> {
      const released = await control<Released[]>('POST', '/webhooks/release', choice);
      return released.flatMap(({ deliveries }) => deliveries.map(({ status }) => status));
    },
    /** Kills the server and starts it again, with these settings in addition. */
    async restart(env: Record<string, string> = {}) {
      await state.product.server.kill();
      await state.product.restart(env);
    },
    /** Kills the server, makes every unfinished order due, and lets the new server check them. */
    async checkAtStart() {
      await state.product.server.kill();
      await state.database.query(makeDue);
      await state.product.restart();
      await state.product.server.untilPrinted(/"event":"reconciled"/);
    },
    /** Makes every unfinished order due and runs the reconciler's command. The server may check some of them first. */
    async checkAll() {
      const runsOfServer = () => state.product.server.output().split('"event":"reconciled"').length;
      const before = runsOfServer();
      const { length } = await state.database.query(`${makeDue} RETURNING id`);
      const { stdout } = await runOrders(state.env, 'reconcile', '--due');
      if (JSON.parse(stdout).length < length) await shows(async () => runsOfServer() > before, true);
    },
  });
  beforeAll(async () => {
    const product = await launch();
    const { sandbox, database, url } = product;
    const ports = { SANDBOX_PORT: String(sandbox.port), SANDBOX_SMTP_PORT: String(sandbox.smtpPort) };
    Object.assign(state, { product, sandbox, database, url, api: apiOf(product) });
    Object.assign(state, { env: { ...testSettings, ...ports, ...database.env } });
    await control('PUT', '/webhooks', { mode: 'hold', timeoutMs: 60_000 });
    state.token = (await state.api.newPerson()).token;
  });
  afterEach(() => fixture.calm());
  afterAll(async () => {
    await expectInvariants(state.database);
    await expectRefundsHeld(fixture);
    await state.product.close();
  });
  return fixture;
}
export type Fixture = ReturnType<typeof useFixture>;

/** The provider holds every refund that we report as made. */
async function expectRefundsHeld({ database, provider }: Pick<Fixture, 'database' | 'provider'>) {
  const reported = await database.query<{ id: string; amount: number }>(
    "SELECT provider_id AS id, amount_paise AS amount FROM refunds WHERE status <> 'failed'",
  );
  const held = (await provider()).refunds.filter(({ status }) => status !== 'failed');
  const isHeld = (ours: (typeof reported)[number]) =>
    held.some(({ id, amount }) => id === ours.id && amount === ours.amount);
  expect(reported.filter((refund) => !isHeld(refund))).toEqual([]);
}
