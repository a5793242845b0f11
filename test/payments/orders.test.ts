import { randomUUID } from 'node:crypto';
import { apiOf } from '../support/api';
import { sharedProduct } from '../support/shared-product';

const api = apiOf(sharedProduct);
let token: string;
beforeAll(async () => {
  token = (await api.newPerson()).token;
});

test('an order costs 150 rupees, which are 15,000 paise at the provider', async () => {
  const { body, headers } = await api.createOrder({ amount: 150 }).expect(201);
  expect(headers.location).toBe(`/api/user/order/${body.id}`);
  expect(body).toEqual({ id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/), amount: 15_000, currency: 'INR' });
  const { errors } = (await api.createOrder({ amount: 149, x: 1 }).expect(400)).body;
  expect(errors).toEqual([
    { path: '/x', message: 'is not a field of this operation' },
    { path: '/amount', message: 'must be 150' },
  ]);
  for (const amount of [149, 150.5, 15_000, -150, '150', null]) {
    const refused = await api.createOrder({ amount });
    expect([amount, refused.body]).toMatchObject([amount, { code: 'invalid_input', errors: [{ path: '/amount' }] }]);
  }
});

test('an order belongs to the first who claims it, and cannot be read before', async () => {
  const id = await api.newOrder();
  expect((await api.get(`/user/order/${id}`, token).expect(403)).body.code).toBe('order_not_yours');
  const stranger = (await api.newPerson()).token;
  const { body } = await api.claimOrder(id, token).expect(200);
  expect(body).toMatchObject({ id, status: 'CREATED', amountPaise: 15_000 });
  await api.claimOrder(id, token).expect(200);
  expect((await api.claimOrder(id, stranger).expect(403)).body.code).toBe('order_not_yours');
  expect((await api.get(`/user/order/${id}`, stranger).expect(403)).body.code).toBe('order_not_yours');
});

test('a person’s orders are listed newest first, page by page, without those of others', async () => {
  const me = (await api.newPerson()).token;
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    ids.unshift(await api.newOrder());
    await api.claimOrder(ids[0] as string, me).expect(200);
  }
  const first = (await api.get('/user/orders?limit=2', me).expect(200)).body;
  expect(first.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  const second = (await api.get(`/user/orders?limit=2&cursor=${first.nextCursor}`, me).expect(200)).body;
  expect(second.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
  expect(second.nextCursor).toBeNull();
  const unknown = await api.get(`/user/orders?cursor=${randomUUID()}`, me).expect(400);
  expect(unknown.body).toMatchObject({ code: 'invalid_input', errors: [{ path: '/cursor' }] });
});
