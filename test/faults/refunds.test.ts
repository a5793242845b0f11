import { useFixture } from './fixture';

const fixture = useFixture();
const { seen, refund, refundsOf, check } = fixture;
const account = (settings: object) => fixture.sandbox.control('PUT', '/account', settings);
const stepOf = (id: string, step: string) => fixture.atProvider(`/refunds/${id}/${step}`);
const statusesOf = async (paymentId: string) => (await refundsOf(paymentId)).map(({ status }) => status);

afterEach(() => account({ refundOutcome: 'processed' }));

async function verifiedOrder() {
  const { id, paid } = await fixture.paidOrder();
  await fixture.verify(paid);
  return { id, paymentId: paid.razorpay_payment_id };
}

/** An order with a pending refund from Razorpay's dashboard. */
async function pendingRefund() {
  const order = await verifiedOrder();
  await account({ refundOutcome: 'pending' });
  await fixture.atProvider(`/payments/${order.paymentId}/refund`);
  const [{ id: refundId } = { id: '' }] = await refundsOf(order.paymentId);
  return { ...order, refundId };
}

const pending = {
  status: 'PAID',
  refundStatus: 'pending',
  nextCheckAt: expect.any(String),
  payments: [{ status: 'captured', amountRefundedPaise: 15_000, refunds: [{ status: 'pending', reference: null }] }],
};
const processed = {
  status: 'REFUNDED',
  refundStatus: 'processed',
  payments: [{ status: 'refunded', refunds: [{ status: 'processed', reference: expect.stringMatching(/^\d{23}$/) }] }],
};

describe('a refund', () => {
  test('leaves the order PAID while it is pending, and makes it REFUNDED when its event says processed', async () => {
    const { id, refundId } = await pendingRefund();
    await fixture.release({ orderId: id });
    expect(await seen(id)).toMatchObject(pending);
    await stepOf(refundId, 'process');
    await fixture.release({ orderId: id });
    expect(await seen(id)).toMatchObject({ ...processed, nextCheckAt: null });
  });

  test('that is pending is followed by the reconciler when its events are lost', async () => {
    const { id, refundId } = await pendingRefund();
    await stepOf(refundId, 'process');
    expect(await check(id)).toMatchObject(processed);
  });

  test('that failed twice is made a third time with a new key, and reported as failed until then', async () => {
    const { id, paymentId } = await verifiedOrder();
    await account({ refundOutcome: 'failed' });
    for (const attempts of [1, 2]) {
      expect((await refund(id)).body.refundStatus).toBe('failed');
      expect(await statusesOf(paymentId)).toEqual(Array(attempts).fill('failed'));
      expect(await seen(id)).toMatchObject({ status: 'PAID', refundStatus: 'failed' });
    }
    await account({ refundOutcome: 'processed' });
    expect((await refund(id)).body.order).toMatchObject({
      status: 'REFUNDED',
      payments: [{ refunds: [{ attempt: 1 }, { attempt: 2 }, { attempt: 3, reason: 'operator' }] }],
    });
    expect(await statusesOf(paymentId)).toEqual(['failed', 'failed', 'processed']);
  });

  test('that the bank returns after it was processed is reported as failed, and made again', async () => {
    const { id, paymentId } = await verifiedOrder();
    await refund(id);
    const [first] = await refundsOf(paymentId);
    await stepOf(first?.id as string, 'fail');
    await fixture.release({ orderId: id, events: ['refund.failed'] });
    const logged = `"level":"error".*"event":"refund_failed","refundId":"${first?.id}"`;
    await fixture.server().untilPrinted(new RegExp(logged));
    expect(await seen(id)).toMatchObject({ status: 'REFUNDED', refundStatus: 'failed' });
    await refund(id);
    expect(await seen(id)).toMatchObject({ refundStatus: 'processed' });
  });

  test('of a second payment is made again by itself if it fails, and if the bank returns it later', async () => {
    const { id } = await verifiedOrder();
    await account({ refundOutcome: 'failed' });
    const second = (await fixture.api.pay(id)).razorpay_payment_id;
    await check(id);
    expect(await statusesOf(second)).toEqual(['failed']);
    await account({ refundOutcome: 'processed' });
    await check(id);
    const [, again] = await refundsOf(second);
    await stepOf(again?.id as string, 'fail');
    await fixture.release({ orderId: id, events: ['refund.failed'] });
    await check(id);
    expect(await statusesOf(second)).toEqual(['failed', 'failed', 'processed']);
    expect((await seen(id)).payments[1]).toMatchObject({
      surplus: true,
      status: 'refunded',
      refundStatus: 'processed',
    });
  });
});
