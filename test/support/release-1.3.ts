// Databases of release 1.3, and what its server replied on them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sign } from 'jsonwebtoken';
import { freshPglite, freshPostgres, type TestDatabase } from './database';
import { projectRoot } from './paths';
import { freePort } from './process';
import { startServer, testSettings } from './server';

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

export const readRecording = (): Recording =>
  JSON.parse(readFileSync(join(folder, 'responses.json'), 'utf8'), withoutChanging);

/** A new database with the rows of the dump, on PostgreSQL. */
export async function restoreDump(url: string): Promise<TestDatabase> {
  const database = await freshPostgres(url, 'template0');
  await database.query(readFileSync(join(folder, 'dump.sql'), 'utf8'));
  return database;
}

/** The packed embedded database, which has the same rows, in a new folder. */
export const unpackData = (): TestDatabase =>
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
export async function repeatCalls({ at, calls }: Recording, database: TestDatabase): Promise<RecordedCall[]> {
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
