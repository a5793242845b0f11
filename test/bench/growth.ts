import { readFileSync } from 'node:fs';
import { queryPostgres } from '../support/database';
import { manyOrders } from '../support/many-orders';
import { freePort } from '../support/process';
import { call, credentials, repeat, signUp } from './calls';
import type { Figure } from './figures';
import type { Options } from './main';
import type { Stage } from './stage';

/** Sums a column of `pg_stat_statements` over the statements of a database. */
const statementTotals = (adminUrl: string, database: string) => async (column: string, pattern: string) => {
  const [row] = await queryPostgres<{ total: number }>(
    adminUrl,
    `SELECT coalesce(sum(${column}), 0)::int AS total FROM pg_stat_statements JOIN pg_database ON oid = dbid
     WHERE datname = $1 AND query LIKE $2`,
    [database, pattern],
  );
  return row?.total ?? 0;
};

const buffers = 'shared_blks_hit + shared_blks_read';
/** The statement by which the reconciler claims an order, the only one that skips locked rows. */
const claim = '%FOR UPDATE SKIP LOCKED%';

/** Pays an order in the sandbox. @returns what checkout hands to the page. */
async function pay({ sandbox }: Stage, orderId: string) {
  const paid = await call<Record<string, string>>(sandbox.url, 'POST', `/control/orders/${orderId}/pay`, {});
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = paid;
  return { razorpay_order_id, razorpay_payment_id, razorpay_signature };
}

/** The product on a database with many orders, of which the person with `token` owns some. */
async function openProduct(stage: Stage, orders: number, owned: number) {
  const name = `growth_${orders}`;
  const databaseUrl = await stage.createDatabase(name);
  const empty = await stage.startProduct(databaseUrl);
  const first = await signUp(empty.url);
  const { id } = await call<{ id: string }>(empty.url, 'GET', '/api/user/me', undefined, first);
  await empty.stop();
  await queryPostgres(databaseUrl, manyOrders(orders, id, owned));
  await queryPostgres(databaseUrl, 'VACUUM ANALYZE');
  const METRICS_PORT = String(await freePort());
  const metrics = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  const server = await stage.startProduct(databaseUrl, { METRICS_PORT });
  // A token is of one address, and the port is another.
  const { token } = await call<{ token: string }>(server.url, 'POST', '/api/auth/login', credentials);
  return { ...server, databaseUrl, token, metrics, orders, total: statementTotals(stage.adminUrl, name) };
}
type Product = Awaited<ReturnType<typeof openProduct>>;

async function until(isTrue: () => Promise<boolean>) {
  for (const deadline = Date.now() + 60_000; !(await isTrue()); await new Promise((next) => setTimeout(next, 200)))
    if (Date.now() > deadline) throw new Error(`It did not happen in a minute: ${isTrue}`);
}

