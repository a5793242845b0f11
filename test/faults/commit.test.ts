import { freshDatabase } from '../support/database';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy';
import { expectInvariants } from './invariants';
import { fault, withPostgres } from './repeat';
import { type Stage, startStage } from './stage';

withPostgres('a transaction', () => {
  let stage: Stage;
  let proxy: PostgresProxy;
  let token: string;
  beforeAll(async () => {
    const database = await freshDatabase();
    const direct = new URL(database.env.DATABASE_URL as string);
    proxy = await startPostgresProxy(Number(direct.port || 5432));
    const proxied = Object.assign(new URL(direct), { hostname: '127.0.0.1', port: proxy.port }).href;
    stage = await startStage(database, { DATABASE_URL: proxied });
    token = (await stage.api.newPerson()).token;
  });
  afterEach(async () => {
    await stage.calm();
    await expectInvariants(stage.database);
  });
  afterAll(async () => {
    await stage.close();
    await proxy.down();
  });

  const claimedOrder = async () => {
    const id = await stage.api.newOrder();
    await stage.api.claimOrder(id, token).expect(200);
    return id;
  };
  const statusOf = async (id: string) =>
    (await stage.database.query('SELECT status FROM orders WHERE provider_order_id = $1', [id]))[0]?.status;
  const eventsKept = async () =>
    (await stage.database.query<{ n: number }>('SELECT count(*)::int AS n FROM webhook_events'))[0]?.n;
  /** A reply that never came counts as `none`. */
  const outcome = (call: PromiseLike<{ status: number }>) =>
    Promise.resolve(call).then(
      ({ status }) => status,
      () => 'none',
    );

  fault('of a verification killed before its COMMIT leaves nothing, and the payer finishes later', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    const held = proxy.holdCommit('before', /order_transitions/);
    const reply = outcome(stage.api.verifyPayment(paid, token));
    await held;
    await stage.reborn();
    proxy.loseHeld();
    expect(await reply).toBe('none');
    expect(await statusOf(id)).toBe('CREATED');
    await stage.api.verifyPayment(paid, token).expect(200);
    expect(await statusOf(id)).toBe('PAID');
  });

  fault('of a verification killed after its COMMIT holds, and the payer is answered later', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    const held = proxy.holdCommit('after', /order_transitions/);
    const reply = outcome(stage.api.verifyPayment(paid, token));
    await held;
    await stage.reborn();
    expect(await reply).toBe('none');
    expect(await statusOf(id)).toBe('PAID');
    await stage.api.verifyPayment(paid, token).expect(200);
  });

  fault('of a verification whose COMMIT is not answered is unfinished for the payer, and holds', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    const held = proxy.holdCommit('after', /order_transitions/);
    const reply = outcome(stage.api.verifyPayment(paid, token));
    await held;
    proxy.loseHeld();
    expect(await reply).toBe(503);
    expect(await statusOf(id)).toBe('PAID');
    await stage.api.verifyPayment(paid, token).expect(200);
  });

  fault(
    'of an event whose COMMIT is lost keeps neither event nor effect, and the event counts when it comes again',
    async () => {
      const id = await claimedOrder();
      await stage.api.pay(id);
      const before = await eventsKept();
      const held = proxy.holdCommit('before', /order_transitions/);
      const statuses = stage.release({ events: ['payment.captured'], orderId: id });
      await held;
      proxy.loseHeld();
      expect(await statuses).toEqual([503]);
      expect(await statusOf(id)).toBe('CREATED');
      expect(await eventsKept()).toBe(before);
      expect(await stage.release({ events: ['payment.captured'], orderId: id })).toEqual([200]);
      expect(await statusOf(id)).toBe('PAID');
    },
  );

  fault('of an event whose COMMIT is not answered holds, and the event repeated changes nothing', async () => {
    const id = await claimedOrder();
    await stage.api.pay(id);
    const before = await eventsKept();
    const held = proxy.holdCommit('after', /order_transitions/);
    const statuses = stage.release({ events: ['payment.captured'], orderId: id });
    await held;
    proxy.loseHeld();
    expect(await statuses).toEqual([503]);
    expect(await statusOf(id)).toBe('PAID');
    expect(await eventsKept()).toBe(Number(before) + 1);
    expect(await stage.release({ events: ['payment.captured'], orderId: id })).toEqual([200]);
    expect(await eventsKept()).toBe(Number(before) + 1);
  });

  fault('that writes a new order comes before the provider hears of it', async () => {
    const before = (await stage.provider()).orders.length;
    const held = proxy.holdCommit('before', /INSERT INTO .*orders/);
    const reply = outcome(stage.api.createOrder());
    await held;
    proxy.loseHeld();
    expect(await reply).toBe(503);
    expect((await stage.provider()).orders).toHaveLength(before);
  });

  fault('of a new order whose COMMIT is not answered: nobody can pay it, and it is explained', async () => {
    const held = proxy.holdCommit('after', /UPDATE .*orders/);
    const reply = outcome(stage.api.createOrder());
    await held;
    proxy.loseHeld();
    expect(await reply).toBe(503);
    const { id } = (await stage.provider()).orders.at(-1) as { id: string };
    expect(await statusOf(id)).toBe('CREATED');
  });

  fault('is refused while the database is down, and made when it is back', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    await proxy.down();
    const replies = [stage.api.verifyPayment(paid, token), stage.api.createOrder(), stage.api.get('/health')];
    expect(await Promise.all(replies.map(outcome))).toEqual([503, 503, 503]);
    expect(await stage.release({ orderId: id, events: ['payment.captured'] })).toEqual([503]);
    await proxy.up();
    await stage.api.verifyPayment(paid, token).expect(200);
    expect(await stage.release({ orderId: id, events: ['payment.captured'] })).toEqual([200]);
    expect(await statusOf(id)).toBe('PAID');
    await stage.api.newOrder();
  });
});
