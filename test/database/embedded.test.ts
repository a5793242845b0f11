import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { joinEmbedded } from '../../apps/bff/src/database/embedded';
import { runPeople } from '../support/commands';
import { freshPglite, pgliteTemplate } from '../support/database';
import { useProduct } from '../support/use-product';

const { product, api } = useProduct({}, async () => {
  const database = freshPglite();
  chmodSync(join(database.env.DATA_DIR, 'pglite'), 0o755);
  return database;
});
let person: { email: string; token: string };
beforeAll(async () => {
  person = await api.newPerson();
});

test('only its own user may enter the folders of the embedded database', () => {
  const folders = [pgliteTemplate, join(pgliteTemplate, 'pglite'), join(product.database.env.DATA_DIR, 'pglite')];
  expect(folders.map((folder) => (statSync(folder).mode & 0o777).toString(8))).toEqual(['700', '700', '700']);
});

/** Connects as our processes do. */
async function connect() {
  const { url, close } = await joinEmbedded(product.database.env.DATA_DIR);
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return Object.assign(client, { leave: () => client.end().then(close) });
}

test('on the embedded database the main job survives kill -9, and a command runs at the same time as the server', async () => {
  const { email, token } = person;
  const id = await api.paidOrder(token);
  expect(await runPeople(product.database.env, 'export', email)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(id),
  });
  await product.server.kill();
  await product.restart();
  const { body } = await api.get(`/user/order/${id}`, token).expect(200);
  expect(body).toMatchObject({ id, status: 'PAID' });
});

test('ten payments at once are sold, and large answers reach their own connection, while twenty more are open', async () => {
  const others = await Promise.all(Array.from({ length: 20 }, connect));
  const sold = await Promise.all(Array.from({ length: 10 }, () => api.paidOrder(person.token)));
  const paid = await product.database.query(`SELECT provider_order_id AS id FROM orders WHERE status = 'PAID'`);
  expect(paid.map(({ id }) => id)).toEqual(expect.arrayContaining(sold));
  const texts = others.map((_, at) => String(at).repeat(30_000));
  const answers = await Promise.all(others.map((client, at) => client.query('SELECT $1::text AS text', [texts[at]])));
  expect(answers.map(({ rows }) => rows[0].text)).toEqual(texts);
  await Promise.all(others.map((client) => client.leave()));
});

test('what a client began and did not commit is gone when it dies, and the others go on', async () => {
  const client = await connect();
  await client.query('BEGIN');
  await client.query(`UPDATE orders SET next_check_at = '2099-01-01'`);
  const other = api.paidOrder(person.token);
  client.connection.stream.destroy();
  await other;
  expect(await product.database.query(`SELECT id FROM orders WHERE next_check_at = '2099-01-01'`)).toEqual([]);
});

test('the socket is for this user, and refuses other programs: their settings would become the server’s', async () => {
  const { DATA_DIR } = product.database.env;
  expect(statSync(join(DATA_DIR, '.s.PGSQL.5432')).mode & 0o777).toBe(0o600);
  const program = new Client({ host: DATA_DIR, user: 'postgres', database: 'postgres', application_name: 'pg_dump' });
  await expect(program.connect()).rejects.toThrow('Only NovaCore can use its embedded database. Set DATABASE_URL.');
});
