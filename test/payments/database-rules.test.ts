import { Client } from 'pg';
import { freshDatabase, postgresUrl, type TestDatabase } from '../support/database';
import { describeOnPostgres } from '../support/on-postgres';

let database: TestDatabase;
let client: Client;

/** Runs statements in one transaction: some rules are checked at its COMMIT. */
async function transaction(sql: string, end = 'COMMIT', on = client) {
  try {
    return await on.query(`BEGIN; ${sql}; ${end}`);
  } catch (error) {
    await on.query('ROLLBACK');
    throw error;
  }
}

let count = 0;
const uuid = () => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`;

interface Known {
  id: string;
  pay: string;
}
const move = (id: string, from: string, to: string) =>
  `INSERT INTO order_transitions (order_id, from_status, to_status, cause) VALUES ('${id}', '${from}', '${to}', 'test')`;
const make = (id: string) =>
  `INSERT INTO orders (id, receipt, product, amount_paise, currency) VALUES ('${id}', 'r-${id}', 'p', 15000, 'INR')`;
const payment = ({ id, pay }: Known, status: string, amountPaise = 15000) => `
  INSERT INTO payments (id, order_id, status, amount_paise, currency) VALUES ('${pay}', '${id}', '${status}', ${amountPaise}, 'INR')`;
const toPaid = ({ id, pay }: Known) =>
  `UPDATE orders SET status = 'PAID', paid_payment_id = '${pay}', paid_at = now() WHERE id = '${id}'`;
const set = ({ id }: Known, values: string) => `UPDATE orders SET ${values} WHERE id = '${id}'`;

async function created(): Promise<Known> {
  const id = uuid();
  await transaction(make(id));
  await transaction(
    `${move(id, 'CREATING', 'CREATED')}; UPDATE orders SET status = 'CREATED', provider_order_id = 'order-${id}' WHERE id = '${id}'`,
  );
  return { id, pay: `pay-${id}` };
}
const pay = (order: Known) => `${payment(order, 'captured')}; ${move(order.id, 'CREATED', 'PAID')}; ${toPaid(order)}`;
async function paid(): Promise<Known> {
  const order = await created();
  await transaction(pay(order));
  return order;
}
const refused = (sql: string, why: RegExp) => expect(transaction(sql)).rejects.toThrow(why);

beforeAll(async () => {
  if (!postgresUrl) return;
  database = await freshDatabase();
  client = await connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});
async function connect() {
  const connection = new Client({ connectionString: database.env.DATABASE_URL });
  await connection.connect();
  return connection;
}

describeOnPostgres('receipt numbers', () => {
  const numbers = async () => {
    const sql = 'SELECT receipt_number AS number FROM orders WHERE receipt_number IS NOT NULL ORDER BY 1';
    return (await database.query<{ number: string }>(sql)).map(({ number }) => number);
  };

  test('follow one another without gap or duplicate, also if payments come at once and some are rolled back', async () => {
    const connections = await Promise.all(Array.from({ length: 8 }, connect));
    const payTwice = async (connection: Client, at: number) => {
      for (const end of [at % 2 ? 'COMMIT' : 'ROLLBACK', 'COMMIT'])
        await transaction(pay(orders.pop() as Known), end, connection);
    };
    const orders: Known[] = [];
    while (orders.length < 16) orders.push(await created());
    await Promise.all(connections.map(payTwice));
    await Promise.all(connections.map((connection) => connection.end()));
    const given = await numbers();
    expect(given[0]).toMatch(/^NC\/\d\d-\d\d\/0{5}1$/);
    const year = given[0]?.slice(0, 9);
    expect(given).toEqual(Array.from({ length: 12 }, (_, at) => `${year}${String(at + 1).padStart(6, '0')}`));
  });

  test('start again with each Indian financial year, at midnight in India', async () => {
    const times = ['2027-03-31T18:29:59Z', '2027-03-31T18:30:00Z', '2026-04-01T00:00:00Z', '2099-12-31T00:00:00Z'];
    const years = await database.query<{ year: string }>(
      `SELECT financial_year(at) AS year FROM unnest(ARRAY['${times.join("','")}']::timestamptz[]) AS at`,
    );
    expect(years.map(({ year }) => year)).toEqual(['26-27', '27-28', '26-27', '99-00']);
  });

  test('are taken by the database only, never without an order', async () => {
    await created();
    for (const [sql, why] of [
      ["UPDATE orders SET receipt_number = 'NC/26-27/999999' WHERE status = 'CREATED'", /only the database numbers/],
      ['UPDATE receipt_counters SET last = last + 1', /no order has number/],
      ['UPDATE receipt_counters SET last = last + 2', /follow one another/],
      ["INSERT INTO receipt_counters VALUES ('30-31', 1)", /no order has number/],
      ['DELETE FROM receipt_counters', /counters are kept/],
    ] as const)
      await refused(sql, why);
  });

  test('go on in a second series of the same length after 9,999,999 a year, without a gap', async () => {
    const before = await numbers();
    // The guards forbid this jump.
    await transaction('SET LOCAL session_replication_role = replica; UPDATE receipt_counters SET last = 9999998');
    for (let count = 0; count < 3; count += 1) await paid();
    const given = (await numbers()).filter((number) => !before.includes(number));
    expect(given.map((number) => number.replace(/\/.*\//, ' '))).toEqual(['NC 9999999', 'ND 0000001', 'ND 0000002']);
    expect(given.map(({ length }) => length)).toEqual([16, 16, 16]);
  });
});

describeOnPostgres('the database itself refuses', () => {
  test('an order that does not start as CREATING', async () => {
    const id = uuid();
    const paidAtOnce = `${make(id)}; ${set({ id, pay: '' }, "status = 'PAID'")}`;
    await refused(paidAtOnce, /CREATING does not become PAID/);
    await refused(
      `INSERT INTO orders (id, receipt, product, amount_paise, currency, status, provider_order_id) VALUES ('${id}', 'x', 'p', 15000, 'INR', 'CREATED', 'order-x')`,
      /starts as CREATING/,
    );
  });

  test('that an order’s amount, currency, receipt or time changes', async () => {
    const order = await created();
    for (const change of ['amount_paise = 1500', "currency = 'USD'", "receipt = 'other'", 'created_at = now()'])
      await refused(set(order, change), /never change/);
  });

  test('a second owner, provider order, payment or time of payment', async () => {
    const order = await paid();
    const [first, second] = [uuid(), uuid()];
    await transaction(
      `INSERT INTO users (id) VALUES ('${first}'), ('${second}'); ${set(order, `owner_id = '${first}'`)}`,
    );
    await refused(set(order, `owner_id = '${second}'`), /set once/);
    await refused(set(order, 'owner_id = NULL'), /set once/);
    await refused(`DELETE FROM users WHERE id = '${first}'`, /owner_id_fkey|foreign key/);
    await refused(set(order, "provider_order_id = 'order-other'"), /set once/);
    await refused(set(order, "paid_at = now() + interval '1 s'"), /set once/);
  });

  test('a state that goes backward, or skips its payment', async () => {
    const order = await paid();
    await refused(set(order, "status = 'CREATED'"), /PAID does not become CREATED/);
    await refused(set(order, "status = 'EXPIRED'"), /PAID does not become EXPIRED/);
    await refused(`${move(order.id, 'PAID', 'REFUNDED')}; ${set(order, "status = 'REFUNDED'")}`, /no refunded payment/);
  });

  test('PAID without a payment, with one that is only authorised, of another amount, or of another order', async () => {
    const order = await created();
    const step = `${move(order.id, 'CREATED', 'PAID')}; ${toPaid(order)}`;
    await refused(`${move(order.id, 'CREATED', 'PAID')}; ${set(order, "status = 'PAID'")}`, /orders_paid_has_payment/);
    await refused(step, /no captured payment/);
    await refused(`${payment(order, 'authorized')}; ${step}`, /no captured payment/);
    await refused(`${payment(order, 'captured', 14999)}; ${step}`, /no captured payment/);
    await refused(`${payment({ ...order, id: (await paid()).id }, 'captured')}; ${step}`, /no captured payment/);
  });

  test('a captured payment whose order is not PAID', async () => {
    await refused(payment(await created(), 'captured'), /captured, and its order is CREATED/);
  });

  test('a refunded payment whose order is still PAID', async () => {
    const { pay } = await paid();
    const refund = `UPDATE payments SET status = 'refunded', amount_refunded_paise = amount_paise WHERE id = '${pay}'`;
    await refused(refund, /refunded, and its order is still PAID/);
    await refused(`UPDATE payments SET status = 'refunded' WHERE id = '${pay}'`, /payments_refunded_in_full/);
    await refused(`UPDATE payments SET amount_refunded_paise = 15001 WHERE id = '${pay}'`, /refund_within_amount/);
  });

  test('a payment that goes backward, or changes its amount or order', async () => {
    const { pay } = await paid();
    for (const change of ["status = 'failed'", 'amount_paise = 1', `order_id = '${(await created()).id}'`])
      await refused(`UPDATE payments SET ${change} WHERE id = '${pay}'`, /never taken back/);
  });

  test('a state entered twice, or a trail that is changed, cut or invented', async () => {
    const order = await paid();
    await refused(move(order.id, 'CREATED', 'PAID'), /order_transitions_pkey/);
    await refused(move(order.id, 'PAID', 'REFUNDED'), /the order never was/);
    await refused(set(await created(), "status = 'EXPIRED'"), /nothing in the trail/);
    await refused(`UPDATE order_transitions SET cause = 'other' WHERE order_id = '${order.id}'`, /only ever added to/);
    await refused(`DELETE FROM order_transitions WHERE order_id = '${order.id}'`, /only ever added to/);
    await refused(`DELETE FROM payments WHERE id = '${order.pay}'`, /payments are kept/);
    await refused(`DELETE FROM orders WHERE id = '${order.id}'`, /orders are kept/);
  });

  test('a second event with the same id', async () => {
    const event = "INSERT INTO webhook_events (id, kind, body_sha256) VALUES ('evt_1', 'x', 'y')";
    await transaction(event);
    await refused(event, /webhook_events_pkey/);
  });
});
