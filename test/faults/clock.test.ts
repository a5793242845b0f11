import { join } from 'node:path';
import { runOrders } from '../support/commands';
import { freshDatabase } from '../support/database';
import { describeOnPostgres } from '../support/on-postgres';
import { projectRoot } from '../support/paths';
import { useFixture } from './fixture';
import { expectInvariants } from './invariants';

const tenMinutes = 600_000;
const shiftedClock = `--require ${join(projectRoot, 'test/support/shifted-clock.cjs')}`;
const setTimeZone = (zone: string) => `DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET timezone = %L', current_database(), '${zone}');
END $$`;

describeOnPostgres.each([
  ['fast', tenMinutes, 'Asia/Kolkata'],
  ['slow', -tenMinutes, 'UTC'],
])('a server whose clock is ten minutes %s, on a database in the time zone %s', (_, ms, zone) => {
  const fixture = useFixture(async () => {
    const database = await freshDatabase();
    await database.query(setTimeZone(zone));
    return { database, env: { NODE_OPTIONS: shiftedClock, CLOCK_SHIFT_MS: String(ms) } };
  });
  afterEach(() => expectInvariants(fixture.database));

  /** By more than the shifted clock explains: India is five and a half hours ahead. */
  const isFarOff = (time: string | Date) => Math.abs(Date.now() - new Date(time).getTime()) > 2 * 3_600_000;

  test('takes payments and events, stores their times, and checks orders when the database says so', async () => {
    const { id: paidId, paid } = await fixture.paidOrder();
    await fixture.api.verifyPayment(paid, fixture.token).expect(200);
    await fixture.release({ orderId: paidId });
    const unpaidId = await fixture.claimedOrder();
    await fixture.api.logOut((await fixture.api.newPerson()).token).expect(204);
    const rightClock = { ...fixture.env, NODE_OPTIONS: undefined };
    for (const env of [fixture.env, rightClock]) {
      const { stdout } = await runOrders(env, 'reconcile', '--due');
      expect(JSON.parse(stdout)).toEqual([]);
    }
    const [order] = await fixture.database.query(
      `SELECT status, created_at <= now() AS made, next_check_at - now() BETWEEN '11 min' AND '15 min' AS planned,
       (SELECT paid_at BETWEEN created_at AND now() FROM orders WHERE provider_order_id = $2) AS paid_in_time
       FROM orders WHERE provider_order_id = $1`,
      [unpaidId, paidId],
    );
    expect(order).toEqual({ status: 'CREATED', made: true, planned: true, paid_in_time: true });
    const { createdAt, paidAt } = await fixture.seen(paidId);
    const [stored] = await fixture.database.query<Record<string, Date>>(
      `SELECT orders.created_at, paid_at, users.created_at AS person, tokens_valid_after AS log_ins,
       expires_at AS revoked FROM orders, users, revoked_tokens WHERE provider_order_id = $1`,
      [paidId],
    );
    expect(Object.entries({ createdAt, paidAt, ...stored }).filter(([, time]) => isFarOff(time))).toEqual([]);
  });
});
