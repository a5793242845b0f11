import { createHmac } from 'node:crypto';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { useFixture } from './fixture';

const fixture = useFixture();
const { claimedOrder, paidOrder, seen } = fixture;
let stranger: string;
beforeAll(async () => {
  stranger = (await fixture.api.newPerson()).token;
});

const atProvider = async (paymentId: string) => (await fixture.provider()).payments.find(({ id }) => id === paymentId);
const signed = (text: string) => createHmac('sha256', SANDBOX_CREDENTIALS.keySecret).update(text).digest('hex');

async function expectProblem(verification: object, status: number, code: string, as = fixture.token) {
  const { body } = await fixture.api.verifyPayment(verification, as).expect(status);
  expect(body).toMatchObject({ status, code });
  expect(body).not.toHaveProperty('message');
}

describe('at verification', () => {
  test.each([
    ['never answers', { kind: 'hang' }],
    ['answers 500', { kind: 'status', status: 500 }],
    ['answers garbage', { kind: 'garbage' }],
    ['knows nothing of the payment', { kind: 'status', status: 400 }],
  ] as const)('while the provider %s the answer is 503, and later the payment is accepted', async (_, action) => {
    const { id, paid } = await paidOrder();
    await fixture.fault({ operation: 'fetchPayment', times: 0, ...action });
    await expectProblem(paid, 503, 'provider_unavailable');
    expect((await seen(id)).status).toBe('CREATED');
    await fixture.calm();
    await fixture.api.verifyPayment(paid, fixture.token).expect(200);
    expect((await seen(id)).status).toBe('PAID');
  });

  test('the provider is asked once more when it answers 429', async () => {
    const { paid } = await paidOrder();
    await fixture.fault({ operation: 'fetchPayment', kind: 'status', status: 429 });
    await fixture.api.verifyPayment(paid, fixture.token).expect(200);
  });

  test('a failed payment is refused, before and after another payment has paid the order', async () => {
    const id = await claimedOrder();
    await expectProblem(await fixture.api.pay(id, { outcome: 'failed' }), 409, 'payment_failed');
    expect((await seen(id)).status).toBe('CREATED');
    await fixture.api.verifyPayment(await fixture.api.pay(id), fixture.token).expect(200);
    await expectProblem(await fixture.api.pay(id, { outcome: 'failed' }), 409, 'payment_failed');
    expect((await seen(id)).status).toBe('PAID');
  });

  test('an undecided payment is answered 503, and the title says so, also after another has paid the order', async () => {
    const { id, paid } = await paidOrder();
    const undecided = await fixture.api.pay(id, { outcome: 'created' });
    for (const verified of [[], [paid]]) {
      for (const each of verified) await fixture.api.verifyPayment(each, fixture.token).expect(200);
      const { body } = await fixture.api.verifyPayment(undecided, fixture.token).expect(503);
      expect(body.title).toMatch(/has not decided this payment yet/);
    }
    expect((await seen(id)).payments).toContainEqual(expect.objectContaining({ status: 'created', surplus: false }));
  });

  test('a refunded payment is refused, again and again', async () => {
    const { id, paid } = await paidOrder();
    await fixture.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/refund`);
    await expectProblem(paid, 409, 'payment_refunded');
    await expectProblem(paid, 409, 'payment_refunded');
    expect((await seen(id)).status).toBe('REFUNDED');
  });

  test.each([
    ['amount', { amount: 14999 }],
    ['currency', { currency: 'USD' }],
  ] as const)('a payment with another %s is refused, and the order needs review', async (_, how) => {
    const { id, paid } = await paidOrder(how);
    await expectProblem(paid, 409, 'payment_mismatch');
    await expectProblem(paid, 409, 'payment_mismatch');
    expect((await seen(id)).status).toBe('REVIEW');
    await fixture.server.untilPrinted(new RegExp(`"level":"error".*"event":"order_review","orderId":"${id}"`));
  });

  test('a payment that failed after its authorization is refused', async () => {
    const { id, paid } = await paidOrder({ outcome: 'authorized' });
    await fixture.release({ orderId: id });
    expect((await seen(id)).status).toBe('AUTHORIZED');
    await fixture.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/fail`);
    await expectProblem(paid, 409, 'payment_failed');
  });

  test('a payment known with another amount is refused', async () => {
    const { id, paid } = await paidOrder({ outcome: 'failed' });
    await fixture.release({ orderId: id });
    const payment = await atProvider(paid.razorpay_payment_id);
    const body = { ...payment, status: 'captured', amount: 99_900 };
    await fixture.fault({ operation: 'fetchPayment', kind: 'status', status: 200, body });
    await expectProblem(paid, 409, 'payment_mismatch');
    expect((await seen(id)).status).toBe('CREATED');
  });

  test('a payment known for another order is refused', async () => {
    const [first, second] = [await claimedOrder(), await claimedOrder()];
    const { razorpay_payment_id } = await fixture.api.pay(first, { outcome: 'failed' });
    await fixture.release({ orderId: first });
    const moved = { ...(await atProvider(razorpay_payment_id)), order_id: second, status: 'captured' };
    await fixture.fault({ operation: 'fetchPayment', kind: 'status', status: 200, body: moved });
    const razorpay_signature = signed(`${second}|${razorpay_payment_id}`);
    const verification = { razorpay_order_id: second, razorpay_payment_id, razorpay_signature };
    await expectProblem(verification, 409, 'payment_mismatch');
    expect((await seen(second)).status).toBe('CREATED');
  });

  test('another order’s signature is refused and claims nothing', async () => {
    const [mine, other] = [await fixture.api.newOrder(), await fixture.api.newOrder()];
    const [paid, elsewhere] = [await fixture.api.pay(mine), await fixture.api.pay(other)];
    const { razorpay_payment_id, razorpay_signature } = elsewhere;
    await expectProblem({ ...paid, razorpay_signature }, 400, 'signature_invalid');
    await expectProblem({ ...paid, razorpay_payment_id }, 400, 'signature_invalid');
    await expectProblem({ ...paid, razorpay_payment_id, razorpay_signature }, 400, 'signature_invalid');
    await fixture.api.claimOrder(mine, stranger).expect(200);
  });

  test('the order is claimed for the payer even while the provider does not answer', async () => {
    const paid = await fixture.api.pay(await fixture.api.newOrder());
    await fixture.fault({ operation: 'fetchPayment', kind: 'drop', times: 0 });
    await expectProblem(paid, 503, 'provider_unavailable');
    await expectProblem(paid, 403, 'order_not_yours', stranger);
  });
});
