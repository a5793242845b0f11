import { Client } from 'pg';
import { makeDue, useFixture } from '../faults/fixture';
import { expectInvariants } from '../faults/invariants';
import { type Api, apiOf } from '../support/api';
import { runOrders, startCommand } from '../support/commands';
import { shows } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { freePort } from '../support/process';
import { startServer, type TestServer } from '../support/server';
import { deskOf } from '../support/staff';

describeOnPostgres('at the same time', () => {
  let other: TestServer;
  afterAll(() => other.stop());
  const fixture = useFixture();
  const { claimedOrder, paidOrder, seen, requestsFor } = fixture;
  let apis: [Api, Api];
  beforeAll(async () => {
    other = await startServer(await freePort(), { ...fixture.env, PUBLIC_URL: fixture.url });
    apis = [fixture.api, apiOf({ url: other.url, sandbox: fixture.sandbox })];
  });
  afterEach(() => expectInvariants(fixture.database));

  const at = (turn: number) => apis[turn % 2] as Api;
  const isWaiting =
    "SELECT count(*) > 0 AS yes FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  /** A job of a server may wait too. */
  const untilOneWaits = () => shows(() => fixture.database.query(isWaiting), [{ yes: true }]);

  /** Runs `work` while another transaction has run a statement, which is committed afterwards. */
  async function whileUncommitted<T>(sql: string, values: unknown[], work: () => Promise<T>): Promise<T> {
    const other = new Client({ connectionString: fixture.env.DATABASE_URL });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(sql, values);
      return await work();
    } finally {
      await other.query('COMMIT');
      await other.end();
    }
  }
  const lockOrder = 'SELECT FROM orders WHERE provider_order_id = $1 FOR UPDATE';

  test('eight verifications and three events make one PAID order', async () => {
    const { id, paid } = await paidOrder();
    const verifications = Array.from({ length: 8 }, (_, turn) => at(turn).verifyPayment(paid, fixture.token));
    const events = fixture.release({ orderId: id, parallel: true });
    const [statuses, ...replies] = await Promise.all([events, ...verifications]);
    expect(statuses).toEqual([200, 200, 200]);
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
  });

  test('an event and the payer’s signature, written at the same moment, both count', async () => {
    const { id, paid } = await paidOrder();
    const ids = [paid.razorpay_payment_id];
    await fixture.release({ orderId: id, events: ['payment.captured'] });
    const note = 'UPDATE payments SET signature_seen = true WHERE id = $1';
    const { answers } = await whileUncommitted(note, ids, async () => {
      const waiting = fixture.release({ orderId: id, events: ['order.paid'] });
      await untilOneWaits();
      return { answers: waiting };
    });
    expect(await answers).toEqual([200]);
    const stored = 'SELECT status, signature_seen AS seen FROM payments WHERE id = $1';
    expect(await fixture.database.query(stored, ids)).toEqual([{ status: 'captured', seen: true }]);
  });

  test('events that wait for a locked order do not hold up the events of another order', async () => {
    const id = await claimedOrder();
    for (let payment = 1; payment <= 5; payment++) await fixture.api.pay(id, { method: 'card', outcome: 'failed' });
    const { answers } = await whileUncommitted(lockOrder, [id], async () => {
      const waiting = fixture.release({ orderId: id, parallel: true });
      await untilOneWaits();
      const { id: other } = await paidOrder();
      expect(await fixture.release({ orderId: other })).toEqual([200, 200, 200]);
      expect((await seen(other)).status).toBe('PAID');
      return { answers: waiting };
    });
    expect(await answers).toEqual(Array(5).fill(200));
  });

  test('one of four people who claim an order gets it', async () => {
    const id = await fixture.api.newOrder();
    const people = await Promise.all(Array.from({ length: 4 }, () => fixture.api.newPerson()));
    const replies = await Promise.all(people.map((person, turn) => at(turn).claimOrder(id, person.token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    const winner = people[replies.findIndex(({ status }) => status === 200)];
    await fixture.api.get(`/user/order/${id}`, winner?.token).expect(200);
  });

  test('three reconcilers ask about each order once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, claimedOrder));
    for (const id of ids) await fixture.api.pay(id);
    // The servers look for due orders by themselves: one of them may be the fourth.
    const before = await requestsFor('fetchOrderPayments');
    await fixture.fault({ operation: 'fetchOrderPayments', kind: 'delay', ms: 300, times: 0 });
    const due = await fixture.database.query(`${makeDue} RETURNING id`);
    const runs = await Promise.all([1, 2, 3].map(() => runOrders(fixture.env, 'reconcile', '--due')));
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0]);
    for (const id of ids) await shows(async () => (await seen(id)).status, 'PAID');
    await shows(async () => (await requestsFor('fetchOrderPayments')) - before, due.length);
  });

  test('a killed reconciler leaves its order to the next one', async () => {
    const { id } = await paidOrder();
    await fixture.database.query('UPDATE orders SET next_check_at = now() WHERE provider_order_id = $1', [id]);
    const met = await fixture.fault({ operation: 'fetchOrderPayments', kind: 'hang' });
    const reconciler = startCommand(fixture.env, 'orders', 'reconcile', '--due');
    await met();
    await reconciler.kill();
    const during = await runOrders(fixture.env, 'reconcile', '--due');
    expect(JSON.parse(during.stdout)).toEqual([]);
    await fixture.database.query(makeDue);
    await runOrders(fixture.env, 'reconcile', '--due');
    await shows(async () => (await seen(id)).status, 'PAID');
  });

  test('a locked order does not hold up the reconciler', async () => {
    const [busy, { id: next }] = [await claimedOrder(), await paidOrder()];
    const due = "UPDATE orders SET next_check_at = now() - $2 * interval '1 min' WHERE provider_order_id = $1";
    await fixture.database.query(due, [next, 1]);
    await fixture.database.query(due, [busy, 2]);
    await whileUncommitted(lockOrder, [busy], async () => {
      // A reconciler that waits for the locked order fails soon, instead of waiting until it is free.
      const impatient = new URL(fixture.env.DATABASE_URL as string);
      impatient.searchParams.set('options', '-c lock_timeout=10000');
      const run = await runOrders({ ...fixture.env, DATABASE_URL: impatient.href }, 'reconcile', '--due');
      expect(run).toMatchObject({ status: 0 });
      await shows(async () => (await seen(next)).status, 'PAID');
    });
  });

  test.each(['arrive', 'are lost'])('two instances make a refund once if the answers to it %s', async (answers) => {
    const { id, paid } = await paidOrder();
    await fixture.verify(paid);
    const desk = deskOf(fixture);
    const desks = [desk, deskOf({ ...fixture, url: other.url })];
    const { token } = await desk.staff('finance');
    if (answers === 'are lost')
      await fixture.fault({ operation: 'refundPayment', kind: 'drop', when: 'after', times: 99 });
    const replies = await Promise.all(desks.map((each) => each.refund(token, id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    await fixture.calm();
    await Promise.all(desks.map(({ api }) => api.post(`/desk/orders/${id}/check`, undefined, token).expect(200)));
    expect(await fixture.refundsOf(paid.razorpay_payment_id)).toMatchObject([{ amount: 15_000 }]);
    expect(await seen(id)).toMatchObject({ status: 'REFUNDED' });
  });
});
