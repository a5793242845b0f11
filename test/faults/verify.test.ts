import { createHmac } from 'node:crypto';
import { fault } from './repeat';
import { type Stage, startStage } from './stage';

let stage: Stage;
let token: string;
let stranger: string;
beforeAll(async () => {
  stage = await startStage();
  token = (await stage.api.newPerson()).token;
  stranger = (await stage.api.newPerson()).token;
});
afterEach(() => stage.calm());
afterAll(() => stage.close());

async function claimedOrder() {
  const id = await stage.api.newOrder();
  await stage.api.claimOrder(id, token).expect(200);
  return id;
}
const atProvider = async (paymentId: string) => (await stage.provider()).payments.find(({ id }) => id === paymentId);
const signed = (text: string) =>
  createHmac('sha256', 'sandbox-key-secret-not-for-production').update(text).digest('hex');
const seen = async (id: string) => (await stage.api.get(`/user/order/${id}`, token).expect(200)).body;

async function expectProblem(verification: object, status: number, code: string, as = token) {
  const { body } = await stage.api.verifyPayment(verification, as).expect(status);
  expect(body).toMatchObject({ status, code });
  expect(body).not.toHaveProperty('message');
}

describe('verification', () => {
  fault('waits for a slow provider', async () => {
    const paid = await stage.api.pay(await claimedOrder());
    await stage.fault({ operation: 'fetchPayment', kind: 'delay', ms: 800 });
    await stage.api.verifyPayment(paid, token).expect(200);
  });

  fault.each([
    ['never answers', { kind: 'hang' }],
    ['answers 500', { kind: 'status', status: 500 }],
    ['answers garbage', { kind: 'garbage' }],
    ['knows nothing of the payment', { kind: 'status', status: 400 }],
  ] as const)('by a provider that %s is unfinished, within 8 s, and finishes later', async (_, action) => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    await stage.fault({ operation: 'fetchPayment', times: 0, ...action });
    const started = Date.now();
    await expectProblem(paid, 503, 'provider_unavailable');
    expect(Date.now() - started).toBeLessThan(8_000);
    expect((await seen(id)).status).toBe('CREATED');
    await stage.calm();
    await stage.api.verifyPayment(paid, token).expect(200);
    expect((await seen(id)).status).toBe('PAID');
  });

  fault('asks once more when the provider stumbles', async () => {
    const paid = await stage.api.pay(await claimedOrder());
    await stage.fault({ operation: 'fetchPayment', kind: 'status', status: 429 });
    await stage.api.verifyPayment(paid, token).expect(200);
  });

  fault('of a payment that failed is refused, and the order stays open', async () => {
    const id = await claimedOrder();
    await expectProblem(await stage.api.pay(id, { outcome: 'failed' }), 409, 'payment_failed');
    expect((await seen(id)).status).toBe('CREATED');
  });

  fault('of a payment that failed is refused on an order, too, that another payment has paid', async () => {
    const id = await claimedOrder();
    await stage.api.verifyPayment(await stage.api.pay(id), token).expect(200);
    await expectProblem(await stage.api.pay(id, { outcome: 'failed' }), 409, 'payment_failed');
    expect((await seen(id)).status).toBe('PAID');
  });

  fault('of a payment that is not decided yet is unfinished, and says so', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id, { outcome: 'created' });
    await expectProblem(paid, 503, 'provider_unavailable');
    expect((await stage.api.verifyPayment(paid, token)).body.title).toMatch(/has not decided this payment yet/);
  });

  fault('of a payment that was given back is refused', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    await stage.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/refund`);
    await expectProblem(paid, 409, 'payment_refunded');
    await expectProblem(paid, 409, 'payment_refunded');
    expect((await seen(id)).status).toBe('REFUNDED');
  });

  fault.each([
    ['amount', { amount: 14999 }],
    ['currency', { currency: 'USD' }],
  ] as const)('of another %s is refused, and a person looks at the order', async (_, how) => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id, how);
    await expectProblem(paid, 409, 'payment_mismatch');
    await expectProblem(paid, 409, 'payment_mismatch');
    expect((await seen(id)).status).toBe('REVIEW');
    await stage.server.untilPrinted(new RegExp(`"level":50.*"event":"order_review","orderId":"${id}"`));
  });

  fault('of a payment that the bank held and then refused is refused', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id, { outcome: 'authorized' });
    await stage.release({ orderId: id });
    expect((await seen(id)).status).toBe('AUTHORIZED');
    await stage.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/fail`);
    await expectProblem(paid, 409, 'payment_failed');
  });

  fault('of a payment that is known with another amount is refused', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id, { outcome: 'failed' });
    await stage.release({ orderId: id });
    const payment = await atProvider(paid.razorpay_payment_id);
    const body = { ...payment, status: 'captured', amount: 99_900 };
    await stage.fault({ operation: 'fetchPayment', kind: 'status', status: 200, body });
    await expectProblem(paid, 409, 'payment_mismatch');
    expect((await seen(id)).status).toBe('CREATED');
  });

  fault('of a payment that is known for another order is refused', async () => {
    const [first, second] = [await claimedOrder(), await claimedOrder()];
    const { razorpay_payment_id } = await stage.api.pay(first, { outcome: 'failed' });
    await stage.release({ orderId: first });
    const moved = { ...(await atProvider(razorpay_payment_id)), order_id: second, status: 'captured' };
    await stage.fault({ operation: 'fetchPayment', kind: 'status', status: 200, body: moved });
    const razorpay_signature = signed(`${second}|${razorpay_payment_id}`);
    const verification = { razorpay_order_id: second, razorpay_payment_id, razorpay_signature };
    await expectProblem(verification, 409, 'payment_mismatch');
    expect((await seen(second)).status).toBe('CREATED');
  });

  fault('with another order’s signature is refused and claims nothing', async () => {
    const [mine, other] = [await stage.api.newOrder(), await stage.api.newOrder()];
    const [paid, elsewhere] = [await stage.api.pay(mine), await stage.api.pay(other)];
    const { razorpay_payment_id, razorpay_signature } = elsewhere;
    await expectProblem({ ...paid, razorpay_signature }, 400, 'signature_invalid');
    await expectProblem({ ...paid, razorpay_payment_id }, 400, 'signature_invalid');
    await expectProblem({ ...paid, razorpay_payment_id, razorpay_signature }, 400, 'signature_invalid');
    await stage.api.claimOrder(mine, stranger).expect(200);
  });

  fault('of another person’s order is refused, whatever the signature', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id);
    await expectProblem(paid, 403, 'order_not_yours', stranger);
    await expectProblem({ ...paid, razorpay_signature: '0'.repeat(64) }, 403, 'order_not_yours', stranger);
    expect(await seen(id)).toMatchObject({ status: 'CREATED', payments: [] });
  });

  fault('belongs to the payer even while the provider is away', async () => {
    const paid = await stage.api.pay(await stage.api.newOrder());
    await stage.fault({ operation: 'fetchPayment', kind: 'drop', times: 0 });
    await expectProblem(paid, 503, 'provider_unavailable');
    await expectProblem(paid, 403, 'order_not_yours', stranger);
  });
});

