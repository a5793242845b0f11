import { fault } from './repeat';
import { type Stage, startStage } from './stage';

let stage: Stage;
let token: string;
beforeAll(async () => {
  stage = await startStage();
  token = (await stage.api.newPerson()).token;
});
afterEach(() => stage.calm());
afterAll(() => stage.close());

const seen = async (id: string) => (await stage.api.get(`/user/order/${id}`, token).expect(200)).body;

async function paidTwice() {
  const id = await stage.api.newOrder();
  const [first, second] = [await stage.api.pay(id), await stage.api.pay(id)];
  await stage.api.verifyPayment(first, token).expect(200);
  return { id, first, second };
}
const refundsOf = async (paymentId: string) =>
  (await stage.provider()).refunds.filter(({ payment_id }) => payment_id === paymentId);
const givenBack = (paymentId: string) =>
  stage.server.untilPrinted(new RegExp(`"event":"refund","paymentId":"${paymentId}","status":"refunded"`));

describe('a second capture', () => {
  fault('is refunded once, by itself, and leaves the order PAID', async () => {
    const { id, first, second } = await paidTwice();
    await stage.release({ orderId: id });
    await givenBack(second.razorpay_payment_id);
    expect(await refundsOf(second.razorpay_payment_id)).toMatchObject([{ amount: 15000 }]);
    expect(await refundsOf(first.razorpay_payment_id)).toEqual([]);
    await stage.release({ orderId: id });
    expect(await seen(id)).toMatchObject({
      status: 'PAID',
      nextCheckAt: null,
      payments: [
        { id: first.razorpay_payment_id, status: 'captured', surplus: false },
        { id: second.razorpay_payment_id, status: 'refunded', surplus: true, amountRefundedPaise: 15000 },
      ],
    });
    await stage.api.verifyPayment(second, token).expect(200);
  });

  fault('found by a verification is refunded just the same', async () => {
    const { id, second } = await paidTwice();
    await stage.api.verifyPayment(second, token).expect(200);
    await givenBack(second.razorpay_payment_id);
    expect((await seen(id)).status).toBe('PAID');
  });

  fault('whose refund was done and its answer lost is not refunded again', async () => {
    const { second } = await paidTwice();
    await stage.fault({ operation: 'refundPayment', kind: 'drop', when: 'after' });
    await stage.api.verifyPayment(second, token).expect(200);
    await stage.server.untilPrinted(/"event":"order_check_failed"/);
    await stage.checkAll();
    expect(await refundsOf(second.razorpay_payment_id)).toHaveLength(1);
    expect((await stage.provider()).requests.refundPayment).toBeGreaterThanOrEqual(1);
  });

  fault('goes back although the provider tells nothing of another', async () => {
    const { id, second } = await paidTwice();
    const third = await stage.api.pay(id);
    const path = `^/v1/payments/${second.razorpay_payment_id}$`;
    await stage.fault({ path, kind: 'status', status: 400, times: 0 });
    await stage.checkAll();
    await givenBack(third.razorpay_payment_id);
    await stage.calm();
    await stage.checkAll();
    await givenBack(second.razorpay_payment_id);
  });

  fault('that comes to be known while another goes back does not wait for the next check', async () => {
    const { id, second } = await paidTwice();
    const met = await stage.fault({ operation: 'refundPayment', kind: 'delay', ms: 1_500 });
    await stage.api.verifyPayment(second, token).expect(200);
    await met();
    const third = await stage.api.pay(id);
    await stage.api.verifyPayment(third, token).expect(200);
    await givenBack(second.razorpay_payment_id);
    await givenBack(third.razorpay_payment_id);
    expect(await refundsOf(third.razorpay_payment_id)).toHaveLength(1);
  });

  fault('that comes when nobody asks about the order any more is awaited, and given back', async () => {
    const id = await stage.api.newOrder();
    await stage.api.verifyPayment(await stage.api.pay(id), token).expect(200);
    await stage.reborn('UPDATE orders SET next_check_at = NULL');
    const second = await stage.api.pay(id, { outcome: 'authorized' });
    await stage.api.verifyPayment(second, token).expect(200);
    expect((await seen(id)).nextCheckAt).toEqual(expect.any(String));
    await stage.sandbox.control('POST', `/payments/${second.razorpay_payment_id}/capture`);
    await stage.checkAll();
    await givenBack(second.razorpay_payment_id);
    expect((await seen(id)).nextCheckAt).toBeNull();
  });

  fault('that stays authorised is asked about for three days, and no longer', async () => {
    const id = await stage.api.newOrder();
    await stage.api.verifyPayment(await stage.api.pay(id), token).expect(200);
    const held = await stage.api.pay(id, { outcome: 'authorized' });
    await stage.api.verifyPayment(held, token).expect(200);
    const checkAt = async (ageHours: number) => {
      await stage.reborn(`DO $$ BEGIN
        SET LOCAL session_replication_role = replica;
        UPDATE payments SET created_at = now() - interval '${ageHours} hours' WHERE id = '${held.razorpay_payment_id}';
        UPDATE order_transitions SET at = now() - interval '100 hours';
      END $$`);
      await stage.checkAll();
      return (await seen(id)).nextCheckAt;
    };
    const hoursToGo = (Date.parse((await checkAt(71)) ?? '') - Date.now()) / 3_600_000;
    expect(hoursToGo).toBeGreaterThan(0.9);
    expect(hoursToGo).toBeLessThan(1.1);
    expect(await checkAt(73)).toBeNull();
    await stage.sandbox.control('POST', `/payments/${held.razorpay_payment_id}/capture`);
    await stage.release({ orderId: id });
    await givenBack(held.razorpay_payment_id);
  });

  fault('whose refund the provider refuses is told of, and tried again', async () => {
    const { id, second } = await paidTwice();
    const body = { error: { code: 'BAD_REQUEST_ERROR', description: 'not enough balance' } };
    await stage.fault({ operation: 'refundPayment', kind: 'status', status: 400, body, times: 0 });
    await stage.checkAll();
    const refused = `"level":50.*"event":"refund_refused","paymentId":"${second.razorpay_payment_id}".*not enough balance`;
    await stage.server.untilPrinted(new RegExp(refused));
    expect(stage.server.output()).not.toContain(`"event":"refund","paymentId":"${second.razorpay_payment_id}"`);
    expect((await seen(id)).payments[1]).toMatchObject({ status: 'captured', surplus: true });
    await stage.calm();
    await stage.checkAll();
    await givenBack(second.razorpay_payment_id);
  });

  fault('whose refund is cut off by a crash is refunded after the restart, once', async () => {
    const { id, second } = await paidTwice();
    const met = await stage.fault({ operation: 'refundPayment', kind: 'hang', when: 'after' });
    await stage.api.verifyPayment(second, token).expect(200);
    await met();
    await stage.checkAll();
    expect(await refundsOf(second.razorpay_payment_id)).toHaveLength(1);
    expect((await seen(id)).payments[1]).toMatchObject({ status: 'refunded', surplus: true });
  });
});
