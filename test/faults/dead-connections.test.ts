import { eventually } from '../support/eventually';
import { postgresDatabase } from '../support/postgres-database';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy';
import { fault, withPostgres } from './repeat';
import { type Stage, startStage } from './stage';

withPostgres('connections to the database that die without a word', () => {
  let stage: Stage;
  let proxy: PostgresProxy;
  beforeAll(async () => {
    const database = await postgresDatabase();
    const direct = new URL(database.env.DATABASE_URL as string);
    proxy = await startPostgresProxy(Number(direct.port || 5432));
    const proxied = Object.assign(new URL(direct), { hostname: '127.0.0.1', port: proxy.port }).href;
    stage = await startStage(database, { DATABASE_URL: proxied });
  });
  afterAll(async () => {
    await stage.server.kill();
    await stage.close();
    await proxy.down();
  });

  /** While the reconciler waits for the provider: it goes on with a connection that is dead. */
  async function dieUnderReconciler() {
    await stage.api.newOrder();
    const met = await stage.fault({ operation: 'fetchOrderPayments', kind: 'hang' });
    await stage.reborn('UPDATE orders SET next_check_at = now() WHERE next_check_at IS NOT NULL');
    await met();
    proxy.freeze();
    await stage.calm();
  }

  fault('are noticed: health says so at once, then all is well, and money paid twice goes back by itself', async () => {
    await dieUnderReconciler();
    const { body } = await stage.api.get('/health').timeout(5_000).expect(503);
    expect(body.code).toBe('unavailable');
    await eventually(async () => void (await stage.api.get('/health').expect(200)));
    const { token } = await stage.api.newPerson();
    const id = await stage.api.newOrder();
    for (const paid of [await stage.api.pay(id), await stage.api.pay(id)])
      await stage.api.verifyPayment(paid, token).expect(200);
    await stage.server.untilPrinted(/"event":"refund","paymentId":"pay_\w+","status":"refunded"/);
  });

  fault('do not keep the server from ending', async () => {
    await dieUnderReconciler();
    await stage.server.stop();
  });
});
