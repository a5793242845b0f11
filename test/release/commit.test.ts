import { useFixture } from '../faults/fixture';
import { expectInvariants } from '../faults/invariants';
import { freshDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { type HoldPoint, type PostgresProxy, proxyTo } from '../support/postgres-proxy';
import { startProduct } from '../support/server';

describeOnPostgres('when a connection to the database breaks', () => {
  let proxy: PostgresProxy;
  const fixture = useFixture(async () => {
    const database = await freshDatabase();
    proxy = (await proxyTo(database)) as PostgresProxy;
    return startProduct(proxy.env, async () => database);
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

  type Loss = [point: HoldPoint, end: 'kill' | 'break'];
  const losses: [string, Loss][] = [
    ['by a kill before its COMMIT', ['before', 'kill']],
    ['by a kill after its COMMIT', ['after', 'kill']],
    ['by a broken connection before its COMMIT', ['before', 'break']],
    ['by a broken connection after its COMMIT', ['after', 'break']],
  ];

  /** Breaks a call at the COMMIT of its state change or of another statement. @returns the caller's result */
  async function cutOff<T>([point, end]: Loss, call: () => PromiseLike<T>, statement = /order_transitions/) {
    const held = proxy.holdCommit(point, statement);
    const reply = Promise.resolve(call());
    await held;
    if (end === 'kill') await fixture.restart();
    proxy.loseHeld();
    return reply;
  }

  test.each(losses)('a verification cut off %s is stored whole or not at all', async (_, loss) => {
    const { id, paid } = await paidOrder();
    const reply = await cutOff(loss, () => outcome(fixture.api.verifyPayment(paid, fixture.token)));
    expect(reply).toBe(loss[1] === 'kill' ? 'none' : 503);
    expect(await statusOf(id)).toBe(loss[0] === 'before' ? 'CREATED' : 'PAID');
    await fixture.api.verifyPayment(paid, fixture.token).expect(200);
    expect(await statusOf(id)).toBe('PAID');
  });

  test.each(losses.slice(2))('an event cut off %s is stored whole or not at all, and counts once', async (_, loss) => {
    const { id } = await paidOrder();
    const before = Number(await eventsKept());
    const event = { events: ['payment.captured'], orderId: id };
    expect(await cutOff(loss, () => fixture.release(event))).toEqual([503]);
    expect(await statusOf(id)).toBe(loss[0] === 'before' ? 'CREATED' : 'PAID');
    expect(await eventsKept()).toBe(loss[0] === 'before' ? before : before + 1);
    expect(await fixture.release(event)).toEqual([200]);
    expect(await statusOf(id)).toBe('PAID');
    expect(await eventsKept()).toBe(before + 1);
  });

  const refundSteps: [string, RegExp][] = [
    ['is stored', /INSERT INTO .*refund_requests/],
    ['is sent', /UPDATE .*refund_requests.*sent_at/],
    ['ends', /UPDATE .*refund_requests.*ended_at/],
  ];
  const kills = refundSteps.flatMap(([step, statement]) =>
    (['before', 'after'] as const).map((point) => [point, step, statement] as const),
  );
  test.each(kills)(
    'a refund is made once if the server is killed %s the COMMIT with which it %s',
    async (point, _, statement) => {
      const { id, paid } = await paidOrder();
      await fixture.api.verifyPayment(paid, fixture.token).expect(200);
      const second = await fixture.api.pay(id);
      await cutOff([point, 'kill'], () => outcome(fixture.api.verifyPayment(second, fixture.token)), statement);
      await fixture.checkAtStart();
      expect(await fixture.refundsOf(second.razorpay_payment_id)).toMatchObject([{ amount: 15_000 }]);
      const requests = 'SELECT state FROM refund_requests WHERE payment_id = $1';
      expect(await fixture.database.query(requests, [second.razorpay_payment_id])).toEqual([{ state: 'accepted' }]);
    },
  );

  test('a new order is stored before the provider is called', async () => {
    const before = (await fixture.provider()).orders.length;
    const create = () => outcome(fixture.api.createOrder());
    expect(await cutOff(['before', 'break'], create, /INSERT INTO .*orders/)).toBe(503);
    expect((await fixture.provider()).orders).toHaveLength(before);
  });

  test('a new order is stored, and answered 503, if its COMMIT gets no answer', async () => {
    const create = () => outcome(fixture.api.createOrder());
    expect(await cutOff(['after', 'break'], create, /UPDATE .*orders/)).toBe(503);
    const { id } = (await fixture.provider()).orders.at(-1) as { id: string };
    expect(await statusOf(id)).toBe('CREATED');
  });

  test('dead connections are noticed: health fails at once, soon everything works again, and the server can end', async () => {
    // The connections die while the reconciler waits for the provider, and it continues on one of them.
    const due = await fixture.api.newOrder();
    const met = await fixture.fault({ operation: 'fetchOrderPayments', kind: 'hang' });
    await fixture.server().kill();
    await fixture.database.query(`UPDATE orders SET next_check_at = now() WHERE provider_order_id = '${due}'`);
    await fixture.restart();
    await met();
    proxy.freeze();
    await fixture.calm();
    // This is sooner than any call's time limit for the database.
    const other = outcome(fixture.api.me(fixture.token));
    const health = fixture.api.get('/health').then(({ body }) => body.code);
    expect(await Promise.race([health, other])).toBe('unavailable');
    await eventually(async () => void (await fixture.api.get('/health').expect(200)));
    const { id, paid } = await paidOrder();
    for (const each of [paid, await fixture.api.pay(id)])
      await fixture.api.verifyPayment(each, fixture.token).expect(200);
    await fixture.server().untilPrinted(/"event":"refund","paymentId":"pay_\w+","status":"refunded"/);
    proxy.freeze();
    await fixture.server().stop();
  });
});
