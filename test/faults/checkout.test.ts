import { useFixture } from './fixture';

const fixture = useFixture();
const { claimedOrder, paidOrder, seen } = fixture;

/** As if the schedule had come to its last check: every open order is three days old. */
const threeDaysLater = `DO $$ BEGIN
  SET LOCAL session_replication_role = replica;
  UPDATE order_transitions SET at = at - interval '72 hours';
END $$`;
const openOnes = "UPDATE orders SET next_check_at = now() WHERE status IN ('CREATED', 'AUTHORIZED')";

describe('at checkout', () => {
  test('the browser dies after paying, and no event arrives: the reconciler finds the payment', async () => {
    const { id } = await paidOrder();
    await fixture.checkAll();
    expect(await seen(id)).toMatchObject({ status: 'PAID', nextCheckAt: null, payments: [{ status: 'captured' }] });
  });

  test('the payer leaves: the order expires after the last check, and a late payment still counts', async () => {
    const [id, other] = [await claimedOrder(), await claimedOrder()];
    await fixture.check(openOnes, threeDaysLater);
    for (const each of [id, other])
      expect(await seen(each)).toMatchObject({ status: 'EXPIRED', nextCheckAt: null, payments: [] });
    await fixture.api.pay(id);
    await fixture.release({ orderId: id });
    expect((await seen(id)).status).toBe('PAID');
    await fixture.api.pay(other, { outcome: 'authorized' });
    await fixture.release({ orderId: other });
    expect(await seen(other)).toMatchObject({ status: 'AUTHORIZED', nextCheckAt: expect.any(String) });
    await fixture.checkAll();
    expect(await seen(other)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
  });

  test('the payer takes time, and an operator reconciles again and again: the order stays open', async () => {
    const id = await claimedOrder();
    for (let asked = 0; asked < 3; asked += 1) await fixture.checkAll();
    expect(await seen(id)).toMatchObject({ status: 'CREATED', nextCheckAt: expect.any(String) });
  });

  test('one of two payments suddenly has another amount: the other still counts', async () => {
    const id = await claimedOrder();
    const [odd, good] = [await fixture.api.pay(id, { outcome: 'failed' }), await fixture.api.pay(id)];
    await fixture.release({ orderId: id, events: ['payment.failed'] });
    const { payments } = await fixture.provider();
    const items = [odd, good].map(({ razorpay_payment_id }) => payments.find(({ id }) => id === razorpay_payment_id));
    const body = { entity: 'collection', count: 2, items: [{ ...items[0], amount: 15_300 }, items[1]] };
    await fixture.fault({ path: `^/v1/orders/${id}/payments$`, kind: 'status', status: 200, body, times: 0 });
    await fixture.checkAtStart();
    await fixture.server.untilPrinted(/"level":"error".*"event":"order_check_failed".*differs from an earlier report/);
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'failed' }, { status: 'captured' }] });
  });

  test('orders that the provider does not know, or answers unreadably, do not hold up other orders', async () => {
    const orders = Array.from({ length: 12 }, () => fixture.api.newOrder());
    const odd = await Promise.all(orders);
    const { id } = await paidOrder();
    const answers = [
      { status: 400, body: { error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' } } },
      { status: 200, body: { entity: 'collection', count: 1, items: [{ entity: 'payment' }] } },
    ];
    for (const [half, answer] of answers.entries()) {
      const path = `^/v1/orders/(${odd.slice(6 * half, 6 * half + 6).join('|')})/payments$`;
      await fixture.fault({ path, kind: 'status', ...answer, times: 0 });
    }
    await fixture.checkAll();
    expect((await seen(id)).status).toBe('PAID');
  });

  test('an authorized payment is captured, and the order needs review when that never succeeds', async () => {
    const [taken, stuck] = [await claimedOrder(), await claimedOrder()];
    await fixture.api.verifyPayment(await fixture.api.pay(taken, { outcome: 'authorized' }), fixture.token).expect(200);
    expect((await seen(taken)).status).toBe('AUTHORIZED');
    await fixture.checkAll();
    expect((await seen(taken)).status).toBe('PAID');

    await fixture.api.verifyPayment(await fixture.api.pay(stuck, { outcome: 'authorized' }), fixture.token).expect(200);
    await fixture.fault({ operation: 'capturePayment', kind: 'status', status: 400, times: 0 });
    await fixture.restart(threeDaysLater, openOnes);
    await fixture.server.untilPrinted(/"event":"reconciled"/);
    expect((await seen(stuck)).status).toBe('REVIEW');
    await fixture.server.untilPrinted(/"level":"error".*"event":"order_review"/);
  });

  test('an authorized payment that the bank returned makes the order REFUNDED', async () => {
    const { id, paid } = await paidOrder({ outcome: 'authorized' });
    await fixture.api.verifyPayment(paid, fixture.token).expect(200);
    await fixture.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/refund`);
    await fixture.release({ orderId: id });
    expect(await seen(id)).toMatchObject({
      status: 'REFUNDED',
      paidAt: null,
      payments: [{ amountRefundedPaise: 15000 }],
    });
    expect((await fixture.api.verifyPayment(paid, fixture.token).expect(409)).body.code).toBe('payment_refunded');
  });
});
