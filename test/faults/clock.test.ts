import { join } from 'node:path';
import { runOrders } from '../support/commands';
import { freshDatabase } from '../support/database';
import { describeOnPostgres } from '../support/on-postgres';
import { projectRoot } from '../support/paths';
import { startProduct } from '../support/server';
import { useFixture } from './fixture';

const shifted = (minutes: number) => ({
  NODE_OPTIONS: `--require ${join(projectRoot, 'test/support/shifted-clock.cjs')}`,
  CLOCK_SHIFT_MS: String(minutes * 60_000),
});

/** By more than the shifted clock explains: India is five and a half hours ahead. */
const isFarOff = (time: string | Date) => Math.abs(Date.now() - new Date(time).getTime()) > 2 * 3_600_000;

describeOnPostgres('on a database in another time zone', () => {
  const fixture = useFixture(() =>
    startProduct({}, async () => {
      const database = await freshDatabase();
      await database.query(`DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET timezone = %L', current_database(), 'Asia/Kolkata');
      END $$`);
      return database;
    }),
  );

  test.each([10, -10])(
    'a server whose clock is %d minutes fast keeps right times, and checks when it is due',
    async (minutes) => {
      await fixture.restart(shifted(minutes));
      const { token } = await fixture.api.newPerson();
      const [paidId, unpaidId] = [await fixture.api.newOrder(), await fixture.api.newOrder()];
      await fixture.api.verifyPayment(await fixture.api.pay(paidId), token).expect(200);
      await fixture.release({ orderId: paidId });
      expect(
        JSON.parse((await runOrders({ ...fixture.env, ...shifted(minutes) }, 'reconcile', '--due')).stdout),
      ).toEqual([]);
      const [order] = await fixture.database.query(
        `SELECT status, created_at <= now() AS made, next_check_at - now() BETWEEN '11 min' AND '15 min' AS planned,
       (SELECT paid_at BETWEEN created_at AND now() FROM orders WHERE provider_order_id = $2) AS paid_in_time
       FROM orders WHERE provider_order_id = $1`,
        [unpaidId, paidId],
      );
      expect(order).toEqual({ status: 'CREATED', made: true, planned: true, paid_in_time: true });
      const { createdAt, paidAt } = (await fixture.api.get(`/user/order/${paidId}`, token).expect(200)).body;
      await fixture.api.logOut(token).expect(204);
      const [stored] = await fixture.database.query<Record<string, Date>>(
        `SELECT orders.created_at, paid_at, users.created_at AS person, tokens_valid_after AS log_ins, expires_at AS revoked
       FROM orders JOIN users ON users.id = owner_id, revoked_tokens WHERE provider_order_id = $1`,
        [paidId],
      );
      expect(Object.entries({ createdAt, paidAt, ...stored }).filter(([, time]) => isFarOff(time))).toEqual([]);
    },
  );
});
