import { join } from 'node:path';
import { apiOf } from '../support/api';
import { freshDatabase, postgresUrl, queryPostgres, type TestDatabase } from '../support/database';
import { migrateDatabase } from '../support/migrate';
import { needing } from '../support/needing';
import { testOnPostgres } from '../support/on-postgres';
import { projectRoot } from '../support/paths';
import { startPgbouncer } from '../support/pgbouncer';
import { freePort, startProcess } from '../support/process';
import { startProduct, type TestProduct } from '../support/server';

/** What connections to a database start with, unless role or client say otherwise. */
async function setHabits({ env }: TestDatabase, habits: Record<string, string>) {
  const name = new URL(env.DATABASE_URL ?? '').pathname.slice(1);
  for (const [setting, value] of Object.entries(habits))
    await queryPostgres(postgresUrl ?? '', `ALTER DATABASE ${name} SET ${setting} = '${value}'`);
}

async function payOnce(product: TestProduct) {
  const api = apiOf(product);
  const { token } = await api.newPerson();
  await api.me(token).expect(200);
  const ids = await Promise.all(Array.from({ length: 5 }, () => api.newOrder()));
  const payOrder = async (id: string) => {
    await api.claimOrder(id, token).expect(200);
    await api.verifyPayment(await api.pay(id), token).expect(200);
    const { body } = await api.get(`/user/order/${id}`, token).expect(200);
    expect(body).toMatchObject({ id, status: 'PAID' });
  };
  await Promise.all(ids.map(payOrder));
}

const habits: Record<string, string>[] = [
  { DateStyle: 'German', default_transaction_isolation: 'serializable', IntervalStyle: 'iso_8601' },
  { DateStyle: 'SQL, DMY', default_transaction_isolation: 'repeatable read', TimeZone: 'Asia/Kolkata' },
  { DateStyle: 'Postgres', default_transaction_isolation: 'serializable', IntervalStyle: 'sql_standard' },
];

testOnPostgres('a database with other habits sells as any other: dates, zone, intervals, isolation', async () => {
  const product = await startProduct();
  for (const each of habits) {
    await setHabits(product.database, each);
    await product.server.stop();
    await product.restart();
    await payOnce(product);
  }
  await product.close();
});

needing(
  test,
  'PostgreSQL',
  'PgBouncer',
)(
  'behind a pooler, which keeps isolation for no client, the role has it: a start without that is refused',
  async () => {
    const database = await freshDatabase();
    await setHabits(database, { ...habits[0] });
    const url = new URL(database.env.DATABASE_URL ?? '');
    const pooler = await startPgbouncer(Number(url.port));
    const env = { ...database.env, DATABASE_URL: Object.assign(new URL(url), { port: String(pooler.port) }).href };
    const server = startProcess(join(projectRoot, 'apps/bff/dist/main.js'), { ...env, PORT: String(await freePort()) });
    await expect(server.untilPrinted(/"event":"listening"/)).rejects.toThrow(
      /have another default_transaction_isolation and IntervalStyle than .* Run npm run migrate, then RECONNECT/,
    );
    migrateDatabase({ ...env, DATABASE_DIRECT_URL: url.href });
    await pooler.restart();
    const product = await startProduct({}, async () => ({ ...database, env }));
    await payOnce(product);
    await product.close();
    await pooler.close();
  },
);
