import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { useSandbox } from './partner';

const { sandbox, partner } = useSandbox();
const control = <T>(method: string, path: string, body?: unknown) => partner.call<T>(method, `/control${path}`, body);
const newOrder = (capture_options = {}) => partner.createOrder({ payment: { capture: 'automatic', capture_options } });
const checkout = (path: string, body: object) =>
  partner.call<{ next: string; payment_id: string }>('POST', `/v1/checkout/${path}`, body);

test('names of operations, events and settings that do not exist are refused', async () => {
  const fault = { match: { operation: 'createOrders' }, do: { kind: 'drop' } };
  await expect(control('POST', '/faults', fault)).rejects.toThrow(/no operation createOrders.*createOrder, listOrders/);
  await expect(control('PUT', '/account', { refundOutcome: 'lost' })).rejects.toThrow(/400/);
  await expect(control('POST', '/idp/faults', { fault: 'slowly' })).rejects.toThrow(/400/);
});

test('controls, and pages that show bodies, open for browsers on this machine only', async () => {
  // The host name may belong to another site and resolve to this machine.
  for (const headers of [{ origin: 'https://elsewhere.example' }, { host: 'sandbox.elsewhere.example' }]) {
    await supertest(sandbox.url).post('/control/reset').set(headers).expect(403);
    for (const path of ['/requests', '/events', '/signature', '/faults', '/mailbox', '/mailbox/mail_1'])
      await supertest(sandbox.url).get(path).set(headers).expect(403);
  }
});

test('a declined or late UPI app fails with its reason', async () => {
  const order_id = await newOrder();
  const pay = { key_id: SANDBOX_CREDENTIALS.keyId, order_id };
  const upi = async (answer: string) => {
    const { next, payment_id } = await checkout('payments', { ...pay, method: 'upi', flow: 'qr' });
    expect(next).toBe('upi');
    return checkout(`payments/${payment_id}/upi`, { answer });
  };
  expect(await upi('decline')).toMatchObject({ next: 'failed', error: { reason: 'payment_declined' } });
  expect(await upi('late')).toMatchObject({ next: 'failed', error: { reason: 'payment_timed_out' } });
  const { payments } = await control<{ payments: { status: string }[] }>('GET', '/state');
  expect(payments.at(-1)).toMatchObject({ status: 'captured', upi: { flow: 'qr' } });
});

test('an endpoint that fails for a day is disabled, until it is enabled again', async () => {
  let status = 500;
  const endpoint = createServer((request, reply) => request.resume().on('end', () => reply.writeHead(status).end()));
  await once(endpoint.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  const mode = async () => (await control<{ mode: string }>('GET', '/webhooks')).mode;
  await control('PUT', '/webhooks', { url, mode: 'on', pauseMs: 3_600_000 });
  await control('POST', `/orders/${await newOrder()}/pay`, { outcome: 'failed' });
  await control('POST', '/webhooks/flush');
  await control('POST', '/clock', { hours: 23 });
  expect(await mode()).toBe('on');
  await control('POST', '/clock', { hours: 25 });
  expect(await mode()).toBe('disabled');
  status = 200;
  await control('PUT', '/webhooks', { mode: 'on' });
  await control('POST', `/orders/${await newOrder()}/pay`, { outcome: 'failed' });
  await control('POST', '/webhooks/flush');
  const events = await control<{ state: string }[]>('GET', '/webhooks/events');
  expect(events.slice(-2).map(({ state }) => state)).toEqual(['given_up', 'delivered']);
  endpoint.close();
});
