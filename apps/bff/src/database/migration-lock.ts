import { Client } from 'pg';
import type { Config } from '../config/config';
import { withEmbeddedLock } from './embedded';

/** Any number that no other program uses. */
const key = 7_266_822;
const timeout = '15min';

const reasonOf = ({ code, message }: Error & { code?: string }) => code ?? message;

/**
 * Runs `work` while no other process migrates this database. The schema engine has a lock too, but gives up after ten
 * seconds, and a migration may take longer.
 * @param databaseUrl PostgreSQL itself, not a pooler; empty: the embedded database
 */
export async function withMigrationLock<Result>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!databaseUrl) return withEmbeddedLock(dataDir, work);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect().catch((error) => {
    throw new Error(`Can't reach database: ${reasonOf(error)}`);
  });
  try {
    await client.query(`SET lock_timeout = '${timeout}'`);
    await client.query('SELECT pg_advisory_lock($1)', [key]);
    return await work();
  } finally {
    await client.end();
  }
}
