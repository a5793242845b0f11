import { apiOf } from '../support/api';
import { eventually } from '../support/eventually';
import { testOnPostgres } from '../support/on-postgres';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ JWT_SECRET: 'the first secret of this test, of 32 bytes or more' });
});
afterAll(() => product.close());

const readiness = async () => {
  const reply = await fetch(`${product.url}/api/health/ready`);
  return { status: reply.status, body: await reply.json() };
};

test('an instance that stops is not ready first, and answers requests until it closes', async () => {
  await product.server.stop();
  await product.restart({ DRAIN_SECONDS: '30' });
  expect(await readiness()).toMatchObject({ status: 200, body: { status: 'ok' } });
  product.server.child.kill('SIGTERM');
  await eventually(async () =>
    expect(await readiness()).toMatchObject({
      status: 503,
      body: { code: 'unavailable', errors: [{ message: 'This instance is stopping.' }] },
    }),
  );
  const live = await fetch(`${product.url}/api/health/live`);
  expect([live.status, live.headers.get('connection')]).toEqual([200, 'close']);
  await apiOf(product).newPerson();
  await product.server.kill();
  await product.restart();
});

testOnPostgres('an instance does not start without its migrations, and accepts later ones', async () => {
  const { query } = product.database;
  const [last] = await query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1',
  );
  const rename = (from: string, to: string) =>
    query('UPDATE _prisma_migrations SET migration_name = $2 WHERE migration_name = $1', [from, to]);
  const name = String(last?.migration_name);
  await product.server.stop();
  await rename(name, '20991231000000_of_a_later_release');
  await expect(product.restart()).rejects.toThrow(`The database lacks migrations: ${name}. Run npm run migrate first.`);
  await query('INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ($1, $2, $3, now())', [
    'restored',
    '-',
    name,
  ]);
  await product.restart();
  expect(await readiness()).toMatchObject({ status: 200 });
});

test('a token of the previous secret is valid during a rotation, and not afterwards', async () => {
  const api = apiOf(product);
  const { token } = await api.newPerson();
  const JWT_SECRET = 'the second secret of this test, of 32 bytes or more';
  await product.server.stop();
  await product.restart({ JWT_SECRET, JWT_SECRET_PREVIOUS: 'the first secret of this test, of 32 bytes or more' });
  await api.get('/user/me', token).expect(200);
  await product.server.stop();
  await product.restart({ JWT_SECRET });
  await api.get('/user/me', token).expect(401);
});
