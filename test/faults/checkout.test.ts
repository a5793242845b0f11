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

async function claimedOrder() {
  const id = await stage.api.newOrder();
  await stage.api.claimOrder(id, token).expect(200);
  return id;
}

const seen = async (id: string) => (await stage.api.get(`/user/order/${id}`, token).expect(200)).body;

/** As if the schedule had come to its last check: what stands unfinished has stood so for three days. */
const lastCheck = `DO $$ BEGIN
  SET LOCAL session_replication_role = replica;
  UPDATE order_transitions SET at = at - interval '72 hours';
  UPDATE orders SET next_check_at = now() WHERE status IN ('CREATED', 'AUTHORIZED');
END $$`;

async function endOfSchedule() {
  await stage.reborn(lastCheck);
  await stage.server.untilPrinted(/"event":"reconciled"/);
}

describe('at checkout', () => {
  fault('the browser dies after paying, and no event arrives: the reconciler finds the money', async () => {
    const id = await claimedOrder();
    await stage.api.pay(id);
    await stage.checkAll();
    expect(await seen(id)).toMatchObject({ status: 'PAID', nextCheckAt: null, payments: [{ status: 'captured' }] });
  });

  fault('the browser dies after paying: the event alone makes the order PAID', async () => {
    const id = await claimedOrder();
    await stage.api.pay(id);
    await stage.release({ orderId: id });
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
  });

  fault('the payer leaves: the order expires after the last check, and late money is taken up', async () => {
    const id = await claimedOrder();
    await endOfSchedule();
    expect(await seen(id)).toMatchObject({ status: 'EXPIRED', nextCheckAt: null, payments: [] });
    await stage.api.pay(id);
    await stage.release({ orderId: id });
    expect((await seen(id)).status).toBe('PAID');
  });

  fault('the payer leaves: money that is only held after the order expired is taken up and captured', async () => {
    const id = await claimedOrder();
    await endOfSchedule();
    await stage.api.pay(id, { outcome: 'authorized' });
    await stage.release({ orderId: id });
    expect(await seen(id)).toMatchObject({ status: 'AUTHORIZED', nextCheckAt: expect.any(String) });
    await stage.checkAll();
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
  });

  fault('the payer takes time, and an operator asks again and again: the order stays open', async () => {
    const id = await claimedOrder();
    for (let asked = 0; asked < 6; asked += 1) await stage.checkAll();
    expect(await seen(id)).toMatchObject({ status: 'CREATED', nextCheckAt: expect.any(String) });
  });

  fault('one of two payments has another amount all of a sudden: the other still counts', async () => {
    const id = await claimedOrder();
    const [odd, good] = [await stage.api.pay(id, { outcome: 'failed' }), await stage.api.pay(id)];
    await stage.release({ orderId: id, events: ['payment.failed'] });
    const { payments } = await stage.provider();
    const items = [odd, good].map(({ razorpay_payment_id }) => payments.find(({ id }) => id === razorpay_payment_id));
    const body = { entity: 'collection', count: 2, items: [{ ...items[0], amount: 15_300 }, items[1]] };
    await stage.fault({ path: `^/v1/orders/${id}/payments$`, kind: 'status', status: 200, body, times: 0 });
    await stage.checkAll();
    await stage.server.untilPrinted(/"level":50.*"event":"order_check_failed".*another amount/);
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'failed' }, { status: 'captured' }] });
  });

  /** Of six orders that are due before a paid one, the provider says this. */
  async function isPaidBesides(status: number, body: object) {
    const odd = await Promise.all(Array.from({ length: 6 }, () => stage.api.newOrder()));
    const id = await claimedOrder();
    await stage.api.pay(id);
    const path = `^/v1/orders/(${odd.join('|')})/payments$`;
    await stage.fault({ path, kind: 'status', status, body, times: 0 });
    await stage.checkAll();
    expect((await seen(id)).status).toBe('PAID');
  }

  fault('orders whose payments make no sense keep no others waiting', () =>
    isPaidBesides(200, { entity: 'collection', count: 1, items: [{ entity: 'payment' }] }),
  );

  fault('orders that the provider does not know keep no others waiting', () =>
    isPaidBesides(400, { error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' } }),
  );

  fault('a payment fails and another succeeds: the order is paid by the other', async () => {
    const id = await claimedOrder();
    await stage.api.pay(id, { outcome: 'failed' });
    await stage.release({ orderId: id });
    expect(await seen(id)).toMatchObject({ status: 'CREATED', payments: [{ status: 'failed' }] });
    await stage.api.verifyPayment(await stage.api.pay(id), token).expect(200);
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'failed' }, { status: 'captured' }] });
  });

  fault('money that is only held is captured, and reviewed by a person when that never succeeds', async () => {
    const [taken, stuck] = [await claimedOrder(), await claimedOrder()];
    await stage.api.verifyPayment(await stage.api.pay(taken, { outcome: 'authorized' }), token).expect(200);
    expect((await seen(taken)).status).toBe('AUTHORIZED');
    await stage.checkAll();
    expect((await seen(taken)).status).toBe('PAID');

    await stage.api.verifyPayment(await stage.api.pay(stuck, { outcome: 'authorized' }), token).expect(200);
    await stage.fault({ operation: 'capturePayment', kind: 'status', status: 400, times: 0 });
    await endOfSchedule();
    expect((await seen(stuck)).status).toBe('REVIEW');
    await stage.server.untilPrinted(/"level":50.*"event":"order_review"/);
  });

  fault('money that was held and went back by itself is REFUNDED', async () => {
    const id = await claimedOrder();
    const paid = await stage.api.pay(id, { outcome: 'authorized' });
    await stage.api.verifyPayment(paid, token).expect(200);
    await stage.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/refund`);
    await stage.release({ orderId: id });
    expect(await seen(id)).toMatchObject({
      status: 'REFUNDED',
      paidAt: null,
      payments: [{ amountRefundedPaise: 15000 }],
    });
    expect((await stage.api.verifyPayment(paid, token).expect(409)).body.code).toBe('payment_refunded');
  });
});
