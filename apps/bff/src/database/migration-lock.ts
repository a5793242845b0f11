import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Config } from '../config/config';
import { cannotUse } from './database-errors';
import { joinEmbedded, withEmbeddedLock } from './embedded';
import { wrongSchema } from './migrations';

/** The oldest supported PostgreSQL, as `server_version_num`. */
export const oldestVersion = 140_000;

async function assertSuitable(client: Client) {
  const { rows } = await client.query(
    "SELECT current_setting('server_version_num')::int AS version, current_schema() AS schema",
  );
  const [{ version, schema }] = rows;
  if (version < oldestVersion)
    throw new Error(
      `PostgreSQL ${Math.floor(version / 10_000)} is too old: 14 or later is needed. Nothing was changed.`,
    );
  if (schema !== 'public') throw new Error(`${wrongSchema} Nothing was changed.`);
}

/** An arbitrary number that other programs do not use. */
const key = 7_266_822;
const timeoutMs = 15 * 60_000;
const pollMs = 200;

/** Replaces PostgreSQL's message, which may contain a part of a wrongly encoded password. */
function reasonFor({ code = '', message }: Error & { code?: string }) {
  if (code === '3D000') return 'it has no database of that name: create it first.';
  if (/^28|^42501$/.test(code)) return 'it refuses the role or its password: check the address and pg_hba.conf.';
  if (code === '53300') return 'it has no connection left for this role: try again, or raise max_connections.';
  return code || message;
}

/** Polls, because a waiting statement holds a snapshot, which would block CREATE INDEX CONCURRENTLY. */
async function lock(client: Client) {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(pollMs)) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [key]);
    if (rows[0].held) return;
  }
  throw new Error('Another process has been migrating this database for 15 minutes.');
}

type Work<Result> = (client: Client) => Promise<Result>;

async function withClient<Result>(connectionString: string, work: Work<Result>, setting = 'DATA_DIR') {
  const client = new Client({ connectionString });
  const refuse = cannotUse(`${client.host}:${client.port} (${setting})`);
  await client.connect().catch((error) => refuse(new Error(reasonFor(error))));
  try {
    await assertSuitable(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Prevents concurrent migrations of this database.
 * @param databaseDirectUrl PostgreSQL itself, not a pooler. Empty for the embedded database.
 */
export function withMigrationLock<Result>(
  { databaseUrl, databaseDirectUrl, dataDir }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  work: Work<Result>,
): Promise<Result> {
  const lockFirst = async (client: Client) => {
    await lock(client);
    return work(client);
  };
  if (databaseDirectUrl)
    return withClient(
      databaseDirectUrl,
      lockFirst,
      databaseDirectUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
    );
  return withEmbeddedLock(dataDir, async () => {
    const { url, close } = await joinEmbedded(dataDir);
    return withClient(url, work).finally(close);
  });
}
