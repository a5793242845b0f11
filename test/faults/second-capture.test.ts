import { shows } from '../support/eventually';
import { useFixture } from './fixture';

const fixture = useFixture();
const { seen, verify, refundsOf, check } = fixture;

async function paidTwice() {
  const { id, paid: first } = await fixture.paidOrder();
  const second = await fixture.api.pay(id);
  await verify(first);
  return { id, first, second, secondId: second.razorpay_payment_id };
}
const refunded = (paymentId: string) =>
  shows(
    () => fixture.database.query(`SELECT status FROM payments WHERE id = '${paymentId}'`),
    [{ status: 'refunded' }],
  );

describe('a second captured payment', () => {
  test('is refunded once, automatically, and leaves the order PAID', async () => {
    const { id, first, second, secondId } = await paidTwice();
    await fixture.release({ orderId: id });
    await refunded(secondId);
    expect(await refundsOf(secondId)).toMatchObject([{ amount: 15_000 }]);
    expect(await refundsOf(first.razorpay_payment_id)).toEqual([]);
    await fixture.release({ orderId: id });
    expect(await seen(id)).toMatchObject({
      status: 'PAID',
      nextCheckAt: null,
      payments: [
        { id: first.razorpay_payment_id, status: 'captured', surplus: false },
        { id: secondId, status: 'refunded', surplus: true, amountRefundedPaise: 15_000 },
      ],
    });
    expect((await verify(second)).body).toMatchObject({
      orderStatus: 'PAID',
      paymentStatus: 'refunded',
      surplus: true,
    });
  });

  test('is refunded although the provider does not know another payment', async () => {
    const { id, secondId } = await paidTwice();
    const third = await fixture.api.pay(id);
    await fixture.fault({ path: `^/v1/payments/${secondId}\\?`, kind: 'status', status: 400, times: 0 });
    await fixture.api.post(`/user/order/${id}/check`, undefined, fixture.token).expect(503);
    await refunded(third.razorpay_payment_id);
    await fixture.calm();
    await check(id);
    await refunded(secondId);
  });

  test('does not wait for the next check if it is found while another is being refunded', async () => {
    const { id, second, secondId } = await paidTwice();
    const met = await fixture.fault({ operation: 'refundPayment', kind: 'hang' });
    await verify(second);
    await met();
    const third = await fixture.api.pay(id);
    await verify(third);
    await fixture.calm();
    await refunded(secondId);
    await refunded(third.razorpay_payment_id);
    expect(await refundsOf(third.razorpay_payment_id)).toHaveLength(1);
  });

  test('is refunded too after the last check of the order, and an authorized one is awaited for three days', async () => {
    const { id, paid } = await fixture.paidOrder();
    await verify(paid);
    await fixture.database.query('UPDATE orders SET next_check_at = NULL');
    const second = await fixture.api.pay(id, { outcome: 'authorized' });
    const secondId = second.razorpay_payment_id;
    expect((await verify(second)).body).toMatchObject({ paymentStatus: 'authorized', surplus: true });
    const checkAt = async (ageHours: number) => {
      await fixture.database.query(`DO $$ BEGIN
        SET LOCAL session_replication_role = replica;
        UPDATE payments SET created_at = now() - interval '${ageHours} hours' WHERE id = '${secondId}';
        UPDATE order_transitions SET at = now() - interval '100 hours';
      END $$`);
      return (await check(id)).nextCheckAt;
    };
    const hoursToGo = (Date.parse((await checkAt(71)) ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hoursToGo)).toBe(1);
    expect(await checkAt(73)).toBeNull();
    await fixture.atProvider(`/payments/${secondId}/capture`);
    await fixture.release({ orderId: id });
    await refunded(secondId);
  });

  test('is logged as an error if the provider refuses its refund, which is tried again', async () => {
    const { id, secondId } = await paidTwice();
    const body = { error: { code: 'BAD_REQUEST_ERROR', description: 'not enough balance' } };
    await fixture.fault({ operation: 'refundPayment', kind: 'status', status: 400, body, times: 0 });
    await check(id);
    const refused = `"level":"error".*"event":"refund_refused","paymentId":"${secondId}".*not enough balance`;
    await fixture.server().untilPrinted(new RegExp(refused));
    expect((await seen(id)).payments[1]).toMatchObject({ status: 'captured', surplus: true });
    await fixture.calm();
    await check(id);
    await refunded(secondId);
  });
});
