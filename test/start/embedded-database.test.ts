import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { apiOf } from '../support/api';
import { freshPglite, pgliteTemplate } from '../support/database';
import { runOrders } from '../support/orders';
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

test('on the embedded database the main job survives kill -9, and a second process is refused', async () => {
  const api = apiOf(product);
  const { token } = await api.newPerson();
  const id = await api.newOrder();
  await api.claimOrder(id, token).expect(200);
  await api.verifyPayment(await api.pay(id), token).expect(200);

  const second = await runOrders(product.database.env, 'list');
  expect(second).toMatchObject({ status: 2, stdout: '' });
  expect(second.stderr).toMatch(/in use by process \d+\. Stop it first, or set DATABASE_URL/);

  await product.server.kill();
  await product.restart();
  const { body } = await api.get(`/user/order/${id}`, token).expect(200);
  expect(body).toMatchObject({ id, status: 'PAID' });
});
