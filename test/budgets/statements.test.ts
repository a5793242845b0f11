import { exchange } from '../identity/raw';
import { type Api, apiOf, newEmail, password } from '../support/api';
import type { TestDatabase } from '../support/database';
import { hasPostgres, postgresDatabase } from '../support/postgres-database';
import { freePort } from '../support/process';
import { startSandbox, startServer, type TestSandbox, type TestServer } from '../support/server';
import { type SqlTap, startSqlTap } from './sql-tap';

/** The statements an operation may run, BEGIN and COMMIT among them. More is a decision, not an accident. */
const budgets = {
  getConfig: 0,
  getHealth: 1,
  'getHealth, ten at once': 1,
  signUp: 1,
  logIn: 1,
  getMe: 3,
  createOrder: 2,
  claimOrder: 6,
  getOrder: 4,
  listOrders: 4,
  verifyPayment: 12,
  'verifyPayment, repeated': 5,
  receivePaymentEvent: 8,
  logOut: 4,
};
const ask = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
const last = ask.replace('Host', 'Connection: close\r\nHost');
type Measured = keyof typeof budgets;

/** It looks for due orders at the start and every 15 s, whatever is asked meanwhile. Nothing is due here. */
const isReconciler = (statement: string) => statement.includes('SKIP LOCKED');
/** Once for each new connection. */
const isGreeting = (statement: string) => statement.startsWith('SET TIME ZONE');

// Counting needs the wire between server and database: the embedded one has none.
const withPostgres = hasPostgres ? describe : describe.skip;

withPostgres('statements of an operation on PostgreSQL', () => {
  let database: TestDatabase;
  let tap: SqlTap;
  let sandbox: TestSandbox;
  let server: TestServer;
  let api: Api;
  let run: Record<Measured, string[]>;

  beforeAll(async () => {
    database = await postgresDatabase();
    tap = await startSqlTap(database.env.DATABASE_URL ?? '');
    sandbox = await startSandbox({ DATA_DIR: database.env.DATA_DIR });
    const through = Object.assign(new URL(database.env.DATABASE_URL ?? ''), { host: `127.0.0.1:${tap.port}` }).href;
    const settings = { ...database.env, DATABASE_URL: through, SANDBOX_PORT: String(sandbox.port), THROTTLE: 'off' };
    server = await startServer(await freePort(), settings);
    api = apiOf({ url: server.url, sandbox });
    run = await measure();
  });
  afterAll(async () => {
    await Promise.all([server.stop(), sandbox.stop()]);
    tap.close();
    await database.drop();
  });

  /** A payer's whole visit, each step with the statements that it ran. */
  async function measure() {
    const statements = {} as Record<Measured, string[]>;
    const note = async <T>(name: Measured, work: PromiseLike<T>): Promise<T> => {
      tap.take();
      const result = await work;
      statements[name] = tap.take().filter((statement) => !isReconciler(statement) && !isGreeting(statement));
      return result;
    };
    const email = newEmail();
    await note('getConfig', api.get('/config').expect(200));
    await note('getHealth', api.get('/health').expect(200));
    await note('getHealth, ten at once', exchange(server.port, ask.repeat(9) + last));
    await note('signUp', api.signUp(email).expect(201));
    const { token } = (await note('logIn', api.logIn(email, password).expect(200))).body;
    await note('getMe', api.get('/user/me', token).expect(200));
    const { id } = (await note('createOrder', api.createOrder().expect(201))).body;
    await note('claimOrder', api.claimOrder(id, token).expect(200));
    await note('getOrder', api.get(`/user/order/${id}`, token).expect(200));
    await note('listOrders', api.get('/user/orders', token).expect(200));
    const paid = await api.pay(id);
    await note('verifyPayment', api.verifyPayment(paid, token).expect(200));
    await note('verifyPayment, repeated', api.verifyPayment(paid, token).expect(200));
    const event = { event: 'payment.captured', orderId: id };
    await sandbox.control('PUT', '/webhooks', { url: `${server.url}/api/webhooks/razorpay`, mode: 'off' });
    await note(
      'receivePaymentEvent',
      sandbox.control('POST', '/webhooks/release', { events: [event.event], orderId: id }),
    );
    await note('logOut', api.post('/auth/logout', undefined, token).expect(204));
    return statements;
  }

  it.each(Object.entries(budgets))('%s runs at most %i', (name, budget) => {
    const statements = run[name as Measured];
    expect(statements.length > budget ? statements : []).toEqual([]);
  });

  it('what is counted is there: an order is written before the provider is called, and again after it', () => {
    expect(run.createOrder).toEqual([
      expect.stringMatching(/INSERT INTO orders/),
      expect.stringMatching(/UPDATE orders/),
    ]);
    expect(run.receivePaymentEvent.join()).toMatch(/webhook_events/);
  });
});