/** @returns by operation, how many buffers PostgreSQL reads per call in a database of that many orders. */
async function measureBuffers(stage: Stage, product: Product, calls: number): Promise<Map<string, number>> {
  const { url, databaseUrl, token, metrics, orders, total } = product;
  const perCall = new Map<string, number>();
  const jobs = ['reconciler', 'mails', 'alerts', 'retention'];
  const isRun = (text: string) => (job: string) => new RegExp(`{job="${job}",outcome="completed"} [1-9]`).test(text);
  await until(async () => jobs.every(isRun(await metrics())));
  perCall.set('alerts, a run', await total(buffers, '%open_items AS %'));
  const measure = async (operation: string, work: () => Promise<unknown>, times = calls) => {
    await repeat(times, work, 1); // until every connection has its plans and catalogues
    const before = await total(buffers, '%');
    await repeat(times, work, 1);
    perCall.set(operation, ((await total(buffers, '%')) - before) / times);
  };

  const ids: string[] = [];
  await measure('createOrder', async () => {
    ids.push((await call<{ id: string }>(url, 'POST', '/api/user/order', { amount: 150 })).id);
  });
  const unclaimed = [...ids];
  await measure('claimOrder', () => call(url, 'POST', `/api/user/order/${unclaimed.pop()}/claim`, undefined, token));
  await measure('listOrders', () => call(url, 'GET', '/api/user/orders', undefined, token));
  const payments: object[] = [];
  for (const id of ids) payments.push(await pay(stage, id));
  await measure('verifyPayment', () => call(url, 'POST', '/api/user/verify', payments.pop(), token));
  await measure('a scrape of the metrics', metrics);
  const payer = `p${orders}@lab.example`; // has one order, however many the owner has
  for (const command of ['orders show rfnd_AAAAAAAAAAAA13', 'orders list', `people show ${payer}`]) {
    const [name = '', ...args] = command.split(' ');
    await measure(`npm run ${name} -- ${args[0]}`, () => stage.runCommand(databaseUrl, name, ...args), 2);
  }
  await stage.runCommand(databaseUrl, 'orders', 'reconcile').catch(() => {}); // some are due already
  perCall.set('orders -- reconcile finds what to check', await total(buffers, '%UNION SELECT order_id%'));

  // All of them become due. The reconciler looks for due orders every 15 seconds.
  const [buffersBefore, claimedBefore] = [await total(buffers, claim), await total('rows', claim)];
  await queryPostgres(
    databaseUrl,
    `SET session_replication_role = replica;
     UPDATE orders SET next_check_at = now() WHERE provider_order_id IN ('${ids.join("','")}')`,
  );
  await until(async () => (await total('rows', claim)) - claimedBefore >= ids.length);
  perCall.set('reconciler: claim of an order', ((await total(buffers, claim)) - buffersBefore) / ids.length);
  return perCall;
}

const memoryMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** An export of many orders: the memory of the process, and how long another call waits. */
async function measureExport({ url, pid, token }: Product, orders: number): Promise<Figure[]> {
  const [before, counted] = [memoryMb(pid), `${orders.toLocaleString('en')} orders`];
  let [peak, slowest, exported, done] = [before, 0, 0, false];
  const watch = async () => {
    for (; !done; await new Promise((next) => setTimeout(next, 20))) {
      const started = performance.now();
      await call(url, 'GET', '/api/health');
      slowest = Math.max(slowest, performance.now() - started);
      peak = Math.max(peak, memoryMb(pid));
    }
  };
  const watching = watch();
  const reply = await fetch(`${url}/api/user/export`, { headers: { authorization: `Bearer ${token}` } });
  for await (const part of (reply.body as ReadableStream).pipeThrough(new TextDecoderStream()))
    exported += part.split('"providerOrderId"').length - 1;
  done = true;
  await watching;
  if (exported < orders * 0.99) throw new Error(`The export has ${exported} orders of ${orders}`);
  const limits = { comparedWith: 'before', unit: 'MB', yardstick: before } as const;
  return [
    { what: `memory during an export of ${counted}`, product: peak, ...limits },
    {
      what: 'slowest health check during it',
      unit: 'ms' as const,
      product: slowest,
      comparedWith: 'limit',
      yardstick: 100,
    },
  ];
}

/** Buffers that PostgreSQL reads per operation, a count and so the same on every machine; and an export. */
export async function measureGrowth(stage: Stage, { quick, orders }: Options): Promise<Figure[]> {
  const [few, many] = quick ? [2_000, 20_000] : [10_000, orders];
  const [calls, owned] = [quick ? 20 : 100, Math.min(many / 2, 100_000)];
  const [smaller, larger] = [await openProduct(stage, few, few / 2), await openProduct(stage, many, owned)];
  const small = await measureBuffers(stage, smaller, calls);
  await smaller.stop();
  const large = await measureBuffers(stage, larger, calls);
  const exported = await measureExport(larger, owned);
  await larger.stop();
  const grown: Figure[] = [...large].map(([operation, product]) => ({
    what: `${operation}, ${many.toLocaleString('en')} orders`,
    unit: 'buffers',
    product,
    comparedWith: `${few.toLocaleString('en')} orders`,
    yardstick: small.get(operation) ?? Number.NaN,
  }));
  return [...grown, ...exported];
}
