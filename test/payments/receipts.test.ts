import { apiOf } from '../support/api';
import { runOrders, startCommand } from '../support/commands';
import { freshDatabase } from '../support/database';
import { shows } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { type PostgresProxy, proxyTo } from '../support/postgres-proxy';
import { startProduct, type TestProduct } from '../support/server';

describeOnPostgres('receipt numbers', () => {
  let proxy: PostgresProxy;
  let product: TestProduct;
  let api: ReturnType<typeof apiOf>;
  beforeAll(async () => {
    const database = await freshDatabase();
    proxy = (await proxyTo(database)) as PostgresProxy;
    product = await startProduct(proxy.env, async () => database);
    api = apiOf(product);
    await product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
  });
  afterAll(async () => {
    await product.close();
    await proxy.down();
  });

  const query = <Row>(sql: string) => product.database.query<Row>(sql);
  const numbers = async () => {
    const rows = await query<{ number: string }>(
      'SELECT receipt_number AS number FROM orders WHERE receipt_number IS NOT NULL ORDER BY paid_at, 1',
    );
    return rows.map(({ number }) => number);
  };
  const isConsecutive = (given: string[]) => {
    const [first = ''] = [...given].sort();
    return [...given].sort().every((number, at) => number === `${first.slice(0, 9)}${String(at + 1).padStart(6, '0')}`);
  };
  async function paidAtProvider(count: number) {
    for (let paid = 0; paid < count; paid += 1) await api.pay(await api.newOrder());
  }
  const env = () => ({ ...product.database.env, SANDBOX_PORT: String(product.sandbox.port) });
  const due = 'UPDATE orders SET next_check_at = now() WHERE next_check_at IS NOT NULL';

  it('follow one another without gap or duplicate over eight processes, of which half are killed', async () => {
    await paidAtProvider(40);
    await query(due);
    const processes = Array.from({ length: 8 }, () => startCommand(env(), 'orders', 'reconcile', '--due'));
    await product.sandbox.control('POST', '/faults', {
      match: { operation: 'fetchOrderPayments' },
      times: 0,
      do: { kind: 'delay', ms: 40 },
    });
    // Each is killed at another moment of its work.
    for (const [at, { kill }] of processes.slice(0, 4).entries()) {
      while ((await numbers()).length < 4 * (at + 1)) await new Promise((resolve) => setTimeout(resolve, 20));
      await kill();
    }
    await Promise.all(
      processes.slice(4).map(({ child }) => child.exitCode ?? new Promise((end) => child.once('exit', end))),
    );
    await product.sandbox.control('DELETE', '/faults');
    await query(due);
    await runOrders(env(), 'reconcile', '--due');
    // The server may have taken some of them itself.
    await shows(async () => (await numbers()).length, 40);
    const given = await numbers();
    expect(given[0]).toMatch(/^NC\/\d\d-\d\d\/\d{6}$/);
    expect(isConsecutive(given)).toBe(true);
  });

  it('leave no gap where a payment is rolled back', async () => {
    const [id, before] = [await api.newOrder(), (await numbers()).length];
    const [paid, { token }] = [await api.pay(id), await api.newPerson()];
    // So that the server's own reconciler writes nothing at the same time.
    await query("UPDATE orders SET next_check_at = now() + interval '1 hour' WHERE next_check_at IS NOT NULL");
    const held = proxy.holdCommit('before', /order_transitions/);
    const lost = api.verifyPayment(paid, token).then(({ status }) => status);
    await held;
    proxy.loseHeld();
    expect(await lost).toBe(503);
    await api.verifyPayment(paid, token).expect(200);
    expect(await numbers()).toHaveLength(before + 1);
    expect(isConsecutive(await numbers())).toBe(true);
  });

  it('start again with each Indian financial year, at midnight in India', async () => {
    const times = ['2027-03-31T18:29:59Z', '2027-03-31T18:30:00Z', '2026-04-01T00:00:00Z', '2099-12-31T00:00:00Z'];
    const years = await query<{ year: string }>(
      `SELECT financial_year(at) AS year FROM unnest(ARRAY['${times.join("','")}']::timestamptz[]) AS at`,
    );
    expect(years.map(({ year }) => year)).toEqual(['26-27', '27-28', '26-27', '99-00']);
    const [row] = await query<{ number: string }>("SELECT receipt_number('26-27', 1234567) AS number");
    expect(row?.number).toHaveLength(16);
  });

  it('are taken by the database only, never without an order', async () => {
    for (const [sql, why] of [
      ["UPDATE orders SET receipt_number = 'NC/26-27/999999' WHERE status = 'CREATED'", /only the database numbers/],
      ['UPDATE receipt_counters SET last = last + 1', /no order has number/],
      ['UPDATE receipt_counters SET last = last + 2', /follow one another/],
      ["INSERT INTO receipt_counters VALUES ('30-31', 1)", /no order has number/],
      ['DELETE FROM receipt_counters', /counters are kept/],
    ] as const) {
      await api.newOrder();
      await expect(query(sql)).rejects.toThrow(why);
    }
  });

  it('go on in a second series of the same length after 9,999,999 a year, without a gap', async () => {
    // The guards forbid jumping there.
    await query('SET session_replication_role = replica; UPDATE receipt_counters SET last = 9999998');
    const before = new Set(await numbers());
    for (let paid = 0; paid < 3; paid += 1) {
      const { token } = await api.newPerson();
      await api.verifyPayment(await api.pay(await api.newOrder()), token).expect(200);
    }
    const given = (await numbers()).filter((number) => !before.has(number));
    expect(given.map((number) => number.replace(/\/.*\//, ' '))).toEqual(['NC 9999999', 'ND 0000001', 'ND 0000002']);
    expect(given.map(({ length }) => length)).toEqual([16, 16, 16]);
  });
});
