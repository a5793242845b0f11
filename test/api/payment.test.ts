import { type Api, apiOf, type CheckoutReply } from '../support/api';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
let api: Api;
let token: string;
beforeAll(async () => {
  product = await startProduct();
  api = apiOf(product);
  token = (await api.newPerson()).token;
});
afterAll(() => product.close());

const otherSignature = (reply: CheckoutReply) => ({ ...reply, razorpay_signature: 'a'.repeat(64) });

describe('an order', () => {
  it('is created without a token: rupees in, paise out', async () => {
    const { body } = await api.createOrder({ amount: 150 }).expect(201);
    expect(body).toEqual({ id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/), amount: 15000, currency: 'INR' });
  });

  it.each([149, 150.5, 15000, 0, -150, '150', null, [150], { gt: 0 }])('of %p is refused', async (amount) => {
    const { body } = await api.createOrder({ amount } as object).expect(400);
    expect(body).toMatchObject({ code: 'invalid_input', errors: [{ path: '/amount' }] });
    expect(body).not.toHaveProperty('message');
  });

  it('belongs to the first who claims it, for good', async () => {
    const id = await api.newOrder();
    const stranger = (await api.newPerson()).token;
    expect((await api.claimOrder(id, token).expect(200)).body).toMatchObject({
      id,
      status: 'CREATED',
      amountPaise: 15000,
    });
    await api.claimOrder(id, token).expect(200);
    expect((await api.claimOrder(id, stranger).expect(403)).body.code).toBe('order_not_yours');
    expect((await api.get(`/user/order/${id}`, stranger).expect(403)).body.code).toBe('order_not_yours');
  });

  it('that does not exist is not found', async () => {
    expect((await api.claimOrder('order_00000000000000', token).expect(404)).body.code).toBe('order_not_found');
    expect((await api.claimOrder('order_short', token).expect(400)).body.code).toBe('invalid_input');
  });

  it('that nobody has claimed is read by nobody, and says so', async () => {
    const { body } = await api.get(`/user/order/${await api.newOrder()}`, token).expect(403);
    expect(body).toMatchObject({ code: 'order_not_yours', title: expect.stringContaining('Nobody has claimed') });
  });

  it('needs a token to be claimed', async () => {
    expect((await api.claimOrder(await api.newOrder()).expect(401)).body.code).toBe('token_missing');
  });
});

describe('a verification', () => {
  it('of a paid order answers a message, and again when it is repeated', async () => {
    const id = await api.newOrder();
    await api.claimOrder(id, token).expect(200);
    const paid = await api.pay(id);
    expect((await api.verifyPayment(paid, token).expect(200)).body).toEqual({ message: expect.stringMatching(/.+/) });
    await api.verifyPayment(paid, token).expect(200);
    const { body } = await api.get(`/user/order/${id}`, token).expect(200);
    expect(body).toMatchObject({
      status: 'PAID',
      payments: [{ id: paid.razorpay_payment_id, status: 'captured', amountPaise: 15000 }],
    });
  });

  it('of an order that nobody claimed claims it', async () => {
    const id = await api.newOrder();
    await api.verifyPayment(await api.pay(id), token).expect(200);
    const stranger = (await api.newPerson()).token;
    await api.claimOrder(id, stranger).expect(403);
  });

  it('of another person’s order is refused', async () => {
    const id = await api.newOrder();
    await api.claimOrder(id, token).expect(200);
    const stranger = (await api.newPerson()).token;
    const { body } = await api.verifyPayment(await api.pay(id), stranger).expect(403);
    expect(body.code).toBe('order_not_yours');
    expect(body).not.toHaveProperty('message');
  });

  it('with a bad signature, or one of another order, is refused', async () => {
    const paid = await api.pay(await api.newOrder());
    const another = await api.pay(await api.newOrder());
    expect((await api.verifyPayment(otherSignature(paid), token).expect(400)).body.code).toBe('signature_invalid');
    const crossed = { ...paid, razorpay_signature: another.razorpay_signature };
    expect((await api.verifyPayment(crossed, token).expect(400)).body.code).toBe('signature_invalid');
  });

  it('of an order that is not ours is refused', async () => {
    const paid = await api.pay(await api.newOrder());
    const foreign = { ...paid, razorpay_order_id: 'order_00000000000000' };
    expect((await api.verifyPayment(foreign, token).expect(404)).body.code).toBe('order_not_found');
  });

  it('needs a valid token', async () => {
    const paid = await api.pay(await api.newOrder());
    expect((await api.verifyPayment(paid).expect(401)).body.code).toBe('token_missing');
    expect((await api.verifyPayment(paid, 'x.y.z').expect(401)).body.code).toBe('token_invalid');
  });

  it('with a field missing, or one too many, is refused', async () => {
    const paid = await api.pay(await api.newOrder());
    await api.verifyPayment({ ...paid, razorpay_signature: undefined }, token).expect(400);
    const { body } = await api.verifyPayment({ ...paid, 'a/b~c': 1 }, token).expect(400);
    expect(body.errors).toMatchObject([{ path: '/a~1b~0c' }]);
  });
});

describe('a person’s orders', () => {
  it('are listed newest first, page by page, and nobody else’s', async () => {
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
  });
});

describe('nothing is lost', () => {
  it('when the server is killed in mid-payment: the payer finishes after the restart', async () => {
    const id = await api.newOrder();
    await api.claimOrder(id, token).expect(200);
    await product.server.kill();
    const paid = await api.pay(id);
    await product.restart();
    await api.verifyPayment(paid, token).expect(200);
    const { body } = await api.get(`/user/order/${id}`, token).expect(200);
    expect(body.status).toBe('PAID');
    expect(body.payments).toHaveLength(1);
  });

  it('and no secret stands in the logs', async () => {
    const log = product.server.output() + product.sandbox.output();
    for (const secret of [token, 'sandbox-key-secret', 'sandbox-webhook-secret', 'nine tall mango trees'])
      expect(log).not.toContain(secret);
  });
});
