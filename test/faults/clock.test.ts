import { join } from 'node:path';
import { runOrders } from '../support/commands';
import { describeOnPostgres } from '../support/on-postgres';
import { projectRoot } from '../support/paths';
import { useFixture } from './fixture';

const shifted = (minutes: number) => ({
  NODE_OPTIONS: `--require ${join(projectRoot, 'test/support/shifted-clock.cjs')}`,
  CLOCK_SHIFT_MS: String(minutes * 60_000),
});

describeOnPostgres('a server with a wrong clock', () => {
  const fixture = useFixture();

  test.each([10, -10])('that is %d minutes fast keeps correct times, and checks when it is due', async (minutes) => {
    await fixture.restart(shifted(minutes));
    const { token } = await fixture.api.newPerson();
    const [paidId, unpaidId] = [await fixture.api.newOrder(), await fixture.api.newOrder()];
    await fixture.api.verifyPayment(await fixture.api.pay(paidId), token).expect(200);
    await fixture.release({ orderId: paidId });
    const { stdout } = await runOrders({ ...fixture.env, ...shifted(minutes) }, 'reconcile', '--due');
    expect(JSON.parse(stdout)).toEqual([]);
    const [order] = await fixture.database.query(
      `SELECT status, created_at <= now() AS made, next_check_at - now() BETWEEN '11 min' AND '15 min' AS planned,
       (SELECT paid_at BETWEEN created_at AND now() FROM orders WHERE provider_order_id = $2) AS paid_in_time
       FROM orders WHERE provider_order_id = $1`,
      [unpaidId, paidId],
    );
    expect(order).toEqual({ status: 'CREATED', made: true, planned: true, paid_in_time: true });
  });
});
