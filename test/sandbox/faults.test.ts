import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { createSandbox } from '../../apps/sandbox/src/sandbox';
import { type Json, partnerOf, useSandbox } from './partner';

const { partner } = useSandbox();
beforeEach(() => partner.call('POST', '/control/reset'));

interface State {
  orders: Json[];
  requests: Record<string, number>;
}

const script = async (rule: Json) =>
  (await partner.call<Array<{ id: string }>>('POST', '/control/faults', rule))[0]?.id ?? '';
const create = () => partner.api('POST', '/v1/orders', { amount: 15000, currency: 'INR' });
const orders = async () => (await partner.call<State>('GET', '/control/state')).orders.length;

describe('A scripted fault', () => {
  it('answers an error before or after the work, once, in the shape of the provider', async () => {
    for (const [when, made] of [
      ['before', 0],
      ['after', 1],
    ]) {
      await script({ match: { operation: 'createOrder' }, do: { kind: 'status', status: 429, when } });
      expect(await create()).toMatchObject({ status: 429, body: { error: { code: expect.any(String) } } });
      expect(await orders()).toBe(made);
    }
    expect((await create()).status).toBe(200);
  });

  it('skips as many requests as asked, then meets as many as asked', async () => {
    await script({ match: { operation: 'createOrder' }, skip: 1, times: 2, do: { kind: 'status', status: 503 } });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await create()).status);
    expect(statuses).toEqual([200, 503, 503, 200]);
    expect(await partner.call('GET', '/control/faults')).toMatchObject([{ seen: 3, hits: 2 }]);
  });
});

describe('A fault of the API', () => {
  it('loses an answer, or replies with a problem that the operation may answer; others pass through', async () => {
    const api = createServer((request, response) => {
      response
        .writeHead(201, { 'content-type': 'application/json', 'request-id': 'req-1' })
        .end(JSON.stringify({ called: request.url }));
    });
    await once(api.listen(0, '127.0.0.1'), 'listening');
    const { port } = api.address() as AddressInfo;
    const own = await createSandbox({ apiUrl: `http://127.0.0.1:${port}/api` });
    const { call } = partnerOf(own);
    const fault = (action: Json) =>
      call('POST', '/control/faults', { match: { operation: 'api.createOrder' }, do: action });
    const order = () => supertest(own.url).post('/api/user/order?x=1').send({ amount: 150 });
    await order().expect(201, { called: '/api/user/order?x=1' });
    await fault({ kind: 'status', status: 429, code: 'busy' });
    const { body, headers } = await order().expect(429).expect('retry-after', '1');
    expect(body).toMatchObject({ status: 429, code: 'busy', requestId: headers['request-id'] });
    expect(headers['content-type']).toMatch(/problem\+json/);
    await fault({ kind: 'status', status: 400, code: 'invalid_input', when: 'after' });
    expect((await order().expect(400)).body).toMatchObject({ requestId: 'req-1', errors: [{ path: '' }] });
    await fault({ kind: 'drop', when: 'after' });
    await expect(order()).rejects.toThrow('socket hang up');
    await expect(fault({ kind: 'status', status: 429, code: 'email_taken' })).rejects.toThrow(
      /too_many_requests, busy/,
    );
    await order().expect(201);
    await own.close();
    api.close();
  });
});
