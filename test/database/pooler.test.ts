import { join } from 'node:path';
import { freshDatabase } from '../support/database';
import { needing } from '../support/needing';
import { projectRoot } from '../support/paths';
import { startPgbouncer } from '../support/pgbouncer';
import { freePort, startProcess } from '../support/process';

needing(
  test,
  'PostgreSQL',
  'PgBouncer',
)('a pooler that refuses transactions is refused at start', async () => {
  const database = await freshDatabase();
  const url = new URL(database.env.DATABASE_URL ?? '');
  const pooler = await startPgbouncer(Number(url.port), 'statement');
  const DATABASE_URL = Object.assign(new URL(url), { port: String(pooler.port) }).href;
  const env = { ...database.env, DATABASE_URL, PORT: String(await freePort()) };
  const server = startProcess(join(projectRoot, 'apps/bff/dist/main.js'), env);
  await expect(server.untilPrinted(/"event":"listening"/)).rejects.toThrow(
    'The pooler at DATABASE_URL refuses transactions: set pool_mode = transaction.',
  );
  await pooler.close();
  await database.drop();
});
