import { createHmac } from 'node:crypto';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { useFixture } from './fixture';

const fixture = useFixture();
const { claimedOrder, paidOrder, seen, verify } = fixture;

const paymentAtRazorpay = async (paymentId: string) =>
  (await fixture.provider()).payments.find(({ id }) => id === paymentId);
const signed = (text: string) => createHmac('sha256', SANDBOX_CREDENTIALS.keySecret).update(text).digest('hex');

async function expectProblem(verification: object, status: number, code: string, as = fixture.token) {
  const { body } = await fixture.api.verifyPayment(verification, as).expect(status);
  expect(body).toMatchObject({ status, code });
  expect(body).not.toHaveProperty('message');
}

describe('at verification', () => {
  test.each([
    ['answers 500', 500],
    ['knows nothing of the payment', 400],
  ])(
    'while the provider %s, verification returns 503 and claims the order, and a retry succeeds',
    async (_, status) => {
      const paid = await fixture.api.pay(await fixture.api.newOrder());
      await fixture.fault({ operation: 'fetchPayment', kind: 'status', status, times: 0 });
      await expectProblem(paid, 503, 'provider_unavailable');
      expect((await seen(paid.razorpay_order_id)).status).toBe('CREATED');
      await expectProblem(paid, 403, 'order_not_yours', (await fixture.api.newPerson()).token);
      await fixture.calm();
      await fixture.fault({ operation: 'fetchPayment', kind: 'status', status: 429 });
      await verify(paid);
      expect((await seen(paid.razorpay_order_id)).status).toBe('PAID');
    },
  );

  test('a failed payment is refused, before and after another payment has paid the order', async () => {
    const id = await claimedOrder();
    await expectProblem(await fixture.api.pay(id, { outcome: 'failed' }), 409, 'payment_failed');
    expect((await seen(id)).status).toBe('CREATED');
    await verify(await fixture.api.pay(id));
    await expectProblem(await fixture.api.pay(id, { outcome: 'failed' }), 409, 'payment_failed');
    expect((await seen(id)).status).toBe('PAID');
  });

  test('an undecided payment returns 503 with a clear title, even after another payment paid the order', async () => {
    const { id, paid } = await paidOrder();
    const undecided = await fixture.api.pay(id, { outcome: 'created' });
    for (const verified of [[], [paid]]) {
      for (const each of verified) await verify(each);
      const { body } = await fixture.api.verifyPayment(undecided, fixture.token).expect(503);
      expect(body.title).toMatch(/has not decided this payment yet/);
    }
    expect((await seen(id)).payments).toContainEqual(expect.objectContaining({ status: 'created', surplus: false }));
  });

  test('a refunded payment is refused, again and again', async () => {
    const { id, paid } = await paidOrder();
    await fixture.atProvider(`/payments/${paid.razorpay_payment_id}/refund`);
    for (let turn = 0; turn < 2; turn += 1) await expectProblem(paid, 409, 'payment_refunded');
    expect((await seen(id)).status).toBe('REFUNDED');
  });

  test('a payment of another amount or currency is refused, and the order needs review', async () => {
    for (const how of [{ amount: 14_999 }, { currency: 'USD' }]) {
      const { id, paid } = await paidOrder(how);
      for (let turn = 0; turn < 2; turn += 1) await expectProblem(paid, 409, 'payment_mismatch');
      expect((await seen(id)).status).toBe('REVIEW');
      await fixture.server().untilPrinted(new RegExp(`"level":"error".*"event":"order_review","orderId":"${id}"`));
    }
  });

  test('a payment that failed after its authorization is refused', async () => {
    const { id, paid } = await paidOrder({ outcome: 'authorized' });
    await fixture.release({ orderId: id });
    expect((await seen(id)).status).toBe('AUTHORIZED');
    await fixture.atProvider(`/payments/${paid.razorpay_payment_id}/fail`);
    await expectProblem(paid, 409, 'payment_failed');
  });

  test('a payment is refused if its stored amount or order differs from the report', async () => {
    const [{ id, paid }, other] = [await paidOrder({ outcome: 'failed' }), await claimedOrder()];
    await fixture.release({ orderId: id });
    const payment = { ...(await paymentAtRazorpay(paid.razorpay_payment_id)), status: 'captured' };
    const answer = (body: object) =>
      fixture.fault({ operation: 'fetchPayment', kind: 'status', status: 200, body: { ...payment, ...body } });
    await answer({ amount: 99_900 });
    await expectProblem(paid, 409, 'payment_mismatch');
    await answer({ order_id: other });
    const razorpay_signature = signed(`${other}|${paid.razorpay_payment_id}`);
    await expectProblem({ ...paid, razorpay_order_id: other, razorpay_signature }, 409, 'payment_mismatch');
    for (const each of [id, other]) expect((await seen(each)).status).toBe('CREATED');
  });

  test('another order’s signature is refused and claims nothing', async () => {
    const [mine, other] = [await fixture.api.newOrder(), await fixture.api.newOrder()];
    const [paid, elsewhere] = [await fixture.api.pay(mine), await fixture.api.pay(other)];
    const { razorpay_payment_id, razorpay_signature } = elsewhere;
    await expectProblem({ ...paid, razorpay_signature }, 400, 'signature_invalid');
    await expectProblem({ ...paid, razorpay_payment_id }, 400, 'signature_invalid');
    await expectProblem({ ...paid, razorpay_payment_id, razorpay_signature }, 400, 'signature_invalid');
    await fixture.api.claimOrder(mine, (await fixture.api.newPerson()).token).expect(200);
  });
});
