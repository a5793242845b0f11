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

/** A database with unusual defaults for its connections. */
async function oddDatabase() {
  const database = await freshDatabase();
  const name = new URL(database.env.DATABASE_URL ?? '').pathname.slice(1);
  const settings = {
    DateStyle: 'German',
    timezone: 'Asia/Kolkata',
    default_transaction_isolation: 'serializable',
    IntervalStyle: 'iso_8601',
  };
  for (const [setting, value] of Object.entries(settings))
    await queryPostgres(postgresUrl ?? '', `ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  return database;
}

async function sellFive(product: TestProduct) {
  const api = apiOf(product);
  const { token } = await api.newPerson();
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      const id = await api.paidOrder(token);
      const { body } = await api.get(`/user/order/${id}`, token).expect(200);
      expect(body).toMatchObject({ id, status: 'PAID' });
      for (const time of [body.createdAt, body.paidAt])
        expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(3_600_000);
    }),
  );
}

testOnPostgres(
  'a database with other defaults sells as any other: time zone, dates, intervals, isolation',
  async () => {
    const product = await startProduct({}, oddDatabase);
    await sellFive(product);
    await product.close();
  },
);

const onPooler = needing(test, 'PostgreSQL', 'PgBouncer');

/** Starts a server that must refuse the pooler. */
async function expectRefused(database: TestDatabase, port: number, why: RegExp) {
  const DATABASE_URL = Object.assign(new URL(database.env.DATABASE_URL ?? ''), { port: String(port) }).href;
  const env = { ...database.env, DATABASE_URL };
  const server = startProcess(join(projectRoot, 'apps/bff/dist/main.js'), { ...env, PORT: String(await freePort()) });
  await expect(server.untilPrinted(/"event":"listening"/)).rejects.toThrow(why);
  return env;
}

onPooler('a pooler that refuses transactions is refused at start', async () => {
  const database = await freshDatabase();
  const pooler = await startPgbouncer(Number(new URL(database.env.DATABASE_URL ?? '').port), 'statement');
  await expectRefused(
    database,
    pooler.port,
    /pooler at DATABASE_URL refuses transactions: set pool_mode = transaction/,
  );
  await pooler.close();
  await database.drop();
});

onPooler('behind a pooler the role has the isolation, and a start without that is refused', async () => {
  const database = await oddDatabase();
  const url = database.env.DATABASE_URL ?? '';
  const pooler = await startPgbouncer(Number(new URL(url).port));
  const why =
    /have another default_transaction_isolation and IntervalStyle than .* Run npm run migrate, then RECONNECT/;
  const env = await expectRefused(database, pooler.port, why);
  migrateDatabase({ ...env, DATABASE_DIRECT_URL: url });
  await pooler.restart();
  const product = await startProduct({}, async () => ({ ...database, env }));
  await sellFive(product);
  await product.close();
  await pooler.close();
});
