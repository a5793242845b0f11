import { type Json, useSandbox } from './partner';

const { partner } = useSandbox();

const orderOf = async (id: string) => (await partner.api('GET', `/v1/orders/${id}`)).body;
const paymentOf = async (id: string) => (await partner.api('GET', `/v1/payments/${id}`)).body;

describe('A payment', () => {
  it('has every field the provider documents', async () => {
    const { payment } = await partner.pay(await partner.createOrder(), { method: 'upi' });
    const fields =
      'id entity amount currency status order_id invoice_id international method amount_refunded refund_status captured description card_id bank wallet vpa upi email contact notes fee tax error_code error_description error_source error_step error_reason acquirer_data created_at';
    expect(Object.keys(payment).sort()).toEqual(fields.split(' ').sort());
    expect(payment).toMatchObject({
      id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
      fee: 354,
      tax: 54,
      captured: true,
    });
  });

  it('tells its card only where it is asked for', async () => {
    const { razorpay_payment_id: id } = await partner.pay(await partner.createOrder(), { method: 'card' });
    expect(await paymentOf(id)).not.toHaveProperty('card');
    const { body } = await partner.api('GET', `/v1/payments/${id}?expand[]=card`);
    expect(body).toMatchObject({ card: { id: body.card_id, entity: 'card', last4: '1007', network: 'Visa' } });
  });

  it('waits for its capture when the order did not ask for an automatic one, and only the right amount captures it', async () => {
    const id = await partner.createOrder();
    const { razorpay_payment_id } = await partner.pay(id, { outcome: 'authorized' });
    expect(await orderOf(id)).toMatchObject({ status: 'attempted', amount_paid: 0 });
    const capture = (amount: number) =>
      partner.api('POST', `/v1/payments/${razorpay_payment_id}/capture`, { amount, currency: 'INR' });
    expect(await capture(14900)).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST_ERROR' } } });
    expect((await capture(15000)).body).toMatchObject({ status: 'captured', captured: true });
  });
});

describe('A refund', () => {
  const captured = async () => (await partner.pay(await partner.createOrder(), {})).razorpay_payment_id;
  const refund = (payment: string, body?: Json, headers?: Record<string, string>) =>
    partner.api('POST', `/v1/payments/${payment}/refund`, body, headers);
  const refusalOf = async (...call: Parameters<typeof refund>) =>
    String(((await refund(...call)).body.error as Json).description);

  it('returns a part, then the rest, and then nothing more', async () => {
    const payment = await captured();
    expect((await refund(payment, { amount: 5000, notes: { why: 'outage' } })).body).toMatchObject({
      id: expect.stringMatching(/^rfnd_[0-9A-Za-z]{14}$/),
      entity: 'refund',
      amount: 5000,
      payment_id: payment,
      notes: { why: 'outage' },
      status: 'processed',
    });
    expect(await paymentOf(payment)).toMatchObject({ status: 'captured', refund_status: 'partial' });
    expect(await refusalOf(payment, { amount: 10001 })).toContain('greater');
    expect((await refund(payment)).body).toMatchObject({ amount: 10000 });
    expect(await paymentOf(payment)).toMatchObject({ status: 'refunded', refund_status: 'full' });
    expect(await refusalOf(payment)).toBe('The payment has been fully refunded already');
    expect((await partner.api('GET', `/v1/payments/${payment}/refunds`)).body).toMatchObject({ count: 2 });
  });

  it('with the same idempotency key happens once, and the key is bound to one body', async () => {
    const payment = await captured();
    const headers = { 'x-refund-idempotency': 'refund-key-0001' };
    const first = await refund(payment, { amount: 5000 }, headers);
    const again = await refund(payment, { amount: 5000 }, headers);
    expect(again.body.id).toBe(first.body.id);
    expect(await refusalOf(payment, { amount: 6000 }, headers)).toMatch(/^Different request with the same/);
    expect((await refund(payment, {}, { 'x-refund-idempotency': 'short' })).status).toBe(400);
  });

  it('is refused for a payment that was not captured, which only the bank returns', async () => {
    const { razorpay_payment_id: payment } = await partner.pay(await partner.createOrder(), { outcome: 'authorized' });
    expect(await refusalOf(payment)).toContain('captured');
    await partner.call('POST', `/control/payments/${payment}/refund`);
    expect(await paymentOf(payment)).toMatchObject({ status: 'refunded', captured: false });
  });
});
