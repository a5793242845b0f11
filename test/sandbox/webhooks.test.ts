import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Json, useSandbox } from './partner';

interface Received {
  id: string;
  body: string;
  event: string;
}

const { partner } = useSandbox();
let endpoint: Server;
let received: Received[] = [];
/** What the endpoint answers next; 200 when there is nothing left. */
let statuses: number[] = [];

beforeAll(async () => {
  endpoint = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ id: String(request.headers['x-razorpay-event-id']), body, event: JSON.parse(body).event });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  }).listen(0, '127.0.0.1');
});
afterAll(() => void endpoint.close());
beforeEach(async () => {
  await partner.call('POST', '/control/reset');
  received = [];
  statuses = [];
});

const configure = (settings: Json) => {
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`;
  return partner.call('PUT', '/control/webhooks', { url, mode: 'on', pauseMs: 1, ...settings });
};
const flush = () => partner.call<{ outstanding: number }>('POST', '/control/webhooks/flush');
const pay = async (how: Json = {}) => {
  const order = await partner.createOrder();
  return { order, payment: (await partner.pay(order, how)).razorpay_payment_id };
};
const events = () => partner.call<Array<Json & { deliveries: Json[] }>>('GET', '/control/webhooks/events');

describe('Webhooks', () => {
  it('report authorization, capture and the paid order, in the envelope of the provider', async () => {
    await configure({});
    const { order, payment } = await pay();
    expect(await flush()).toEqual({ outstanding: 0 });
    expect(received.map(({ event }) => event).sort()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
    const paid = JSON.parse(received.find(({ event }) => event === 'order.paid')?.body ?? '');
    expect(paid).toMatchObject({
      entity: 'event',
      account_id: expect.stringMatching(/^acc_/),
      contains: ['payment', 'order'],
      payload: {
        payment: { entity: { id: payment, status: 'captured' } },
        order: { entity: { id: order, status: 'paid' } },
      },
      created_at: expect.any(Number),
    });
  });

  it('are repeated with the same id and the same bytes until the endpoint answers 2xx', async () => {
    await configure({});
    statuses = [500, 302, 404];
    await pay({ outcome: 'failed' });
    await flush();
    while ((await flush()).outstanding > 0);
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ id, body }) => id + body)).size).toBe(1);
    expect(await events()).toMatchObject([
      { state: 'delivered', deliveries: [500, 302, 404, 200].map((status) => ({ status })) },
    ]);
  });
});
