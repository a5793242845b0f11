import { apiOf, newEmail, password } from '../support/api';
import { freshDatabase, type TestDatabase } from '../support/database';
import { describeOnPostgres } from '../support/on-postgres';
import { freePort } from '../support/process';
import { startServer, type TestServer } from '../support/server';
import { startProvider, type TestProvider } from './provider';

describeOnPostgres('two instances on one database', () => {
  let database: TestDatabase;
  let provider: TestProvider;
  let instances: TestServer[];
  beforeAll(async () => {
    [database, provider] = await Promise.all([freshDatabase(), startProvider()]);
    const [first, second] = [await freePort(), await freePort()];
    const settings = { PUBLIC_URL: `http://localhost:${first}`, TRUST_PROXY: '127.0.0.1,::1' };
    const env = { ...database.env, ...provider.env, ...settings };
    // One after the other: the first makes the secret that both sign with.
    instances = [await startServer(first, env), await startServer(second, env)];
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await Promise.all([provider.close(), database.drop()]);
  });

  const at = (turn: number) => apiOf(instances[turn % 2] as TestServer);
  const from = (address: string, turn: number, path: string, body: object) =>
    at(turn).post(path, body).set('x-forwarded-for', address);

  test('the two instances count together: ten log-ins a minute, not twenty', async () => {
    const body = { email: newEmail(), password };
    const calls = Array.from({ length: 40 }, (_, turn) => from('198.51.100.7', turn, '/auth/login', body));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(10).fill(401), ...Array(30).fill(429)]);
    const rows = await database.query<{ key: string }>('SELECT key FROM throttle_counters');
    expect(rows.length).toBeGreaterThanOrEqual(2);
    // A counter holds neither the address nor the e-mail.
    for (const { key } of rows) expect(key).toMatch(/^\w+:[\w-]{43}$/);
  });

  test('a token of one instance counts at the other, and ends at both', async () => {
    const email = newEmail();
    await from('198.51.100.8', 0, '/auth/signup', { email, password }).expect(201);
    const token = await at(0).newToken(email);
    await at(1).me(token).expect(200);
    await at(1).logOut(token).expect(204);
    await at(0).me(token).expect(401);
  });

  test('sign-ups with one address at the same time make one account', async () => {
    const body = { email: newEmail(), password };
    const calls = Array.from({ length: 8 }, (_, turn) => from('198.51.100.9', turn, '/auth/signup', body));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  test('first calls with one identity at the same time make one person', async () => {
    for (let round = 0; round < 5; round += 1) {
      const token = provider.token({ sub: `github|round-${round}` });
      const replies = await Promise.all(Array.from({ length: 20 }, (_, turn) => at(turn).me(token)));
      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    }
  });
});
