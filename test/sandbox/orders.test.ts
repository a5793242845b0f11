import { createSandbox, type Sandbox } from '../../apps/sandbox/src/sandbox';
import { type Partner, partnerOf } from './partner';

let sandbox: Sandbox;
let partner: Partner;

beforeAll(async () => {
  sandbox = await createSandbox();
  partner = partnerOf(sandbox);
});
afterAll(() => sandbox.close());

describe('An order', () => {
  it('comes back with every field the provider documents', async () => {
    const fields = { amount: 15000, currency: 'INR', receipt: 'receipt-1', notes: { cluster: 'h100' } };
    const { status, body } = await partner.api('POST', '/v1/orders', fields);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 15000,
      amount_paid: 0,
      amount_due: 15000,
      currency: 'INR',
      receipt: 'receipt-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { cluster: 'h100' },
      created_at: expect.any(Number),
    });
    expect(Number(body.created_at)).toBeCloseTo(Date.now() / 1000, -1);
  });

  it('without notes comes back with an empty list of notes', async () => {
    const { body } = await partner.api('POST', '/v1/orders', { amount: 100, currency: 'INR', notes: {} });
    expect(body.notes).toEqual([]);
  });

  const notes = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`key${i}`, 'value']));
  it.each([
    ['below one rupee', { amount: 99 }, 'amount', 'The amount must be at least INR 1.00'],
    ['of a broken number of paise', { amount: 100.5 }, 'amount', 'The amount must be an integer.'],
    ['without an amount', { amount: undefined }, 'amount', 'The amount field is required.'],
    ['without a currency', { currency: undefined }, 'currency', 'The currency field is required.'],
    ['with a receipt of 41 characters', { receipt: 'r'.repeat(41) }, 'receipt', expect.stringContaining('40')],
    ['with 16 notes', { notes }, 'notes', expect.stringContaining('15')],
  ])('%s is refused in the shape of the provider', async (_, fields, field, description) => {
    const { status, body } = await partner.api('POST', '/v1/orders', { amount: 15000, currency: 'INR', ...fields });
    const where = { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed', metadata: {} };
    expect(status).toBe(400);
    expect(body).toEqual({ error: { code: 'BAD_REQUEST_ERROR', description, field, ...where } });
  });

  it('may share its receipt with another, unless the receipt is asked to be unique', async () => {
    const twice = [await partner.createOrder({ receipt: 'same' }), await partner.createOrder({ receipt: 'same' })];
    expect(new Set(twice).size).toBe(2);
    const unique = { receipt: 'only', unique_receipt: true };
    expect(await partner.createOrder(unique)).toBe(await partner.createOrder(unique));
  });

  it('is found by its receipt, newest first, and paged by count and skip', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift(await partner.createOrder({ receipt: 'paged' }));
    const list = async (query: string) => (await partner.api('GET', `/v1/orders?receipt=paged${query}`)).body;
    expect(await list('')).toMatchObject({ entity: 'collection', count: 3, items: ids.map((id) => ({ id })) });
    expect(await list('&count=1&skip=1')).toMatchObject({ count: 1, items: [{ id: ids[1] }] });
    expect((await partner.api('GET', '/v1/orders?receipt=none')).body).toMatchObject({ count: 0, items: [] });
  });

  it('that nobody made does not exist', async () => {
    const { status, body } = await partner.api('GET', '/v1/orders/order_00000000000000');
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' });
  });
});

describe('Without the right keys', () => {
  it.each([
    ['no keys', {}],
    ['a wrong secret', { authorization: `Basic ${Buffer.from('rzp_test_NovaCoreSandbx:wrong').toString('base64')}` }],
    ['a bearer token', { authorization: 'Bearer rzp_test_NovaCoreSandbx' }],
  ])('%s: authentication fails', async (_, headers: Record<string, string>) => {
    const response = await fetch(`${sandbox.url}/v1/orders`, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { description: 'Authentication failed' } });
  });
});

describe('Broken requests', () => {
  it('broken JSON is a bad request, an unknown address a 404, both in the shape of the provider', async () => {
    const headers = {
      authorization: `Basic ${Buffer.from('rzp_test_NovaCoreSandbx:sandbox-key-secret-not-for-production').toString('base64')}`,
    };
    const broken = await fetch(`${sandbox.url}/v1/orders`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"amount":',
    });
    expect([broken.status, await broken.json()]).toEqual([
      400,
      { error: expect.objectContaining({ code: 'BAD_REQUEST_ERROR' }) },
    ]);
    const unknown = await partner.api('GET', '/v1/invoices');
    expect([unknown.status, unknown.body.error]).toEqual([404, expect.objectContaining({ code: 'BAD_REQUEST_ERROR' })]);
  });
});
