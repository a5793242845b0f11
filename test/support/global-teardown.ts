import { secretsInLogs } from '../identity/log-search';
import { postgresTemplate, queryPostgres } from './database';

export default async function globalTeardown() {
  await globalThis.runProduct?.close();
  const url = process.env.DATABASE_URL;
  if (globalThis.runPostgres) globalThis.runPostgres.remove();
  else if (url) await queryPostgres(url, `DROP DATABASE IF EXISTS ${postgresTemplate} WITH (FORCE)`);
  const found = secretsInLogs();
  if (found.length) throw new Error(`The logs of this run contain secrets:\n  ${found.join('\n  ')}`);
}
