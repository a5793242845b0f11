import supertest from 'supertest';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { basicAuth, useSandbox } from './partner';

const { sandbox, partner } = useSandbox();

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
  });

  it('is refused in the shape of the provider if a field does not fit', async () => {
    const notes = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`key${i}`, 'value']));
    const refused: [field: string, value: unknown, description: unknown][] = [
      ['amount', 99, 'The amount must be at least INR 1.00'],
      ['amount', 100.5, 'The amount must be an integer.'],
      ['amount', undefined, 'The amount field is required.'],
      ['currency', undefined, 'The currency field is required.'],
      ['receipt', 'r'.repeat(41), expect.stringContaining('40')],
      ['notes', notes, expect.stringContaining('15')],
    ];
    const where = { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed', metadata: {} };
    for (const [field, value, description] of refused) {
      const reply = await partner.api('POST', '/v1/orders', { amount: 15000, currency: 'INR', [field]: value });
      const error = { code: 'BAD_REQUEST_ERROR', description, field, ...where };
      expect([field, reply]).toEqual([field, { status: 400, body: { error } }]);
    }
  });

  it('is found by its receipt, newest first, and paged by count and skip', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift(await partner.createOrder({ receipt: 'paged' }));
    const list = async (query: string) => (await partner.api('GET', `/v1/orders?receipt=paged${query}`)).body;
    expect(await list('')).toMatchObject({ entity: 'collection', count: 3, items: ids.map((id) => ({ id })) });
    expect(await list('&count=1&skip=1')).toMatchObject({ count: 1, items: [{ id: ids[1] }] });
    expect((await partner.api('GET', '/v1/orders?receipt=none')).body).toMatchObject({ count: 0, items: [] });
  });
});

const { keyId, keySecret } = SANDBOX_CREDENTIALS;

test('without the right keys authentication fails', async () => {
  for (const authorization of ['', basicAuth(keyId, 'wrong'), `Bearer ${keyId}`]) {
    const { status, body } = await supertest(sandbox.url).get('/v1/orders').set({ authorization });
    expect([authorization, status, body.error.description]).toEqual([authorization, 401, 'Authentication failed']);
  }
});

test('a bad request is refused in the shape of the provider', async () => {
  const headers = { authorization: basicAuth(keyId, keySecret), 'content-type': 'application/json' };
  const replies = {
    'broken JSON': await supertest(sandbox.url).post('/v1/orders').set(headers).send('{"amount":'),
    'an unknown path': await partner.api('GET', '/v1/invoices'),
    'an unknown order': await partner.api('GET', '/v1/orders/order_00000000000000'),
  };
  for (const [name, { status, body }] of Object.entries(replies))
    expect([name, status, body]).toMatchObject([
      name,
      name === 'an unknown path' ? 404 : 400,
      { error: { code: 'BAD_REQUEST_ERROR' } },
    ]);
});
