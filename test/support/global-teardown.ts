import { secretsInLogs } from '../identity/log-search';
import { postgresUrl, queryPostgres, testDatabases } from './database';

/** Also those that the workers handed on. */
async function dropDatabases(url: string) {
  const ours = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)';
  for (const { datname } of await queryPostgres(url, ours, [testDatabases()]))
    await queryPostgres(url, `DROP DATABASE ${datname} WITH (FORCE)`);
}

export default async function globalTeardown() {
  await globalThis.runProduct?.close();
  if (globalThis.runPostgres) globalThis.runPostgres.remove();
  else if (postgresUrl) await dropDatabases(postgresUrl);
  const found = secretsInLogs();
  if (found.length) throw new Error(`The logs of this run contain secrets:\n  ${found.join('\n  ')}`);
}
