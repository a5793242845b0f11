import { apiOf, password } from '../support/api';
import { runOrders, runPeople } from '../support/commands';
import { freshDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { manyOrders } from '../support/many-orders';
import { needing } from '../support/needing';
import { freePort } from '../support/process';
import { startProduct, type TestProduct } from '../support/server';
import { deskOf } from '../support/staff';

/** Buffers that a call of a statement may read, or a row that it changes: a fraction of each table. */
const maxBuffers = 300;

const describeCounted = needing(describe, 'PostgreSQL', 'pg_stat_statements');
describeCounted('with 20,000 orders', () => {
  let product: TestProduct;
  let api: ReturnType<typeof apiOf>;
  let metricsUrl: string;
  let email: string;
  let token: string;
  let staffToken: string;
  const query = <Row>(sql: string) => product.database.query<Row>(sql);

  beforeAll(async () => {
    const METRICS_PORT = String(await freePort());
    metricsUrl = `http://127.0.0.1:${METRICS_PORT}/metrics`;
    // We use few connections, because the first call on each also reads the catalogue.
    product = await startProduct({ METRICS_PORT, DB_POOL: '2' }, freshDatabase);
    api = apiOf(product);
    ({ email, token } = await api.newPerson());
    const { id } = (await api.me(token)).body;
    ({ token: staffToken } = await deskOf(product).staff('finance'));
    await query(manyOrders(20_000, id, 4_000));
    await query(
      `UPDATE users SET created_at = now() - interval '100 days', email_verified_at = now() WHERE email LIKE 'p%'`,
    );
    await query('VACUUM ANALYZE');
    await query('CREATE EXTENSION pg_stat_statements');
  });
  afterAll(() => product.close());

  const env = () => ({ ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) });
  const orders = (...args: string[]) => runOrders(env(), ...args);
  /** @returns the statements that read more than they may. The figures of a day read that day. */
  const overLimit = () =>
    query<Record<string, unknown>>(`SELECT query, buffers FROM pg_stat_statements JOIN pg_database ON oid = dbid,
        LATERAL (SELECT CASE WHEN query ~ '^\\s*(UPDATE|DELETE)' THEN greatest(calls, rows) ELSE calls END AS times) AS counted,
        LATERAL (SELECT ((shared_blks_hit + shared_blks_read) / times)::int AS buffers) AS each
      WHERE datname = current_database() AND buffers > ${maxBuffers} AND query !~ 'VACUUM|EXTENSION|session_replication_role'
        AND query !~ 'INTO daily_figures'`);

  /** Every job at its start, and one reading of the metrics. */
  async function recurringWork() {
    await product.server.stop();
    await query('SELECT pg_stat_statements_reset()');
    await product.restart();
    const jobs = ['reconciler', 'mails', 'alerts', 'retention', 'figures', 'books'];
    await eventually(async () => {
      const text = await (await fetch(metricsUrl)).text();
      for (const job of jobs)
        expect(text).toMatch(new RegExp(`job_runs_total{job="${job}",outcome="completed"} [1-9]`));
    });
  }

  /** A payer's whole visit. */
  async function visit() {
    const id = await api.newOrder();
    await api.claimOrder(id, token).expect(200);
    await api.get(`/user/order/${id}`, token).expect(200);
    await api.verifyPayment(await api.pay(id), token).expect(200);
    await api.post(`/user/order/${id}/check`, undefined, token).expect(200);
    await product.sandbox.control('POST', '/webhooks/flush');
  }

  /** Visits, and the oldest page of a long history. */
  async function operations() {
    for (let visits = 0; visits < 4; visits += 1) await visit();
    const [oldest] = await query<{ id: string }>('SELECT id FROM orders ORDER BY created_at LIMIT 1');
    const { items } = (await api.get(`/user/orders?limit=50&cursor=${oldest?.id}`, token).expect(200)).body;
    expect(items).toHaveLength(1);
  }

  async function commands() {
    const last = 'A'.repeat(9);
    const ids = ['order', 'pay'].map((kind) => `${kind}_${last}10011`);
    const others = [`rfnd_${last}10013`, `disp_${last}10051`, 'c4ca4238a0b923820dcc509a6f75849b', 'NC/24-25/0010012'];
    const exported = await runPeople(env(), 'export', email);
    expect(JSON.parse(exported.stdout).orders).toHaveLength(4_004);
    // The audit finds the orders, and the sandbox does not know them.
    const checked: { error?: string }[] = JSON.parse((await orders('reconcile', ...ids, ...others)).stdout);
    expect(checked.map(({ error }) => error)).toEqual(checked.map(() => expect.any(String)));
    await Promise.all([orders('reconcile'), orders('audit', '--since', new Date().toISOString().slice(0, 10))]);
  }

  /** Every list and search of the desk. */
  async function desk() {
    const last = 'A'.repeat(9);
    const get = (path: string) => api.get(`/desk${path}`, staffToken).expect(200);
    const find = (text: string) => api.post('/desk/orders/search', { text }, staffToken).expect(200);
    const ids = [`order_${last}10011`, '512345678901', 'UTR0045', 'setl_45'];
    for (const text of [...ids, email, 'asha@okbank', '1007', '150', 'today', '150 2026-01-15']) await find(text);
    const shown = ['refunded_in_part', 'refund_failed', 'disputed', 'differs'].map((show) => `?show=${show}`);
    const lists = ['', '?status=EXPIRED', '?status=REVIEW', '?from=2026-01-01&until=2026-01-02', '?limit=10'];
    for (const list of [...lists, ...shown]) await get(`/orders${list}`);
    const cases = ['', '?state=waiting', '?state=done'].map((query) => `/cases${query}`);
    const log = ['', '?kind=action', '?staff=chief'].map((query) => `/log${query}`);
    await Promise.all([...cases, ...log, '/settlements', '/staff', '/figures', '/health'].map(get));
    const { items } = (await get(`/orders?limit=50`)).body;
    await get(`/orders/${items[0].id}`);
    await get(`/people/${(await api.me(token)).body.id}`);
  }

  test('an account has one export at a time', async () => {
    const replies = await Promise.all([1, 2].map(() => api.get('/user/export', token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
  });

  test('no recurring work, operation or command reads a table', async () => {
    await recurringWork();
    await operations();
    await commands();
    await desk();
    await api.post('/user/delete', { password }, token).expect(200);
    expect(await overLimit()).toEqual([]);
    await query("SELECT FROM orders WHERE currency = 'USD'");
    expect(await overLimit()).toMatchObject([{ query: expect.stringContaining('currency') }]);
  });
});
