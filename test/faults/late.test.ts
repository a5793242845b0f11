import { useFixture } from './fixture';

const fixture = useFixture();
const { claimedOrder, seen } = fixture;
const clock = (hours: number) => fixture.sandbox.control('POST', '/clock', { hours });
const step = (paymentId: string, name: string) => fixture.sandbox.control('POST', `/payments/${paymentId}/${name}`);

/** As if this many hours had passed since the order and its payments were made, here and at the provider. */
async function hoursPass(hours: number) {
  await clock(hours);
  await fixture.checkAll(`DO $$ BEGIN
    SET LOCAL session_replication_role = replica;
    UPDATE order_transitions SET at = at - interval '${hours} hours';
    UPDATE payments SET created_at = created_at - interval '${hours} hours';
  END $$`);
}

describe('a payment that is approved late', () => {
  test('at hour 100 is found by the last check, 120 hours after the attempt, and captured', async () => {
    const id = await claimedOrder();
    const { razorpay_payment_id } = await fixture.api.pay(id, { outcome: 'created' });
    await fixture.checkAll();
    await hoursPass(73);
    const expired = await seen(id);
    expect(expired).toMatchObject({ status: 'EXPIRED', payments: [{ status: 'created' }] });
    const hoursLeft = (Date.parse(expired.nextCheckAt) - Date.now()) / 3_600_000;
    expect(Math.round(hoursLeft)).toBe(120 - 73);
    await clock(27);
    await step(razorpay_payment_id, 'authorize');
    await hoursPass(19); // at 120 hours the provider refunds what is not captured
    await fixture.checkAll();
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
  });

  test('within three days is captured by the provider without us', async () => {
    const id = await claimedOrder();
    const { razorpay_payment_id } = await fixture.api.pay(id, { outcome: 'failed', late: true });
    const captures = await fixture.requestsFor('capturePayment');
    await clock(71);
    await step(razorpay_payment_id, 'authorize');
    await fixture.release({ orderId: id });
    expect(await fixture.requestsFor('capturePayment')).toBe(captures);
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
  });

  test('and never captured is refunded by the provider after five days, and reported so', async () => {
    const id = await claimedOrder();
    await fixture.fault({ operation: 'capturePayment', kind: 'status', status: 400, times: 0 });
    await fixture.api.pay(id, { outcome: 'authorized' });
    await clock(121);
    await fixture.release({ orderId: id });
    expect(await seen(id)).toMatchObject({ status: 'REFUNDED', refundStatus: 'processed', paidAt: null });
  });

  test('and refunded by the provider before the last check is found REFUNDED by it', async () => {
    const id = await claimedOrder();
    const { razorpay_payment_id } = await fixture.api.pay(id, { outcome: 'created' });
    await fixture.checkAll();
    await hoursPass(73);
    expect((await seen(id)).status).toBe('EXPIRED');
    await fixture.sandbox.control('POST', `/payments/${razorpay_payment_id}/authorize`, { capture: false });
    await hoursPass(48);
    expect(await seen(id)).toMatchObject({ status: 'REFUNDED', refundStatus: 'processed', paidAt: null });
  });
});

describe('an order whose creation got an unclear answer', () => {
  test('stays open when the second call is refused, until it is found by its receipt', async () => {
    const body = { error: { code: 'BAD_REQUEST_ERROR', description: 'Order receipt should be unique.' } };
    await fixture.fault({ operation: 'createOrder', kind: 'drop', when: 'after' });
    await fixture.fault({
      operation: 'listOrders',
      kind: 'status',
      status: 200,
      body: { entity: 'collection', items: [] },
    });
    await fixture.fault({ operation: 'createOrder', kind: 'status', status: 400, body });
    expect((await fixture.api.createOrder().expect(503)).body.code).toBe('provider_unavailable');
    const { id } = (await fixture.provider()).orders.at(-1) as { id: string };
    await fixture.checkAll();
    await fixture.api.claimOrder(id, fixture.token).expect(200);
  });

  test('is made once although both calls arrive', async () => {
    await fixture.fault({ operation: 'createOrder', kind: 'drop', when: 'after' });
    await fixture.fault({
      operation: 'listOrders',
      kind: 'status',
      status: 200,
      body: { entity: 'collection', items: [] },
    });
    const before = (await fixture.provider()).orders.length;
    const id = await fixture.api.newOrder();
    const { orders } = await fixture.provider();
    expect(orders.slice(before).map((order) => order.id)).toEqual([id]);
  });
});
