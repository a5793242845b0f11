import { ageBy, useFixture } from './fixture';

const fixture = useFixture();
const { claimedOrder, paidOrder, seen, check } = fixture;
const clock = (hours: number) => fixture.atProvider('/clock', { hours });

/** Checks an order after these hours have passed, here and at the provider. */
async function checkAfter(hours: number, id: string) {
  await clock(hours);
  await fixture.database.query(ageBy(hours));
  return check(id);
}

describe('the reconciler', () => {
  test('lets an unpaid order expire after its last check, and a late payment still counts', async () => {
    const [id, other] = [await claimedOrder(), await claimedOrder()];
    await fixture.database.query(ageBy(72));
    for (const each of [id, other])
      expect(await check(each)).toMatchObject({ status: 'EXPIRED', nextCheckAt: null, payments: [] });
    await fixture.api.pay(id);
    await fixture.release({ orderId: id });
    expect((await seen(id)).status).toBe('PAID');
    await fixture.api.pay(other, { outcome: 'authorized' });
    await fixture.release({ orderId: other });
    expect(await seen(other)).toMatchObject({ status: 'AUTHORIZED', nextCheckAt: expect.any(String) });
    expect(await check(other)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
  });

  test('counts the good one of two payments if the other suddenly has another amount', async () => {
    const id = await claimedOrder();
    const [odd, good] = [await fixture.api.pay(id, { outcome: 'failed' }), await fixture.api.pay(id)];
    await fixture.release({ orderId: id, events: ['payment.failed'] });
    const { payments } = await fixture.provider();
    const items = [odd, good].map(({ razorpay_payment_id }) => payments.find(({ id }) => id === razorpay_payment_id));
    const body = { entity: 'collection', count: 2, items: [{ ...items[0], amount: 15_300 }, items[1]] };
    await fixture.fault({ path: `^/v1/orders/${id}/payments$`, kind: 'status', status: 200, body });
    await check(id);
    await fixture
      .server()
      .untilPrinted(/"level":"error".*"event":"order_check_failed".*differs from an earlier report/);
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'failed' }, { status: 'captured' }] });
  });

  test('is not held up by orders that the provider does not know, or answers unreadably', async () => {
    const odd = await Promise.all(Array.from({ length: 12 }, () => fixture.api.newOrder()));
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

  test('captures an authorized payment, and the order needs review when that never succeeds', async () => {
    const [taken, stuck] = [await paidOrder({ outcome: 'authorized' }), await paidOrder({ outcome: 'authorized' })];
    for (const { id, paid } of [taken, stuck]) {
      await fixture.verify(paid);
      expect((await seen(id)).status).toBe('AUTHORIZED');
    }
    expect((await check(taken.id)).status).toBe('PAID');
    await fixture.fault({ operation: 'capturePayment', kind: 'status', status: 400, times: 0 });
    await fixture.database.query(ageBy(72));
    expect((await check(stuck.id)).status).toBe('REVIEW');
    await fixture.server().untilPrinted(/"level":"error".*"event":"order_review"/);
  });
});

describe('a payment that the bank approves late', () => {
  const authorize = ({ razorpay_payment_id }: { razorpay_payment_id: string }, how?: object) =>
    fixture.atProvider(`/payments/${razorpay_payment_id}/authorize`, how);
  async function undecidedOrder() {
    const { id, paid } = await paidOrder({ outcome: 'created' });
    await check(id);
    return { id, paid };
  }

  test('at hour 100 is found by the last check, 120 hours after the attempt, and captured', async () => {
    const { id, paid } = await undecidedOrder();
    const expired = await checkAfter(73, id);
    expect(expired).toMatchObject({ status: 'EXPIRED', payments: [{ status: 'created' }] });
    const hoursLeft = (Date.parse(expired.nextCheckAt) - Date.now()) / 3_600_000;
    expect(Math.round(hoursLeft)).toBe(120 - 73);
    await clock(27);
    await authorize(paid);
    await checkAfter(19, id); // at 120 hours the provider refunds what is not captured
    expect(await check(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
  });

  test('and that the provider refunds before the last check is found REFUNDED by it', async () => {
    const { id, paid } = await undecidedOrder();
    expect((await checkAfter(73, id)).status).toBe('EXPIRED');
    await authorize(paid, { capture: false });
    expect(await checkAfter(48, id)).toMatchObject({ status: 'REFUNDED', refundStatus: 'processed', paidAt: null });
  });

  test('within three days is captured by the provider without us', async () => {
    const { id, paid } = await paidOrder({ outcome: 'failed', late: true });
    await fixture.release({ orderId: id, events: ['payment.failed'] });
    expect((await fixture.api.verifyPayment(paid, fixture.token).expect(409)).body.code).toBe('payment_failed');
    const captures = await fixture.requestsFor('capturePayment');
    await clock(71);
    await authorize(paid);
    await fixture.release({ orderId: id });
    expect(await fixture.requestsFor('capturePayment')).toBe(captures);
    await fixture.verify(paid);
    expect(await seen(id)).toMatchObject({ status: 'PAID', payments: [{ status: 'captured' }] });
  });

  test('and is never captured is refunded by the provider after five days, and reported so', async () => {
    const { id, paid } = await paidOrder({ outcome: 'authorized' });
    await clock(121);
    await fixture.release({ orderId: id });
    expect(await seen(id)).toMatchObject({ status: 'REFUNDED', refundStatus: 'processed', paidAt: null });
    expect((await fixture.api.verifyPayment(paid, fixture.token).expect(409)).body.code).toBe('payment_refunded');
  });
});
