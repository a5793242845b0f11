import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sign } from 'jsonwebtoken';
import { freshDatabase, freshPglite, freshPostgres, postgresUrl, type TestDatabase } from '../support/database';
import { migrateDatabase } from '../support/migrate';
import { testOnPostgres } from '../support/on-postgres';
import { projectRoot } from '../support/paths';
import { freePort } from '../support/process';
import { startServer, testSettings } from '../support/server';

interface RecordedCall {
  /** The caller's id. */
  as: string;
  path: string;
  /** Sent with POST. */
  body?: object;
  status: number;
  /** The server's reply. */
  reply: unknown;
}

interface Recording {
  /** The stopped time of the server and its database. */
  at: string;
  calls: RecordedCall[];
}

const folder = join(projectRoot, 'test/fixtures/release-1.3');
/** Fields that differ from call to call, that release 1.3 did not have, or that the upgrade changes. */
const changing = [
  ...['asOf', 'document', 'exportedAt', 'knownNetworks', 'lastRunAt', 'nextCheckAt', 'product', 'requestId'],
  ...['startedAt', 'version', 'hasMore'],
];
const withoutChanging = (key: string, value: unknown) => (changing.includes(key) ? undefined : value);

const recording: Recording = JSON.parse(readFileSync(join(folder, 'responses.json'), 'utf8'), withoutChanging);

/** A new database with the rows of the dump, on PostgreSQL. */
async function restoreDump() {
  const database = await freshPostgres(postgresUrl ?? '', 'template0');
  await database.query(readFileSync(join(folder, 'dump.sql'), 'utf8'));
  return database;
}

/** The packed embedded database, which has the same rows, in a new folder. */
const unpackData = () =>
  freshPglite((dataDir) => execFileSync('tar', ['-xzf', join(folder, 'data.tar.gz'), '-C', dataDir]));

const jwtSecret = 'signs the tokens of the recorded callers, with more than 32 bytes';
const publicUrl = 'http://localhost:3000';

async function tokenOf(database: TestDatabase, id: string, at: Date, aud: string) {
  const sql = 'SELECT tokens_valid_after AS "validAfter" FROM users WHERE id = $1';
  const [user] = await database.query<{ validAfter: Date }>(sql, [id]);
  const seconds = Math.floor(at.getTime() / 1_000);
  const logIn = { amr: ['pop', 'user', 'mfa'], auth_time: seconds, iat: seconds, exp: seconds + 3_600, jti: id };
  const claims = { ...logIn, generation: user?.validAfter.getTime(), iss: publicUrl, aud, sub: id };
  return sign(claims, jwtSecret);
}

/** Stops the database's clock, and all jobs that run in one instance. */
async function stopClock(database: TestDatabase, at: string) {
  const jobs = ['books', 'figures', 'retention'].map((name) => `('${name}', 'recording', 'infinity')`);
  await database.query(`CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT '${at}'::timestamptz $$;
    INSERT INTO job_leases VALUES ${jobs};
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`);
}

/** Calls at the same time. */
const parallel = 8;

/** Starts a server at the time of the recording and repeats its calls. @returns what it replies now */
async function repeatCalls(database: TestDatabase) {
  const { at, calls } = recording;
  await stopClock(database, at);
  const shift = Date.parse(at) - Date.now();
  const server = await startServer(await freePort(), {
    ...{ ...testSettings, ...database.env, JWT_SECRET: jwtSecret, PUBLIC_URL: publicUrl },
    NODE_OPTIONS: `--require ${join(projectRoot, 'test/support/shifted-clock.cjs')}`,
    CLOCK_SHIFT_MS: String(shift),
  });
  const tokens: Record<string, string> = {};
  // The desk has its own tokens since.
  const audienceOf = ({ path }: RecordedCall) => (path.startsWith('/desk') ? 'novacore-desk' : 'novacore-api');
  const nameOf = (call: RecordedCall) => `${audienceOf(call)} ${call.as}`;
  for (const call of calls) tokens[nameOf(call)] ??= await tokenOf(database, call.as, new Date(at), audienceOf(call));
  const repeat = async (call: RecordedCall): Promise<RecordedCall> => {
    const headers = { authorization: `Bearer ${tokens[nameOf(call)]}`, 'content-type': 'application/json' };
    const init = call.body ? { method: 'POST', headers, body: JSON.stringify(call.body) } : { headers };
    const response = await fetch(`${server.url}/api${call.path}`, init);
    const text = await response.text();
    const reply = text.startsWith('{') ? JSON.parse(text, withoutChanging) : text;
    return { ...call, status: response.status, reply };
  };
  const replies: RecordedCall[] = [];
  for (let at = 0; at < calls.length; at += parallel)
    replies.push(...(await Promise.all(calls.slice(at, at + parallel).map(repeat))));
  await server.stop();
  return replies;
}
/** Everything but rows: columns, constraints, indexes, triggers, functions and types, in no order. A dump adds parentheses to triggers. */
const schemaOf = (database: TestDatabase) =>
  database.query(`
    SELECT table_name || '.' || column_name AS name, concat_ws(' ', udt_name, datetime_precision, is_nullable,
        column_default, generation_expression) AS definition
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND contype <> 'n'
    UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT tgrelid::regclass || ' ' || tgname, translate(pg_get_triggerdef(oid), '()', '')
      FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT enumtypid::regtype || ' ' || enumsortorder, enumlabel FROM pg_enum
    ORDER BY 1, 2`);

