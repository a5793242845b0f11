import { createHmac } from 'node:crypto';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { useFixture } from './fixture';

const fixture = useFixture();
const { seen, refund } = fixture;
const newWebhookSecret = 'a new webhook secret of the test';
const account = (settings: object) => fixture.sandbox.control('PUT', '/account', settings);
const stepOf = (id: string, step: string) => fixture.sandbox.control('POST', `/refunds/${id}/${step}`);
const refundsOf = async (paymentId: string) =>
  (await fixture.provider()).refunds.filter(({ payment_id }) => payment_id === paymentId);
const statusesOf = async (paymentId: string) => (await refundsOf(paymentId)).map(({ status }) => status);

afterEach(() => account({ refundOutcome: 'processed' }));

async function verifiedOrder() {
  const { id, paid } = await fixture.paidOrder();
  await fixture.api.verifyPayment(paid, fixture.token).expect(200);
  return { id, paymentId: paid.razorpay_payment_id };
}

/** An order that was refunded in the provider's dashboard: accepted, and not yet processed. */
async function pendingRefund() {
  const order = await verifiedOrder();
  await account({ refundOutcome: 'pending' });
  await fixture.sandbox.control('POST', `/payments/${order.paymentId}/refund`);
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
    await fixture.checkAtStart();
    expect(await seen(id)).toMatchObject(processed);
  });

  test('that failed twice is made a third time with a new key, and reported as failed until then', async () => {
    const { id, paymentId } = await verifiedOrder();
    await account({ refundOutcome: 'failed' });
    for (const attempts of [1, 2]) {
      expect((await refund(id)).body.refundStatus).toBe('failed');
      expect(await statusesOf(paymentId)).toEqual(Array(attempts).fill('failed'));
      expect((await seen(id)).payments[0].refunds).toHaveLength(attempts);
      expect(await seen(id)).toMatchObject({ status: 'PAID', refundStatus: 'failed' });
    }
    await account({ refundOutcome: 'processed' });
    expect((await refund(id)).body.order).toMatchObject({
      status: 'REFUNDED',
      payments: [{ refunds: [{ attempt: 1 }, { attempt: 2 }, { attempt: 3, reason: 'operator' }] }],
    });
    expect(await statusesOf(paymentId)).toEqual(['failed', 'failed', 'processed']);
  });

  test('whose answer is lost is made once', async () => {
    const { id, paymentId } = await verifiedOrder();
    await account({ refundOutcome: 'pending' });
    await fixture.fault({ operation: 'refundPayment', kind: 'drop', when: 'after' });
    expect((await refund(id)).body.refundStatus).toBe('unknown');
    await fixture.checkAll();
    expect(await statusesOf(paymentId)).toEqual(['pending']);
    expect(await seen(id)).toMatchObject(pending);
  });

  test('ends as the provider says, in whatever order its events come', async () => {
    const done = ['refund.created', 'refund.speed_changed', 'refund.processed'];
    const undone = ['refund.created', 'refund.failed', 'refund.speed_changed'];
    const rotations = (names: string[]) => names.map((_, at) => [...names.slice(at), ...names.slice(0, at)]);
    for (const events of [...rotations(done), ...rotations(undone)]) {
      const { id, refundId } = await pendingRefund();
      const ends = events.includes('refund.failed') ? 'fail' : 'process';
      for (const step of ['slow', ends]) await stepOf(refundId, step);
      expect(await fixture.release({ orderId: id, events, times: 2 })).toEqual(Array(6).fill(200));
      const { refundStatus, status } = await seen(id);
      expect([events, refundStatus, status]).toEqual([
        events,
        ...(ends === 'fail' ? ['failed', 'PAID'] : ['processed', 'REFUNDED']),
      ]);
    }
  });

  test('that the bank returns after it was processed is reported as failed, and made again', async () => {
    const { id, paymentId } = await verifiedOrder();
    await refund(id);
    const [first] = await refundsOf(paymentId);
    await stepOf(first?.id as string, 'fail');
    await fixture.release({ orderId: id, events: ['refund.failed'] });
    await fixture.server.untilPrinted(new RegExp(`"level":"error".*"event":"refund_failed","refundId":"${first?.id}"`));
    expect(await seen(id)).toMatchObject({ status: 'REFUNDED', refundStatus: 'failed' });
    await refund(id);
    expect(await seen(id)).toMatchObject({ refundStatus: 'processed' });
  });

  test('of a second payment that fails is made again by itself', async () => {
    const { id } = await verifiedOrder();
    await account({ refundOutcome: 'failed' });
    const second = (await fixture.api.pay(id)).razorpay_payment_id;
    await fixture.checkAll();
    expect(await statusesOf(second)).toContain('failed');
    await account({ refundOutcome: 'processed' });
    await fixture.checkAll();
    expect((await statusesOf(second)).filter((status) => status !== 'failed')).toEqual(['processed']);
    expect((await seen(id)).payments[1]).toMatchObject({
      surplus: true,
      status: 'refunded',
      refundStatus: 'processed',
    });
  });

  test('of a second payment that the bank returns after it was processed is made again by itself', async () => {
    const { id } = await verifiedOrder();
    const second = (await fixture.api.pay(id)).razorpay_payment_id;
    await fixture.checkAll();
    const [first] = await refundsOf(second);
    await stepOf(first?.id as string, 'fail');
    await fixture.release({ orderId: id, events: ['refund.failed'] });
    await fixture.checkAll();
    expect(await statusesOf(second)).toEqual(['failed', 'processed']);
    expect((await seen(id)).payments[1]).toMatchObject({ status: 'refunded', refundStatus: 'processed' });
  });

  /** The provider's example (razorpay.com/docs/webhooks/refunds), with ids and amounts of this test. */
  const documented = (paymentId: string, order_id: string) => {
    const money = { amount: 15_000, currency: 'INR' };
    const refund = {
      ...{
        id: 'rfnd_FS8TWyPrCsa0OB',
        entity: 'refund',
        ...money,
        payment_id: paymentId,
        receipt: null,
        batch_id: null,
      },
      ...{
        notes: { comment: 'Customer Notes for Webhooks.' },
        acquirer_data: { arn: null },
        created_at: 1_597_734_071,
      },
      ...{ status: 'processed', speed_processed: 'normal', speed_requested: 'optimum' },
    };
    const payment = {
      ...{ id: paymentId, entity: 'payment', ...money, base_amount: 15_000, order_id, method: 'card', captured: true },
      ...{ status: 'refunded', amount_refunded: 15_000, refund_status: 'full', acquirer_data: { auth_code: '472379' } },
    };
    const payload = { refund: { entity: refund }, payment: { entity: payment } };
    return { entity: 'event', event: 'refund.created', contains: ['refund', 'payment'], payload };
  };

  test('is read from the provider’s documented example', async () => {
    const { id, paymentId } = await verifiedOrder();
    const body = JSON.stringify(documented(paymentId, id));
    const signature = createHmac('sha256', SANDBOX_CREDENTIALS.webhookSecret).update(body).digest('hex');
    const request = fixture.api.post('/webhooks/razorpay').set('x-razorpay-signature', signature);
    await request.set('content-type', 'application/json').send(body).expect(200);
    expect(await seen(id)).toMatchObject({ status: 'REFUNDED', refundStatus: 'processed' });
    // No provider holds it, so it must not stay.
    await fixture.database.query(`DO $$ BEGIN
      SET LOCAL session_replication_role = replica;
      DELETE FROM refunds WHERE payment_id = '${paymentId}';
    END $$`);
  });

  test('and every event arrive while the secrets are rotated', async () => {
    const { id, paid } = await fixture.paidOrder();
    const rotated = {
      RAZORPAY_WEBHOOK_SECRET: newWebhookSecret,
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: SANDBOX_CREDENTIALS.webhookSecret,
      RAZORPAY_KEY_SECRET: 'a new key secret of the test',
      RAZORPAY_KEY_SECRET_PREVIOUS: SANDBOX_CREDENTIALS.keySecret,
    };
    Object.assign(fixture.env, rotated);
    await fixture.restart();
    expect(await fixture.release({ orderId: id, events: ['payment.captured'] })).toEqual([200]);
    await fixture.api.verifyPayment(paid, fixture.token).expect(200);
    fixture.env.RAZORPAY_KEY_SECRET = ''; // the sandbox keeps its key
    await fixture.sandbox.control('PUT', '/webhooks', { secret: newWebhookSecret });
    await fixture.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/refund`);
    expect(await fixture.release({ orderId: id })).toEqual([200, 200, 200, 200]);
    fixture.env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS = '';
    await fixture.restart();
    await fixture.sandbox.control('PUT', '/webhooks', { secret: SANDBOX_CREDENTIALS.webhookSecret });
    const [, , held] = await fixture.eventsOf(id);
    expect(await fixture.release({ ids: [held?.id] })).toEqual([400]);
    fixture.env.RAZORPAY_WEBHOOK_SECRET = '';
  });
});
