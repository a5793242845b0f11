import { join } from 'node:path';
import { freshDatabase } from '../support/database';
import { runOrders } from '../support/orders';
import { projectRoot } from '../support/paths';
import { expectInvariants } from './invariants';
import { fault, withPostgres } from './repeat';
import { type Stage, startStage } from './stage';

const tenMinutes = 600_000;
const shifted = (ms: number) => ({
  NODE_OPTIONS: `--require ${join(projectRoot, 'test/support/shifted-clock.cjs')}`,
  CLOCK_SHIFT_MS: String(ms),
});

withPostgres.each([
  ['fast', tenMinutes],
  ['slow', -tenMinutes],
])('a server whose clock is ten minutes %s', (_, ms) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage(await freshDatabase(), shifted(ms));
  });
  afterEach(() => expectInvariants(stage.database));
  afterAll(() => stage.close());

  fault('takes payments and events, and asks the provider when the database says so', async () => {
    const { token } = await stage.api.newPerson();
    const [paid, unpaid] = [await stage.api.newOrder(), await stage.api.newOrder()];
    await stage.api.verifyPayment(await stage.api.pay(paid), token).expect(200);
    await stage.release({ orderId: paid });
    await stage.api.claimOrder(unpaid, token).expect(200);
    const rightClock = { ...stage.env, NODE_OPTIONS: undefined };
    for (const env of [stage.env, rightClock]) {
      const { stdout } = await runOrders(env, 'reconcile', '--due', '--json');
      expect(JSON.parse(stdout)).toEqual([]);
    }
    const [order] = await stage.database.query(
      `SELECT status, created_at <= now() AS made, next_check_at - now() BETWEEN '14 min' AND '15 min' AS planned,
       (SELECT paid_at BETWEEN created_at AND now() FROM orders WHERE provider_order_id = $2) AS paid_in_time
       FROM orders WHERE provider_order_id = $1`,
      [unpaid, paid],
    );
    expect(order).toEqual({ status: 'CREATED', made: true, planned: true, paid_in_time: true });
  });
});
