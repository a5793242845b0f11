import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Json, useSandbox } from './partner';

const { partner } = useSandbox();
const received: { id: string; body: string }[] = [];
/** The endpoint's next replies, then 200. */
let statuses: number[] = [];
const endpoint = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ id: String(request.headers['x-razorpay-event-id']), body });
  response.writeHead(statuses.shift() ?? 200).end();
});
beforeAll(() => once(endpoint.listen(0, '127.0.0.1'), 'listening'));
beforeEach(async () => {
  received.length = 0;
  await partner.call('POST', '/control/reset');
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`;
  await partner.call('PUT', '/control/webhooks', { url, mode: 'on', pauseMs: 1 });
});
afterAll(() => void endpoint.close());

const flush = () => partner.call<{ outstanding: number }>('POST', '/control/webhooks/flush');

test('webhooks report authorization, capture and the paid order, in the envelope of the provider', async () => {
  const order = await partner.createOrder();
  const { razorpay_payment_id: payment } = await partner.pay(order);
  expect(await flush()).toEqual({ outstanding: 0 });
  const events = received.map(({ body }) => JSON.parse(body)).sort((a, b) => (a.event < b.event ? -1 : 1));
  expect(events.map(({ event }) => event)).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
  expect(events[0]).toMatchObject({
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

test('webhooks are repeated with the same id and bytes until the endpoint answers 2xx, or has failed for a day', async () => {
  statuses = [500, 302, 404];
  await partner.pay(await partner.createOrder(), { outcome: 'failed' });
  while ((await flush()).outstanding > 0);
  expect(received).toHaveLength(4);
  expect(new Set(received.map(({ id, body }) => id + body)).size).toBe(1);
  const [event] = await partner.call<Json[]>('GET', '/control/webhooks/events');
  const deliveries = [500, 302, 404, 200].map((status) => ({ status }));
  expect(event).toMatchObject({ state: 'delivered', deliveries });
  statuses = Array(50).fill(500);
  await partner.call('PUT', '/control/webhooks', { pauseMs: 3_600_000 });
  await partner.pay(await partner.createOrder(), { outcome: 'failed' });
  await flush();
  await partner.call('POST', '/control/clock', { hours: 25 });
  expect(await partner.call('GET', '/control/webhooks')).toMatchObject({ mode: 'disabled' });
});
