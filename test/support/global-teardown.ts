import { secretsInLogs } from '../identity/log-search';
import { postgresTemplate, postgresUrl, queryPostgres } from './database';

export default async function globalTeardown() {
  if (postgresUrl) await queryPostgres(postgresUrl, `DROP DATABASE IF EXISTS ${postgresTemplate} WITH (FORCE)`);
  const found = secretsInLogs();
  if (found.length) throw new Error(`The logs of this run hold what nobody may read:\n  ${found.join('\n  ')}`);
}
