import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { useFixture } from './fixture';

const fixture = useFixture();
const { seen } = fixture;

/** Kills the server while the provider creates an order. */
async function killedInCreation(when: 'before' | 'after') {
  const met = await fixture.fault({ operation: 'createOrder', kind: 'hang', when });
  const cutOff = fixture.api.createOrder().catch(() => 'cut off');
  await met();
  await fixture.server().kill();
  expect(await cutOff).toBe('cut off');
  await fixture.checkAtStart();
}
const ordersAtProvider = async () => (await fixture.provider()).orders;

describe('a server that starts again after a crash', () => {
  test('closes an order whose call never reached the provider', async () => {
    await killedInCreation('before');
    await fixture.server().untilPrinted(/"from":"CREATING","to":"CREATE_FAILED","cause":"reconciler"/);
    expect(await ordersAtProvider()).toEqual([]);
  });

  test('finds an order that the provider made', async () => {
    await killedInCreation('after');
    const id = (await ordersAtProvider()).at(-1)?.id;
    await fixture.server().untilPrinted(new RegExp(`"orderId":"${id}","from":"CREATING","to":"CREATED"`));
  });

  test('finds a payment of which no event and no browser reported', async () => {
    const { id } = await fixture.paidOrder();
    await fixture.checkAtStart();
    expect(await seen(id)).toMatchObject({ status: 'PAID', nextCheckAt: null, payments: [{ status: 'captured' }] });
  });

  test('has refunded a second payment once if the crash cut its refund off', async () => {
    const { id, paid } = await fixture.paidOrder();
    await fixture.verify(paid);
    const second = await fixture.api.pay(id);
    const met = await fixture.fault({ operation: 'refundPayment', kind: 'hang', when: 'after' });
    await fixture.verify(second);
    await met();
    await fixture.checkAtStart();
    expect(await fixture.refundsOf(second.razorpay_payment_id)).toHaveLength(1);
    expect((await seen(id)).payments[1]).toMatchObject({ status: 'refunded', surplus: true });
  });
});

test('while the secrets are rotated every event arrives, and the old secret ends with the rotation', async () => {
  const { id, paid } = await fixture.paidOrder();
  const secret = 'a new webhook secret of the test';
  await fixture.restart({
    RAZORPAY_WEBHOOK_SECRET: secret,
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: SANDBOX_CREDENTIALS.webhookSecret,
    RAZORPAY_KEY_SECRET: 'a new key secret of the test',
    RAZORPAY_KEY_SECRET_PREVIOUS: SANDBOX_CREDENTIALS.keySecret,
  });
  expect(await fixture.release({ orderId: id, events: ['payment.captured'] })).toEqual([200]);
  await fixture.verify(paid);
  await fixture.sandbox.control('PUT', '/webhooks', { secret });
  expect(await fixture.release({ orderId: id, events: ['order.paid'] })).toEqual([200]);
  await fixture.restart({ RAZORPAY_WEBHOOK_SECRET: secret });
  await fixture.sandbox.control('PUT', '/webhooks', { secret: SANDBOX_CREDENTIALS.webhookSecret });
  expect(await fixture.release({ orderId: id, events: ['payment.authorized'] })).toEqual([400]);
});
