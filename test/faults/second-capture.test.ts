import { shows } from '../support/eventually';
import { useFixture } from './fixture';

const fixture = useFixture();
const { seen } = fixture;

async function paidTwice() {
  const id = await fixture.api.newOrder();
  const [first, second] = [await fixture.api.pay(id), await fixture.api.pay(id)];
  await fixture.api.verifyPayment(first, fixture.token).expect(200);
  return { id, first, second };
}
const refundsOf = async (paymentId: string) =>
  (await fixture.provider()).refunds.filter(({ payment_id }) => payment_id === paymentId);
const refunded = (paymentId: string) =>
  shows(
    () => fixture.database.query(`SELECT status FROM payments WHERE id = '${paymentId}'`),
    [{ status: 'refunded' }],
  );

describe('a second captured payment', () => {
  test('is refunded once, automatically, and leaves the order PAID', async () => {
    const { id, first, second } = await paidTwice();
    await fixture.release({ orderId: id });
    const logged = `"event":"refund","paymentId":"${second.razorpay_payment_id}","status":"refunded"`;
    await fixture.server.untilPrinted(new RegExp(logged));
    expect(await refundsOf(second.razorpay_payment_id)).toMatchObject([{ amount: 15000 }]);
    expect(await refundsOf(first.razorpay_payment_id)).toEqual([]);
    await fixture.release({ orderId: id });
    expect(await seen(id)).toMatchObject({
      status: 'PAID',
      nextCheckAt: null,
      payments: [
        { id: first.razorpay_payment_id, status: 'captured', surplus: false },
        { id: second.razorpay_payment_id, status: 'refunded', surplus: true, amountRefundedPaise: 15000 },
      ],
    });
    const { body } = await fixture.api.verifyPayment(second, fixture.token).expect(200);
    expect(body).toMatchObject({ orderStatus: 'PAID', paymentStatus: 'refunded', surplus: true });
  });

  test('is refunded although the provider does not know another payment', async () => {
    const { id, second } = await paidTwice();
    const third = await fixture.api.pay(id);
    const path = `^/v1/payments/${second.razorpay_payment_id}\\?`;
    await fixture.fault({ path, kind: 'status', status: 400, times: 0 });
    await fixture.checkAll();
    await refunded(third.razorpay_payment_id);
    await fixture.calm();
    await fixture.checkAll();
    await refunded(second.razorpay_payment_id);
  });

  test('does not wait for the next check if it is found while another is being refunded', async () => {
    const { id, second } = await paidTwice();
    const met = await fixture.fault({ operation: 'refundPayment', kind: 'delay', ms: 1_500 });
    await fixture.api.verifyPayment(second, fixture.token).expect(200);
    await met();
    const third = await fixture.api.pay(id);
    await fixture.api.verifyPayment(third, fixture.token).expect(200);
    await refunded(second.razorpay_payment_id);
    await refunded(third.razorpay_payment_id);
    expect(await refundsOf(third.razorpay_payment_id)).toHaveLength(1);
  });

  test('is refunded too after the last check of the order', async () => {
    const id = await fixture.api.newOrder();
    await fixture.api.verifyPayment(await fixture.api.pay(id), fixture.token).expect(200);
    await fixture.database.query('UPDATE orders SET next_check_at = NULL');
    const second = await fixture.api.pay(id, { outcome: 'authorized' });
    const { body } = await fixture.api.verifyPayment(second, fixture.token).expect(200);
    expect(body).toMatchObject({ paymentStatus: 'authorized', surplus: true });
    expect(await seen(id)).toMatchObject({ nextCheckAt: expect.any(String), payments: [{}, { surplus: true }] });
    await fixture.sandbox.control('POST', `/payments/${second.razorpay_payment_id}/capture`);
    await fixture.checkAll();
    await refunded(second.razorpay_payment_id);
    expect((await seen(id)).nextCheckAt).toBeNull();
  });

  test('is awaited for three days while it is authorized, and no longer', async () => {
    const id = await fixture.api.newOrder();
    await fixture.api.verifyPayment(await fixture.api.pay(id), fixture.token).expect(200);
    const held = await fixture.api.pay(id, { outcome: 'authorized' });
    await fixture.api.verifyPayment(held, fixture.token).expect(200);
    const checkAt = async (ageHours: number) => {
      await fixture.checkAll(`DO $$ BEGIN
        SET LOCAL session_replication_role = replica;
        UPDATE payments SET created_at = now() - interval '${ageHours} hours' WHERE id = '${held.razorpay_payment_id}';
        UPDATE order_transitions SET at = now() - interval '100 hours';
      END $$`);
      return (await seen(id)).nextCheckAt;
    };
    const hoursToGo = (Date.parse((await checkAt(71)) ?? '') - Date.now()) / 3_600_000;
    expect(hoursToGo).toBeGreaterThan(0.9);
    expect(hoursToGo).toBeLessThan(1.1);
    expect(await checkAt(73)).toBeNull();
    await fixture.sandbox.control('POST', `/payments/${held.razorpay_payment_id}/capture`);
    await fixture.release({ orderId: id });
    await refunded(held.razorpay_payment_id);
  });

  test('is logged as an error if the provider refuses its refund, which is tried again', async () => {
    const { id, second } = await paidTwice();
    const body = { error: { code: 'BAD_REQUEST_ERROR', description: 'not enough balance' } };
    await fixture.fault({ operation: 'refundPayment', kind: 'status', status: 400, body, times: 0 });
    await fixture.checkAtStart();
    const refused = `"level":"error".*"event":"refund_refused","paymentId":"${second.razorpay_payment_id}".*not enough balance`;
    await fixture.server.untilPrinted(new RegExp(refused));
    expect(fixture.server.output()).not.toContain(`"event":"refund","paymentId":"${second.razorpay_payment_id}"`);
    expect((await seen(id)).payments[1]).toMatchObject({ status: 'captured', surplus: true });
    await fixture.calm();
    await fixture.checkAll();
    await refunded(second.razorpay_payment_id);
  });

  test('is refunded once, after the restart, if a crash cut its refund off', async () => {
    const { id, second } = await paidTwice();
    const met = await fixture.fault({ operation: 'refundPayment', kind: 'hang', when: 'after' });
    await fixture.api.verifyPayment(second, fixture.token).expect(200);
    await met();
    await fixture.checkAtStart();
    expect(await refundsOf(second.razorpay_payment_id)).toHaveLength(1);
    expect((await seen(id)).payments[1]).toMatchObject({ status: 'refunded', surplus: true });
  });
});
