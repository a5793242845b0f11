import { apiOf, newEmail, password } from '../support/api';
import { freshDatabase } from '../support/database';
import { shows } from '../support/eventually';
import { testOnPostgres } from '../support/on-postgres';
import { type PostgresProxy, proxyTo } from '../support/postgres-proxy';
import { exchange } from '../support/raw-client';
import { startProduct, type TestProduct } from '../support/server';

/** The statements an operation may run, BEGIN and COMMIT among them. More is a decision, not an accident. */
const budgets = {
  getConfig: 0,
  getHealth: 1,
  'getHealth, ten at once': 1,
  signUp: 4,
  logIn: 11,
  getMe: 4,
  createOrder: 2,
  claimOrder: 10,
  getOrder: 6,
  listOrders: 6,
  verifyPayment: 18,
  'verifyPayment, repeated': 6,
  receivePaymentEvent: 10,
  logOut: 4,
};
const ask = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
const last = ask.replace('Host', 'Connection: close\r\nHost');
type Measured = keyof typeof budgets;

/** Statements of jobs and of new connections, which do not count. */
const isBackground = (statement: string) =>
  /SKIP LOCKED|job_leases|^SET TIME ZONE|daily_figures|settlement/.test(statement);

/** A payer's whole visit. @returns the statements of each step. */
async function measure(product: TestProduct, proxy: PostgresProxy) {
  const { server, sandbox } = product;
  const api = apiOf(product);
  const statements = {} as Record<Measured, string[]>;
  const note = async <T>(name: Measured, work: PromiseLike<T>): Promise<T> => {
    proxy.takeStatements();
    const result = await work;
    statements[name] = proxy.takeStatements().filter((statement) => !isBackground(statement));
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
  const captured = { events: ['payment.captured'], orderId: id };
  await note('receivePaymentEvent', sandbox.control('POST', '/webhooks/release', captured));
  await note('logOut', api.post('/auth/logout', undefined, token).expect(204));
  return statements;
}

testOnPostgres('no operation runs more statements than its budget', async () => {
  const database = await freshDatabase();
  await database.query("INSERT INTO cases (kind, subject, detail) VALUES ('outbox', 'mails', '')");
  const proxy = (await proxyTo(database)) as PostgresProxy;
  const product = await startProduct(proxy.env, async () => database);
  await product.sandbox.control('PUT', '/webhooks', { mode: 'hold' });
  // No background work runs during the measurement. Retention runs only at start, and emails wait.
  await product.server.untilPrinted(/"event":"retention"/);
  await shows(() => database.query('SELECT state FROM cases'), [{ state: 'done' }]);
  await shows(() => database.query('SELECT FROM job_leases'), []);
  await database.query("ALTER TABLE mail_outbox ALTER next_attempt_at SET DEFAULT 'infinity'");
  const run = await measure(product, proxy);
  await product.close();
  await proxy.down();
  const over = Object.entries(run).filter(([name, statements]) => statements.length > budgets[name as Measured]);
  expect(over).toEqual([]);
  // Proves that statements are counted.
  expect(run.createOrder.join()).toMatch(/INSERT INTO .*orders.*UPDATE .*orders/s);
  expect(run.receivePaymentEvent.join()).toMatch(/webhook_events/);
});
