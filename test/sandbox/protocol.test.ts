import supertest from 'supertest';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { basicAuth, type Json, useSandbox } from './partner';

const { sandbox, partner } = useSandbox();
const orderOf = async (id: string) => (await partner.api('GET', `/v1/orders/${id}`)).body;
const paymentOf = async (id: string) => (await partner.api('GET', `/v1/payments/${id}`)).body;

describe('An order', () => {
  it('comes back with every field the provider documents', async () => {
    const fields = { amount: 15000, currency: 'INR', receipt: 'receipt-1', notes: { cluster: 'h100' } };
    const { status, body } = await partner.api('POST', '/v1/orders', fields);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...fields,
      ...{ entity: 'order', amount_paid: 0, amount_due: 15000, offer_id: null, status: 'created', attempts: 0 },
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      created_at: expect.any(Number),
    });
  });

  it('is refused in the shape of the provider if a field does not fit, or without the keys', async () => {
    const where = { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed', metadata: {} };
    for (const [field, value, description] of [
      ['amount', 99, 'The amount must be at least INR 1.00'],
      ['currency', undefined, 'The currency field is required.'],
      ['receipt', 'r'.repeat(41), expect.stringContaining('40')],
    ] as const) {
      const reply = await partner.api('POST', '/v1/orders', { amount: 15000, currency: 'INR', [field]: value });
      const error = { code: 'BAD_REQUEST_ERROR', description, field, ...where };
      expect([field, reply]).toEqual([field, { status: 400, body: { error } }]);
    }
    expect(await partner.api('GET', '/v1/orders/order_00000000000000')).toMatchObject({ status: 400 });
    const authorization = basicAuth(SANDBOX_CREDENTIALS.keyId, 'wrong');
    const { body } = await supertest(sandbox.url).get('/v1/orders').set({ authorization }).expect(401);
    expect(body.error.description).toBe('Authentication failed');
  });

  it('is found by its receipt, newest first, and paged by count and skip', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift(await partner.createOrder({ receipt: 'paged' }));
    const list = async (query: string) => (await partner.api('GET', `/v1/orders?receipt=paged${query}`)).body;
    expect(await list('')).toMatchObject({ entity: 'collection', count: 3, items: ids.map((id) => ({ id })) });
    expect(await list('&count=1&skip=1')).toMatchObject({ count: 1, items: [{ id: ids[1] }] });
  });
});

test('a payment has every field the provider documents', async () => {
  const { payment } = await partner.pay(await partner.createOrder(), { method: 'upi' });
  const fields =
    'id entity amount currency status order_id invoice_id international method amount_refunded refund_status captured description card_id bank wallet vpa upi email contact notes fee tax error_code error_description error_source error_step error_reason acquirer_data created_at';
  expect(Object.keys(payment).sort()).toEqual(fields.split(' ').sort());
  const id = expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/);
  expect(payment).toMatchObject({ id, fee: 354, tax: 54, captured: true });
});

test('a payment waits for its capture unless its order asks for an automatic one, and only the right amount captures it', async () => {
  const id = await partner.createOrder();
  const { razorpay_payment_id: payment } = await partner.pay(id, { outcome: 'authorized' });
  expect(await orderOf(id)).toMatchObject({ status: 'attempted', amount_paid: 0 });
  const capture = (amount: number) =>
    partner.api('POST', `/v1/payments/${payment}/capture`, { amount, currency: 'INR' });
  expect(await capture(14900)).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST_ERROR' } } });
  expect((await capture(15000)).body).toMatchObject({ status: 'captured', captured: true });
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
      ...{ entity: 'refund', amount: 5000, payment_id: payment, notes: { why: 'outage' }, status: 'processed' },
    });
    expect(await paymentOf(payment)).toMatchObject({ status: 'captured', refund_status: 'partial' });
    expect(await refusalOf(payment, { amount: 10001 })).toContain('greater');
    expect((await refund(payment)).body).toMatchObject({ amount: 10000 });
    expect(await paymentOf(payment)).toMatchObject({ status: 'refunded', refund_status: 'full' });
    expect(await refusalOf(payment)).toBe('The payment has been fully refunded already');
  });

  it('with the same idempotency key happens once, and the key is bound to one body', async () => {
    const payment = await captured();
    const headers = { 'x-refund-idempotency': 'refund-key-0001' };
    const first = await refund(payment, { amount: 5000 }, headers);
    const again = await refund(payment, { amount: 5000 }, headers);
    expect(again.body.id).toBe(first.body.id);
    expect(await refusalOf(payment, { amount: 6000 }, headers)).toMatch(/^Different request with the same/);
  });
});
