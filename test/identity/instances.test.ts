import { apiOf, newEmail, password } from '../support/api';
import { freshDatabase, type TestDatabase } from '../support/database';
import { describeOnPostgres } from '../support/on-postgres';
import { newAuthenticator } from '../support/passkey';
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
    // The first instance creates the secret with which both sign.
    instances = [await startServer(first, env), await startServer(second, env)];
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await Promise.all([provider.close(), database.drop()]);
  });

  const at = (turn: number) => apiOf(instances[turn % 2] as TestServer);
  const from = (address: string, turn: number, path: string, body: object) =>
    at(turn).post(path, body).set('x-forwarded-for', address);
  /** Makes all calls at the same time, half of them to each instance. */
  const statuses = async (count: number, call: (turn: number) => PromiseLike<{ status: number }>) =>
    (await Promise.all(Array.from({ length: count }, (_, turn) => call(turn)))).map(({ status }) => status).sort();

  test('the two instances count together: ten log-ins a minute, not twenty', async () => {
    const body = { email: newEmail(), password };
    const found = await statuses(40, (turn) => from('198.51.100.7', turn, '/auth/login', body));
    expect(found).toEqual([...Array(10).fill(401), ...Array(30).fill(429)]);
    const rows = await database.query<{ key: string }>('SELECT key FROM throttle_counters');
    expect(rows.length).toBeGreaterThanOrEqual(2);
    // A counter contains neither the network address nor the email address.
    for (const { key } of rows) expect(key).toMatch(/^\w+:[\w-]{43}( failures:[\w-]{43})?$/);
  });

  test('a token of one instance counts at the other, and ends at both', async () => {
    const { token } = await at(0).newPerson();
    await at(1).me(token).expect(200);
    await at(1).logOut(token).expect(204);
    await at(0).me(token).expect(401);
  });

  test('sign-ups with one address at the same time make one account', async () => {
    const body = { email: newEmail(), password };
    const found = await statuses(8, (turn) => from('198.51.100.9', turn, '/auth/signup', body));
    expect(found).toEqual([201, ...Array(7).fill(409)]);
  });

  test('first calls with one identity at the same time make one person', async () => {
    const token = provider.token();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, turn) => at(turn).me(token)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
  });

  test('of ten answers to one passkey challenge at the same time on two instances one logs in', async () => {
    const { token } = await at(0).newPerson();
    const key = newAuthenticator(at(0).url);
    const { body: adding } = await at(0).post('/user/passkeys/options', { password }, token).expect(200);
    const passkey = { name: 'My laptop', credential: key.register(adding) };
    await at(0).post('/user/passkeys/add', passkey, token).expect(201);
    const { body: challenge } = await at(0).get('/auth/passkey/options').expect(200);
    const found = await statuses(10, (turn) => at(turn).post('/auth/passkey', key.answer(challenge)));
    expect(found).toEqual([200, ...Array(9).fill(403)]);
  });

  test('views of the log-in page write no row, so that they cannot fill the database', async () => {
    const tables = `SELECT (SELECT count(*) FROM revoked_tokens) AS used,
      (SELECT count(*) FROM throttle_counters WHERE key NOT LIKE 'mail:%') AS counted`;
    const before = await database.query(tables);
    expect(await statuses(50, (turn) => at(turn).get('/auth/passkey/options'))).toEqual(Array(50).fill(200));
    expect(await database.query(tables)).toEqual(before);
  });
});
