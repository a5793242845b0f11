import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { joinEmbedded } from '../../apps/bff/src/database/embedded';
import { apiOf } from '../support/api';
import { runPeople } from '../support/commands';
import { freshPglite, pgliteTemplate } from '../support/database';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({}, async () => {
    const database = freshPglite();
    chmodSync(join(database.env.DATA_DIR, 'pglite'), 0o755);
    return database;
  });
});
afterAll(() => product.close());

test('only its own user may enter the folders of the embedded database', () => {
  const folders = [pgliteTemplate, join(pgliteTemplate, 'pglite'), join(product.database.env.DATA_DIR, 'pglite')];
  expect(folders.map((folder) => (statSync(folder).mode & 0o777).toString(8))).toEqual(['700', '700', '700']);
});

async function paidOrder() {
  const api = apiOf(product);
  const { email, token } = await api.newPerson();
  return { id: await api.paidOrder(token), email, token };
}

/** Connects as our processes do. */
async function connect() {
  const { url, close } = await joinEmbedded(product.database.env.DATA_DIR);
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return Object.assign(client, { leave: () => client.end().then(close) });
}

test('on the embedded database the main job survives kill -9, and a command runs at the same time as the server', async () => {
  const { id, email, token } = await paidOrder();
  expect(await runPeople(product.database.env, 'export', email)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(id),
  });
  await product.server.kill();
  await product.restart();
  const { body } = await apiOf(product).get(`/user/order/${id}`, token).expect(200);
  expect(body).toMatchObject({ id, status: 'PAID' });
});

test('ten payments at once are sold while twenty connections are idle', async () => {
  const idle = await Promise.all(Array.from({ length: 20 }, connect));
  const sold = await Promise.all(Array.from({ length: 10 }, paidOrder));
  const paid = await product.database.query(`SELECT provider_order_id AS id FROM orders WHERE status = 'PAID'`);
  expect(paid.map(({ id }) => id)).toEqual(expect.arrayContaining(sold.map(({ id }) => id)));
  await Promise.all(idle.map((client) => client.leave()));
});

test('statements of several connections keep their own answers, whatever their size', async () => {
  const clients = await Promise.all(Array.from({ length: 3 }, connect));
  const lengthOf = async (client: Client, at: number) =>
    (await client.query(`SELECT ${at} AS at, length($1::text) AS length`, ['x'.repeat(at * 30_000)])).rows[0];
  const answers = await Promise.all(clients.map(lengthOf));
  expect(answers).toEqual(clients.map((_, at) => ({ at, length: at * 30_000 })));
  await Promise.all(clients.map((client) => client.leave()));
});

test('what a client began and did not commit is gone when it dies, and the others go on', async () => {
  const client = await connect();
  await client.query('BEGIN');
  await client.query(`UPDATE orders SET next_check_at = '2099-01-01'`);
  const others = paidOrder();
  client.connection.stream.destroy();
  await others;
  expect(await product.database.query(`SELECT id FROM orders WHERE next_check_at = '2099-01-01'`)).toEqual([]);
});

test('the socket is for this user, and refuses other programs: their settings would become the server’s', async () => {
  const { DATA_DIR } = product.database.env;
  expect(statSync(join(DATA_DIR, '.s.PGSQL.5432')).mode & 0o777).toBe(0o600);
  const program = new Client({ host: DATA_DIR, user: 'postgres', database: 'postgres', application_name: 'pg_dump' });
  await expect(program.connect()).rejects.toThrow('Only NovaCore can use its embedded database. Set DATABASE_URL.');
});
