import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryPostgres } from '../support/database';
import { projectRoot } from '../support/paths';
import { startPostgres, type TestPostgres } from '../support/postgres';
import { freePort } from '../support/process';
import { startServer, type TestServer } from '../support/server';
import { asCaller, logIn, me, newEmail, password, post } from './api';
import { startProvider, type TestProvider } from './provider';

let postgres: TestPostgres | undefined;
let provider: TestProvider;
let dataDir: string;
let instances: [TestServer, TestServer];

beforeAll(async () => {
  postgres = await startPostgres();
  if (!postgres) return;
  provider = await startProvider();
  dataDir = mkdtempSync(join(tmpdir(), 'novacore-instances-'));
  const [first, second] = await Promise.all([freePort(), freePort()]);
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://localhost:${first}`,
    TRUST_PROXY: '127.0.0.1,::1',
    ...provider.env,
  };
  const options = { cwd: projectRoot, env: { PATH: process.env.PATH, ...env } };
  const migrated = spawnSync(process.execPath, ['apps/bff/dist/migrate.js'], { ...options, encoding: 'utf8' });
  expect(migrated).toMatchObject({ status: 0, stderr: '' });
  // One after the other: the first makes the secret that both sign with.
  instances = [await startServer(first, env), await startServer(second, env)];
});
afterAll(async () => {
  if (!postgres) return;
  await Promise.all(instances.map((instance) => instance.stop()));
  postgres.remove();
  await provider.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const at = (turn: number) => (instances[turn % 2] as TestServer).url;
const from = (address: string, turn: number, path: string, body: object) =>
  post(at(turn), path, body).set('x-forwarded-for', address);

/** Runs only where Debian's PostgreSQL is installed. */
const withPostgres = (title: string, work: () => Promise<void>) =>
  test(title, async () => {
    if (postgres) await work();
    else console.warn('PostgreSQL is not installed: not run');
  });

withPostgres('two instances count together: ten log-ins a minute, not twenty', async () => {
  const email = newEmail();
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => from('198.51.100.7', turn, '/auth/login', { email, password })),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

withPostgres('a token of one instance counts at the other, and ends at both', async () => {
  const email = newEmail();
  await from('198.51.100.8', 0, '/auth/signup', { email, password }).expect(201);
  const token = await logIn(at(0), email);
  await me(at(1), token).expect(200);
  await asCaller(at(1), '/auth/logout', token).expect(204);
  await me(at(0), token).expect(401);
});

withPostgres('sign-ups with one address at two instances at once make one account', async () => {
  const email = newEmail();
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, turn) => from('198.51.100.9', turn, '/auth/signup', { email, password })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
});

withPostgres(
  'first calls of somebody from the identity provider, at two instances at once, make one person',
  async () => {
    for (let round = 0; round < 5; round += 1) {
      const token = provider.token({ sub: `github|round-${round}` });
      const replies = await Promise.all(Array.from({ length: 20 }, (_, turn) => me(at(turn), token)));
      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    }
  },
);

withPostgres('the table of counters holds neither addresses nor e-mails', async () => {
  const rows = await queryPostgres<{ key: string }>(postgres?.url ?? '', 'SELECT key FROM throttle_counters');
  expect(rows.length).toBeGreaterThan(2);
  for (const { key } of rows) expect(key).toMatch(/^\w+:[\w-]{43}$/);
});

withPostgres('with the database gone callers are told to try again, and served when it is back', async () => {
  const email = newEmail();
  postgres?.stop('immediate');
  try {
    const reply = await from('198.51.100.10', 0, '/auth/login', { email, password });
    expect(reply.body).toMatchObject({ status: 503, code: 'unavailable', success: false });
  } finally {
    postgres?.start();
  }
  await from('198.51.100.10', 1, '/auth/login', { email, password }).expect(401);
});