async function expectUpgraded(database: TestDatabase) {
  migrateDatabase(database.env);
  const fresh = database.env.DATABASE_URL ? await freshDatabase() : freshPglite();
  expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
  await fresh.drop();
  expect(await database.query('SELECT FROM _prisma_migrations')).toHaveLength(49);
  const cases = 'SELECT kind, reason FROM cases WHERE outcome = $1 ORDER BY kind';
  expect(await database.query(cases, ['finished'])).toEqual([
    { kind: 'refund', reason: 'The payer was called' },
    { kind: 'unsettled', reason: 'Asked the bank' },
  ]);
  const logIns = 'SELECT max(at) FROM sign_ins WHERE user_id = users.id';
  expect(await database.query(`SELECT FROM users WHERE last_log_in_at IS DISTINCT FROM (${logIns})`)).toEqual([]);
}

testOnPostgres(
  'a database of release 1.3 is upgraded, and every response except downloads stays the same',
  async () => {
    const database = await restoreDump();
    await expectUpgraded(database);
    const replies = await repeatCalls(database);
    // The columns of the desk's downloads have changed since 1.3.
    for (const [index, reply] of replies.entries())
      if (!reply.path.includes('/exports/')) expect(reply).toMatchObject(recording.calls[index] as object);
    await database.drop();
  },
);

test('a .data folder of release 1.3 is upgraded', async () => {
  const database = unpackData();
  await expectUpgraded(database);
  await database.drop();
});

testOnPostgres('a database with unfinished changes of 1.3 is refused and left unchanged', async () => {
  const database = await restoreDump();
  const before = await schemaOf(database);
  const unfinished = {
    'first migrate with release 1.3': [
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_unconfirmed_users'",
      'UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL',
    ],
    'first run a server of release 1.3': [
      "INSERT INTO backfills VALUES ('book_entries', gen_random_uuid())",
      'DELETE FROM backfills',
    ],
  };
  for (const [why, [change = '', undo = '']] of Object.entries(unfinished)) {
    await database.query(change);
    expect(() => migrateDatabase(database.env)).toThrow(why);
    expect(await schemaOf(database)).toEqual(before);
    await database.query(undo);
  }
  await database.drop();
});

testOnPostgres('a refund that release 1.3 counts as open is taken over, and a stale one is not', async () => {
  const database = await restoreDump();
  const found = await database.query<{ id: string; payment: string }>(`
    SELECT o.id, min(p.id) AS payment FROM orders o JOIN payments p ON p.order_id = o.id AND p.status = 'captured'
    WHERE o.status = 'PAID' AND o.id NOT IN (SELECT order_id FROM disputes)
      AND NOT EXISTS (SELECT FROM refunds r JOIN payments ON payments.id = r.payment_id WHERE order_id = o.id)
      AND NOT EXISTS (SELECT FROM job_leases WHERE name = 'refund ' || o.id)
    GROUP BY o.id HAVING count(*) = 1 ORDER BY 2 LIMIT 3`);
  const leases = [
    ['a process', '2 minutes', '-1 hours'],
    ['unanswered', '30 days', '2 minutes'],
    ['unanswered', '29 days', '-1 hours'],
  ];
  for (const [index, [owner, until, nextCheck]] of leases.entries()) {
    const values = [`refund ${found[index]?.id}`, owner, until];
    await database.query('INSERT INTO job_leases VALUES ($1, $2, now() + $3::interval)', values);
    const next = 'UPDATE orders SET next_check_at = now() + $2::interval WHERE id = $1';
    await database.query(next, [found[index]?.id, nextCheck]);
  }
  migrateDatabase(database.env);
  const taken = await database.query("SELECT idempotency_key AS key FROM refund_requests WHERE state = 'unknown'");
  const isTaken = ({ payment }: { payment: string }) => taken.filter(({ key }) => key === `${payment}-15000-0`).length;
  expect(found.map(isTaken)).toEqual([1, 1, 0]);
  await database.drop();
});
