import { freshDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { type PostgresProxy, proxyTo } from '../support/postgres-proxy';
import { fault } from './fault-matrix';
import { useFixture } from './fixture';
import { expectInvariants } from './invariants';

describeOnPostgres('when a connection to the database breaks', () => {
  let proxy: PostgresProxy;
  const fixture = useFixture(async () => {
    const database = await freshDatabase();
    proxy = (await proxyTo(database)) as PostgresProxy;
    return { database, env: proxy.env };
  });
  const { paidOrder } = fixture;
  afterEach(() => expectInvariants(fixture.database));
  afterAll(() => proxy.down());

  const statusOf = async (id: string) =>
    (await fixture.database.query('SELECT status FROM orders WHERE provider_order_id = $1', [id]))[0]?.status;
  const eventsKept = async () =>
    (await fixture.database.query<{ n: number }>('SELECT count(*)::int AS n FROM webhook_events'))[0]?.n;
  /** A reply that never came counts as `none`. */
  const outcome = (call: PromiseLike<{ status: number }>) =>
    Promise.resolve(call).then(
      ({ status }) => status,
      () => 'none',
    );

  fault('a verification killed before its COMMIT leaves nothing, and can be repeated', async () => {
    const { id, paid } = await paidOrder();
    const held = proxy.holdCommit('before', /order_transitions/);
    const reply = outcome(fixture.api.verifyPayment(paid, fixture.token));
    await held;
    await fixture.restart();
    proxy.loseHeld();
    expect(await reply).toBe('none');
    expect(await statusOf(id)).toBe('CREATED');
    await fixture.api.verifyPayment(paid, fixture.token).expect(200);
    expect(await statusOf(id)).toBe('PAID');
  });

  fault('a verification killed after its COMMIT is stored, and can be repeated', async () => {
    const { id, paid } = await paidOrder();
    const held = proxy.holdCommit('after', /order_transitions/);
    const reply = outcome(fixture.api.verifyPayment(paid, fixture.token));
    await held;
    await fixture.restart();
    expect(await reply).toBe('none');
    expect(await statusOf(id)).toBe('PAID');
    await fixture.api.verifyPayment(paid, fixture.token).expect(200);
  });

  fault('a verification whose COMMIT gets no answer is a 503 for the payer, but stored', async () => {
    const { id, paid } = await paidOrder();
    const held = proxy.holdCommit('after', /order_transitions/);
    const reply = outcome(fixture.api.verifyPayment(paid, fixture.token));
    await held;
    proxy.loseHeld();
    expect(await reply).toBe(503);
    expect(await statusOf(id)).toBe('PAID');
    await fixture.api.verifyPayment(paid, fixture.token).expect(200);
  });

  fault('an event whose COMMIT is lost is not stored, and counts when it comes again', async () => {
    const { id } = await paidOrder();
    const before = await eventsKept();
    const held = proxy.holdCommit('before', /order_transitions/);
    const statuses = fixture.release({ events: ['payment.captured'], orderId: id });
    await held;
    proxy.loseHeld();
    expect(await statuses).toEqual([503]);
    expect(await statusOf(id)).toBe('CREATED');
    expect(await eventsKept()).toBe(before);
    expect(await fixture.release({ events: ['payment.captured'], orderId: id })).toEqual([200]);
    expect(await statusOf(id)).toBe('PAID');
  });

  fault('an event whose COMMIT gets no answer is stored, and changes nothing when it comes again', async () => {
    const { id } = await paidOrder();
    const before = await eventsKept();
    const held = proxy.holdCommit('after', /order_transitions/);
    const statuses = fixture.release({ events: ['payment.captured'], orderId: id });
    await held;
    proxy.loseHeld();
    expect(await statuses).toEqual([503]);
    expect(await statusOf(id)).toBe('PAID');
    expect(await eventsKept()).toBe(Number(before) + 1);
    expect(await fixture.release({ events: ['payment.captured'], orderId: id })).toEqual([200]);
    expect(await eventsKept()).toBe(Number(before) + 1);
  });

  fault('a new order is stored before the provider is called', async () => {
    const before = (await fixture.provider()).orders.length;
    const held = proxy.holdCommit('before', /INSERT INTO .*orders/);
    const reply = outcome(fixture.api.createOrder());
    await held;
    proxy.loseHeld();
    expect(await reply).toBe(503);
    expect((await fixture.provider()).orders).toHaveLength(before);
  });

  fault('a new order whose COMMIT gets no answer is a 503 for the payer, but stored', async () => {
    const held = proxy.holdCommit('after', /UPDATE .*orders/);
    const reply = outcome(fixture.api.createOrder());
    await held;
    proxy.loseHeld();
    expect(await reply).toBe(503);
    const { id } = (await fixture.provider()).orders.at(-1) as { id: string };
    expect(await statusOf(id)).toBe('CREATED');
  });

  fault('while the database is down every call is a 503, and succeeds when it is back', async () => {
    const { id, paid } = await paidOrder();
    await proxy.down();
    const replies = [
      fixture.api.verifyPayment(paid, fixture.token),
      fixture.api.createOrder(),
      fixture.api.get('/health'),
    ];
    expect(await Promise.all(replies.map(outcome))).toEqual([503, 503, 503]);
    expect(await fixture.release({ orderId: id, events: ['payment.captured'] })).toEqual([503]);
    await proxy.up();
    await fixture.api.verifyPayment(paid, fixture.token).expect(200);
    expect(await fixture.release({ orderId: id, events: ['payment.captured'] })).toEqual([200]);
    expect(await statusOf(id)).toBe('PAID');
    await fixture.api.newOrder();
  });

  /** The connections die without notice while the reconciler waits for the provider, and it continues on one of them. */
  async function dieUnderReconciler() {
    const id = await fixture.api.newOrder();
    const met = await fixture.fault({ operation: 'fetchOrderPayments', kind: 'hang' });
    await fixture.restart(`UPDATE orders SET next_check_at = now() WHERE provider_order_id = '${id}'`);
    await met();
    proxy.freeze();
    await fixture.calm();
  }

  fault('dead connections are noticed: health fails at once, and soon everything works again', async () => {
    await dieUnderReconciler();
    const { body } = await fixture.api.get('/health').timeout(5_000).expect(503);
    expect(body.code).toBe('unavailable');
    await eventually(async () => void (await fixture.api.get('/health').expect(200)));
    const { id, paid } = await paidOrder();
    for (const each of [paid, await fixture.api.pay(id)])
      await fixture.api.verifyPayment(each, fixture.token).expect(200);
    await fixture.server.untilPrinted(/"event":"refund","paymentId":"pay_\w+","status":"refunded"/);
  });

  fault('dead connections do not keep the server from ending', async () => {
    await dieUnderReconciler();
    await fixture.server.stop();
  });
});
