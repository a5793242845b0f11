import { secretsInLogs } from '../identity/log-search';
import { postgresTemplate, postgresUrl, queryPostgres } from './database';

export default async function globalTeardown() {
  await globalThis.runProduct?.close();
  if (globalThis.runPostgres) globalThis.runPostgres.remove();
  else if (postgresUrl) await queryPostgres(postgresUrl, `DROP DATABASE IF EXISTS ${postgresTemplate} WITH (FORCE)`);
  const found = secretsInLogs();
  if (found.length) throw new Error(`The logs of this run contain secrets:\n  ${found.join('\n  ')}`);
}
