import { apiOf } from '../support/api';
import { freshPglite } from '../support/database';
import { runOrders } from '../support/orders';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({}, async () => freshPglite());
});
afterAll(() => product.close());

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
