import { postgresDatabase } from '../support/postgres-database';
import { fault, withPostgres } from './repeat';
import { type Stage, startStage } from './stage';

const inIndia = `DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET timezone = %L', current_database(), 'Asia/Kolkata');
END $$`;

withPostgres('on a database whose time zone is India’s', () => {
  let stage: Stage;
  beforeAll(async () => {
    const database = await postgresDatabase();
    await database.query(inIndia);
    stage = await startStage(database);
  });
  afterAll(() => stage.close());

  /** Log-ins last an hour; India is five and a half hours ahead. */
  const isFarOff = (time: string | Date) => Math.abs(Date.now() - new Date(time).getTime()) > 2 * 3_600_000;

  fault('a payer sees the times at which they ordered and paid, and the rows hold them', async () => {
    const { token } = await stage.api.newPerson();
    const id = await stage.api.newOrder();
    await stage.api.verifyPayment(await stage.api.pay(id), token).expect(200);
    const { body } = await stage.api.get(`/user/order/${id}`, token).expect(200);
    await stage.api.post('/auth/logout', undefined, token).expect(204);
    const rows = await stage.database.query<Record<string, Date>>(
      `SELECT orders.created_at, paid_at, users.created_at AS person, tokens_valid_after AS log_ins,
       expires_at AS revoked FROM orders, users, revoked_tokens`,
    );
    const times = { createdAt: body.createdAt, paidAt: body.paidAt, ...rows[0] };
    expect(Object.entries(times).filter(([, time]) => isFarOff(time))).toEqual([]);
  });
});
