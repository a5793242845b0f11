import { Client, Pool } from 'pg';
import { clientSettings, poolOptions, roleSettings } from './pool-options';
import { isDatabaseUnavailable } from './unavailable';

/** PgBouncer's default number of connections per database. */
const parallel = 20;
const timeoutMs = 5_000;

interface Setting {
  name: string;
  setting: string;
  /** The value in a new connection. */
  initial: string;
}

async function withClient<Result>(options: object, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, ...options });
  client.on('error', () => {}); // the statement reports it
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** PostgreSQL accepts options at connection. Poolers refuse or ignore them. */
export async function isPooler(connectionString: string) {
  if (/[?&]options=/.test(connectionString)) return false;
  try {
    return await withClient({ connectionString, options: '-c novacore.direct=yes' }, async (client) => {
      const { rows } = await client.query("SELECT current_setting('novacore.direct', true) AS direct");
      return rows[0]?.direct !== 'yes';
    });
  } catch (error) {
    if (/startup parameter/i.test((error as Error).message)) return true;
    throw error;
  }
}

/** Reads the settings of `count` concurrent connections. */
async function readSettings(pool: Pool, count: number): Promise<Setting[]> {
  const names = Object.keys({ ...clientSettings, ...roleSettings });
  const sql = `SELECT name, setting, reset_val AS initial FROM pg_settings, pg_sleep(0.05) WHERE name = ANY($1)`;
  const read = await Promise.all(Array.from({ length: count }, () => pool.query<Setting>(sql, [names])));
  return read.flatMap(({ rows }) => rows);
}

/** @throws Error that names missing settings */
function assertSettings(settings: Setting[], pooled: boolean) {
  const wrong = (wanted: Record<string, string>, isInitial: boolean) =>
    Object.entries(wanted)
      .filter(([name, value]) =>
        settings.some((row) => row.name === name && (row.setting !== value || (isInitial && row.initial !== value))),
      )
      .map(([name]) => name)
      .join(' and ');
  const lost = wrong(clientSettings, false);
  if (lost) throw new Error(`The pooler at DATABASE_URL does not keep ${lost} per client, as PgBouncer does.`);
  const missing = wrong(roleSettings, pooled);
  if (!missing) return;
  const way = 'Run npm run migrate, then RECONNECT in the console of PgBouncer.';
  throw new Error(`Connections of the pooler at DATABASE_URL have another ${missing} than the server needs. ${way}`);
}

/**
 * A pooler must keep a transaction on one connection, and its connections must have our settings. The server may start
 * while the database is unreachable.
 * @throws Error that says what the pooler lacks
 */
export async function assertPoolerWorks(databaseUrl: string) {
  try {
    const pooled = await isPooler(databaseUrl);
    const count = pooled ? parallel : 1;
    const pool = new Pool(poolOptions(databaseUrl, timeoutMs, count));
    pool.on('error', () => {});
    try {
      for (const statement of ['BEGIN', 'COMMIT']) await pool.query(statement);
      assertSettings(await readSettings(pool, count), pooled);
    } finally {
      await pool.end();
    }
  } catch (error) {
    if (/transaction blocks not allowed/i.test(`${(error as Error).message}`))
      throw new Error('The pooler at DATABASE_URL refuses transactions: set pool_mode = transaction.');
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

/** Stores our settings on the role of DATABASE_URL, for connections of a pooler. A role may change its own settings. */
export const setRoleDefaults = (connectionString: string) =>
  withClient({ connectionString }, async (client) => {
    for (const [name, value] of Object.entries(roleSettings))
      await client.query(`DO $$ BEGIN EXECUTE format('ALTER ROLE %I IN DATABASE %I SET ${name} = %L',
        session_user, current_database(), '${value}'); END $$`);
  });