describe('under the throttle', () => {
  let strict: Stage;
  beforeAll(async () => {
    strict = await startStage(undefined, { THROTTLE: 'on' });
  });
  afterEach(() => strict.calm());
  afterAll(() => strict.close());

  fault('a verification does not wait for those of another person', async () => {
    const { token: slowPayer } = await strict.api.newPerson();
    const slow = await strict.api.pay(await strict.api.newOrder());
    const path = slow.razorpay_payment_id;
    const asked = await strict.fault({ operation: 'fetchPayment', path, kind: 'hang', times: 0 });
    let answered = 0;
    const waiting = Array.from({ length: 20 }, async () => {
      await strict.api.verifyPayment(slow, slowPayer);
      answered += 1;
    });
    await asked();
    const paid = await strict.api.pay(await strict.api.newOrder());
    await strict.api.verifyPayment(paid, (await strict.api.newPerson()).token).expect(200);
    expect(answered).toBe(0);
    await strict.calm();
    await Promise.all(waiting);
  });

  fault('one person may verify sixty times a minute, without affecting others', async () => {
    const { token } = await strict.api.newPerson();
    const paid = await strict.api.pay(await strict.api.newOrder());
    const all = await Promise.all(Array.from({ length: 70 }, () => strict.api.verifyPayment(paid, token)));
    expect(all.filter(({ status }) => status === 429)).toHaveLength(10);
    const other = await strict.api.pay(await strict.api.newOrder());
    await strict.api.verifyPayment(other, (await strict.api.newPerson()).token).expect(200);
  });
});
