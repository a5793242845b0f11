import { join } from 'node:path';
import { apiOf } from '../support/api';
import { freshDatabase, postgresUrl, queryPostgres } from '../support/database';
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
  const settings = ["DateStyle = 'German'", "timezone = 'Asia/Kolkata'", "IntervalStyle = 'iso_8601'"];
  for (const setting of [...settings, "default_transaction_isolation = 'serializable'"])
    await queryPostgres(postgresUrl ?? '', `ALTER DATABASE ${name} SET ${setting}`);
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

testOnPostgres('a database with another time zone, date style, interval style and isolation sells', async () => {
  const product = await startProduct({}, oddDatabase);
  await sellFive(product);
  await product.close();
});

needing(
  test,
  'PostgreSQL',
  'PgBouncer',
)('a pooler sells in transaction mode, once its connections have the isolation', async () => {
  const database = await oddDatabase();
  const direct = new URL(database.env.DATABASE_URL ?? '');
  const envOf = (port: number) => ({
    ...database.env,
    DATABASE_URL: Object.assign(new URL(direct), { port: String(port) }).href,
  });
  async function expectRefused(port: number, why: RegExp) {
    const env = { ...envOf(port), PORT: String(await freePort()) };
    const server = startProcess(join(projectRoot, 'apps/bff/dist/main.js'), env);
    await expect(server.untilPrinted(/"event":"listening"/)).rejects.toThrow(why);
  }
  const statements = await startPgbouncer(Number(direct.port), 'statement');
  await expectRefused(statements.port, /pooler at DATABASE_URL refuses transactions: set pool_mode = transaction/);
  await statements.close();

  const pooler = await startPgbouncer(Number(direct.port));
  const another = /another default_transaction_isolation and IntervalStyle than .* Run npm run migrate, then RECONNECT/;
  await expectRefused(pooler.port, another);
  const env = envOf(pooler.port);
  migrateDatabase({ ...env, DATABASE_DIRECT_URL: direct.href });
  await pooler.restart();
  const product = await startProduct({}, async () => ({ ...database, env }));
  await sellFive(product);
  await product.close();
  await pooler.close();
});
