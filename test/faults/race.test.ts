import { Client } from 'pg';
import { type Api, apiOf } from '../support/api';
import { freshDatabase } from '../support/database';
import { shows } from '../support/eventually';
import { runOrders, startOrders } from '../support/orders';
import { freePort } from '../support/process';
import { startServer, type TestServer } from '../support/server';
import { expectInvariants } from './invariants';
import { fault, withPostgres } from './repeat';
import { type Stage, startStage } from './stage';

withPostgres('at the same time', () => {
  let stage: Stage;
  let other: TestServer;
  let apis: [Api, Api];
  let token: string;
  beforeAll(async () => {
    stage = await startStage(await freshDatabase());
    other = await startServer(await freePort(), { ...stage.env, PUBLIC_URL: stage.url });
    apis = [stage.api, apiOf({ url: other.url, sandbox: stage.sandbox })];
    token = (await stage.api.newPerson()).token;
  });
  afterEach(async () => {
    await stage.calm();
    await expectInvariants(stage.database);
  });
  afterAll(async () => {
    await other.stop();
    await stage.close();
  });

  const at = (turn: number) => apis[turn % 2] as Api;
  const claimedOrder = async () => {
    const id = await stage.api.newOrder();
    await stage.api.claimOrder(id, token).expect(200);
    return id;
  };
  const seen = async (id: string) => (await stage.api.get(`/user/order/${id}`, token).expect(200)).body;
  const requestsFor = async (operation: string) => (await stage.provider()).requests[operation] ?? 0;
  const transitionsOf = (id: string) =>
    stage.database.query(
      `SELECT to_status AS status FROM order_transitions t JOIN orders o ON o.id = t.order_id
       WHERE provider_order_id = $1 ORDER BY at, to_status`,
      [id],
    );
  const waitingForLocks = () =>
    stage.database.query(
      "SELECT state FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
  const makeDue = () =>
    stage.database.query('UPDATE orders SET next_check_at = now() WHERE next_check_at IS NOT NULL RETURNING id');

  fault('eight verifications and three events make one PAID order', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    const verifications = Array.from({ length: 8 }, (_, turn) => at(turn).verifyPayment(paid, token));
    const [statuses, ...replies] = await Promise.all([
      stage.release({ orderId: id, parallel: true }),
      ...verifications,
    ]);
    expect(statuses).toEqual([200, 200, 200]);
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
    expect((await transitionsOf(id)).filter(({ status }) => status === 'PAID')).toHaveLength(1);
  });

  fault('an event and the payer’s signature, noted at the same moment, both count', async () => {
    const id = await claimedOrder();
    const { razorpay_payment_id } = await stage.api.pay(id);
    await stage.release({ orderId: id, events: ['payment.captured'] });
    const noting = new Client({ connectionString: stage.env.DATABASE_URL });
    await noting.connect();
    await noting.query('BEGIN');
    await noting.query('UPDATE payments SET signature_seen = true WHERE id = $1', [razorpay_payment_id]);
    const answers = stage.release({ orderId: id, events: ['order.paid'] });
    await shows(waitingForLocks, [{ state: 'active' }]);
    await noting.query('COMMIT');
    await noting.end();
    expect(await answers).toEqual([200]);
    const known = await stage.database.query('SELECT status, signature_seen AS seen FROM payments WHERE id = $1', [
      razorpay_payment_id,
    ]);
    expect(known).toEqual([{ status: 'captured', seen: true }]);
  });

  fault('events that wait for an order keep nobody from the database, nor other orders from theirs', async () => {
    const id = await claimedOrder();
    for (let payment = 1; payment <= 20; payment++) await stage.api.pay(id, { method: 'card', outcome: 'failed' });
    const working = new Client({ connectionString: stage.env.DATABASE_URL });
    await working.connect();
    await working.query('BEGIN');
    await working.query('SELECT FROM orders WHERE provider_order_id = $1 FOR UPDATE', [id]);
    const answers = stage.release({ orderId: id, parallel: true });
    await shows(waitingForLocks, [{ state: 'active' }]);
    const other = await claimedOrder();
    await stage.api.pay(other);
    expect(await stage.release({ orderId: other })).toEqual([200, 200, 200]);
    expect((await seen(other)).status).toBe('PAID');
    expect(await waitingForLocks()).toHaveLength(1);
    await working.query('COMMIT');
    await working.end();
    expect(await answers).toEqual(Array(20).fill(200));
  });

  fault('four people claiming one order: one gets it', async () => {
    const id = await stage.api.newOrder();
    const people = await Promise.all(Array.from({ length: 4 }, () => stage.api.newPerson()));
    const replies = await Promise.all(people.map((person, turn) => at(turn).claimOrder(id, person.token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    const winner = people[replies.findIndex(({ status }) => status === 200)];
    await stage.api.get(`/user/order/${id}`, winner?.token).expect(200);
  });

  fault('three reconcilers ask about each order once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, claimedOrder));
    for (const id of ids) await stage.api.pay(id);
    // The servers look for due orders by themselves: one of them may be the fourth.
    const before = await requestsFor('fetchOrderPayments');
    await stage.fault({ operation: 'fetchOrderPayments', kind: 'delay', ms: 300, times: 0 });
    const due = await makeDue();
    const runs = await Promise.all([1, 2, 3].map(() => runOrders(stage.env, 'reconcile', '--due', '--json')));
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0]);
    for (const id of ids) await shows(async () => (await seen(id)).status, 'PAID');
    await shows(async () => (await requestsFor('fetchOrderPayments')) - before, due.length);
  });

  fault('a reconciler killed in its work leaves the order to the next one', async () => {
    const id = await claimedOrder();
    await stage.api.pay(id);
    await stage.database.query('UPDATE orders SET next_check_at = now() WHERE provider_order_id = $1', [id]);
    const met = await stage.fault({ operation: 'fetchOrderPayments', kind: 'hang' });
    const reconciler = startOrders(stage.env, 'reconcile', '--due');
    await met();
    await reconciler.kill();
    const during = await runOrders(stage.env, 'reconcile', '--due', '--json');
    expect(JSON.parse(during.stdout)).toEqual([]);
    await makeDue();
    await runOrders(stage.env, 'reconcile', '--due');
    await shows(async () => (await seen(id)).status, 'PAID');
  });

  fault('an order that somebody is at work on keeps no other waiting for the reconciler', async () => {
    const [busy, next] = [await claimedOrder(), await claimedOrder()];
    await stage.api.pay(next);
    const due = "UPDATE orders SET next_check_at = now() - $2 * interval '1 min' WHERE provider_order_id = $1";
    await stage.database.query(due, [next, 1]);
    await stage.database.query(due, [busy, 2]);
    const working = new Client({ connectionString: stage.env.DATABASE_URL });
    await working.connect();
    try {
      await working.query('BEGIN');
      await working.query('SELECT FROM orders WHERE provider_order_id = $1 FOR UPDATE', [busy]);
      // Whoever waits for the order is told so at once, instead of waiting until it is free.
      const impatient = new URL(stage.env.DATABASE_URL as string);
      impatient.searchParams.set('options', '-c lock_timeout=500');
      const run = await runOrders({ ...stage.env, DATABASE_URL: impatient.href }, 'reconcile', '--due', '--json');
      expect(run).toMatchObject({ status: 0 });
      await shows(async () => (await seen(next)).status, 'PAID');
    } finally {
      await working.end();
    }
  });

  fault('two operators refunding one order give the money back once', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    await stage.api.verifyPayment(paid, token).expect(200);
    const runs = await Promise.all([1, 2].map(() => runOrders(stage.env, 'refund', id, '--json')));
    expect(runs.map(({ status }) => status)).toEqual([0, 0]);
    const { refunds } = await stage.provider();
    expect(refunds.filter(({ payment_id }) => payment_id === paid.razorpay_payment_id)).toHaveLength(1);
    expect((await seen(id)).status).toBe('REFUNDED');
  });

  fault('two operators who are both told that a part is left give that part back once', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    await stage.api.verifyPayment(paid, token).expect(200);
    const paymentId = paid.razorpay_payment_id;
    const payment = (await stage.provider()).payments.find((each) => each.id === paymentId);
    const body = { ...payment, amount_refunded: 10_000 };
    await stage.fault({ path: `^/v1/payments/${paymentId}$`, kind: 'status', status: 200, body, times: 0 });
    const runs = await Promise.all([1, 2].map(() => runOrders(stage.env, 'refund', id, '--json')));
    expect(runs.map(({ status }) => status)).toEqual([0, 0]);
    const { refunds } = await stage.provider();
    expect(refunds.filter(({ payment_id }) => payment_id === paymentId)).toMatchObject([{ amount: 5_000 }]);
  });
});
