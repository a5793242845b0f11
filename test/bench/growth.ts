import { queryPostgres } from '../support/database';
import { call, repeat, signUp } from './calls';
import type { Figure } from './figures';
import type { Options } from './main';
import type { Stage } from './stage';

/** UUIDs in the order of time, as version 7 has them. */
const uuid = (n: string) =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '70008000' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/**
 * Orders of the past: one account for every ten, three of five paid, the others expired. Triggers are off: they check
 * one order at a time.
 */
const seed = (orders: number) => `
  SET session_replication_role = replica;
  INSERT INTO users (id, email, email_normalized, password_hash)
    SELECT ${uuid('n')}, 'p' || n || '@lab.example', 'p' || n || '@lab.example', 'none'
    FROM generate_series(0, ${orders / 10}) AS n;
  INSERT INTO orders
      (id, receipt, provider_order_id, amount_paise, currency, status, owner_id, paid_payment_id, paid_at, created_at, next_check_at)
    SELECT ${uuid('n')}, md5(n::text), 'order_' || n, 15000, 'INR', (CASE WHEN paid THEN 'PAID' ELSE 'EXPIRED' END)::"OrderStatus",
      ${uuid('n / 10')}, CASE WHEN paid THEN 'pay_' || n END, CASE WHEN paid THEN at END, at, NULL
    FROM (SELECT n, n % 5 < 3 AS paid, to_timestamp(1700000000 + n) AS at FROM generate_series(1, ${orders}) AS n) AS numbered;
  INSERT INTO payments (id, order_id, status, amount_paise, currency, method, signature_seen, created_at)
    SELECT paid_payment_id, id, 'captured', amount_paise, currency, 'card', true, paid_at
    FROM orders WHERE status = 'PAID';
  INSERT INTO order_transitions (order_id, from_status, to_status, cause, at)
    SELECT id, 'CREATED', status, 'bench', created_at FROM orders;`;

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

/** @returns by operation, how many buffers PostgreSQL reads per call in a database of that many orders. */
async function measureBuffers(stage: Stage, orders: number, calls: number): Promise<Map<string, number>> {
  const name = `growth_${orders}`;
  const databaseUrl = await stage.createDatabase(name);
  await queryPostgres(databaseUrl, seed(orders));
  await queryPostgres(databaseUrl, 'VACUUM ANALYZE');
  const { url, stop } = await stage.startProduct(databaseUrl);
  const token = await signUp(url);
  const total = statementTotals(stage.adminUrl, name);
  const perCall = new Map<string, number>();
  const measure = async (operation: string, work: () => Promise<unknown>) => {
    await repeat(calls, work, 1); // until every connection has its plans and catalogues
    const before = await total(buffers, '%');
    await repeat(calls, work, 1);
    perCall.set(operation, ((await total(buffers, '%')) - before) / calls);
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

  // All of them become due. The reconciler looks for due orders every 15 seconds.
  const [buffersBefore, claimedBefore] = [await total(buffers, claim), await total('rows', claim)];
  await queryPostgres(
    databaseUrl,
    `SET session_replication_role = replica;
     UPDATE orders SET next_check_at = now() WHERE provider_order_id IN ('${ids.join("','")}')`,
  );
  for (const deadline = Date.now() + 60_000; (await total('rows', claim)) - claimedBefore < ids.length; ) {
    if (Date.now() > deadline) throw new Error('The reconciler does not claim the orders that are due.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  perCall.set('reconciler: claim of an order', ((await total(buffers, claim)) - buffersBefore) / ids.length);
  await stop();
  return perCall;
}

/** Buffers that PostgreSQL reads per operation: a count, so the same on every machine. */
export async function measureGrowth(stage: Stage, { quick }: Options): Promise<Figure[]> {
  const [few, many] = quick ? [1_000, 10_000] : [10_000, 1_000_000];
  const calls = quick ? 20 : 100;
  const [small, large] = [await measureBuffers(stage, few, calls), await measureBuffers(stage, many, calls)];
  return [...large].map(([operation, product]) => ({
    what: `${operation}, ${many.toLocaleString('en')} orders`,
    unit: 'buffers',
    product,
    comparedWith: `${few.toLocaleString('en')} orders`,
    yardstick: small.get(operation) ?? Number.NaN,
  }));
}
