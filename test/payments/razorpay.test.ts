import crypto, { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, getDefaultAutoSelectFamilyAttemptTimeout, type Socket } from 'node:net';
import type { Config } from '../../apps/bff/src/config/config';
import { loadConfig } from '../../apps/bff/src/config/load-config';
import { Razorpay } from '../../apps/bff/src/payments/provider/razorpay/razorpay';
import type { PaymentReport } from '../../apps/bff/src/payments/rules/books';
import { ProviderSilent } from '../../apps/bff/src/payments/rules/errors';

/** Razorpay's side of the connection. */
let answer: (socket: Socket, request: string) => void;
const callers = new Set<Socket>();
const server = createServer((socket) => {
  callers.add(socket);
  socket.on('error', () => undefined);
  socket.on('data', (request) => answer(socket, request.toString()));
});
let gateway: Razorpay;
const apiUrl = 'http://127.0.0.1:9';
const account = { keyId: 'rzp_test_key', keySecret: 'a secret', webhookSecret: 'another secret', apiUrl };
const log = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
const gatewayWith = (changes: object) => new Razorpay({ paymentAccount: { ...account, ...changes } } as Config, log);

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  gateway = gatewayWith({ apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(() => {
  server.close();
  for (const caller of callers) caller.destroy();
});

const order = { merchantReference: 'a receipt & more', amountPaise: 15_000, currency: 'INR' };
const [orderId, paymentId] = ['order_AAAAAAAAAAAAAA', 'pay_AAAAAAAAAAAAAA'];
const json = (body: object) => {
  const text = JSON.stringify(body);
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
const made = json({ entity: 'order', id: orderId });

/** Closes the connection with the reply, so that its end does not affect the next case. */
const whole = (status: string, text: string, more = '') =>
  `HTTP/1.1 ${status}\r\n${more}Connection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`;

const unclearAnswers: [string, RegExp, (socket: Socket) => void][] = [
  ['cut off', /aborted|socket hang up|ECONNRESET|^status 200$/, (socket) => socket.end(made.slice(0, -9))],
  ['too long', /maxContentLength/, (socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${' '.repeat(2 * 1024 * 1024)}`)],
  ['never begun', /^no answer in time$/, () => undefined],
  ['not HTTP', /Parse Error/, (socket) => socket.write('220 mail.example ESMTP\r\n')],
  ['a redirect', /^status 302$/, (socket) => socket.end(whole('302 Found', '', 'Location: http://localhost/\r\n'))],
  ['empty', /not an entity/, (socket) => socket.end(whole('200 OK', ''))],
  ['a page', /not an entity/, (socket) => socket.end(whole('200 OK', '<html>'))],
  ['JSON of another kind', /not an entity/, (socket) => socket.end(whole('200 OK', `{"id":"${orderId}"}`))],
  ['a failure without a reason', /^status 500$/, (socket) => socket.end(whole('500 No', 'null'))],
  ['too many calls', /^status 429$/, (socket) => socket.end(whole('429 Too Many Requests', 'null'))],
];

test('an answer that says nothing about the work is provider_unavailable', async () => {
  for (const [name, reason, write] of unclearAnswers) {
    answer = write;
    const held = { id: paymentId, amountPaise: 15_000, currency: 'INR' } as PaymentReport;
    const error = await gateway.capture(held).catch((thrown) => thrown);
    expect([name, error]).toMatchObject([name, expect.any(ProviderSilent)]);
    expect([name, error.reason]).toEqual([name, expect.stringMatching(reason)]);
  }
});

test('requests are sent as the provider documents them', async () => {
  const requests: string[] = [];
  answer = (socket, request) => {
    requests.push(request);
    socket.write(request.startsWith('POST') ? made : json({ entity: 'collection', items: [] }));
  };
  await expect(gateway.createOrder(order)).resolves.toBe(orderId);
  await expect(gateway.findOrder(order)).resolves.toBeUndefined();
  const called = { event: 'provider_call', operation: 'GET /v1/orders', status: 200, ms: expect.any(Number) };
  expect(log.info).toHaveBeenLastCalledWith(called, expect.any(String));
  await gateway.fetchDispute('disp_cccccccccccccc').catch(() => undefined);
  expect(log.info).toHaveBeenLastCalledWith({ ...called, operation: 'GET /v1/disputes/:id' }, expect.any(String));
  const [post = '', get = ''] = requests;
  expect(post).toMatch(/^POST \/v1\/orders HTTP/);
  expect(post).toContain(`Authorization: Basic ${btoa('rzp_test_key:a secret')}\r\n`);
  expect(JSON.parse(post.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    amount: 15_000,
    currency: 'INR',
    receipt: order.merchantReference,
  });
  expect(get).toMatch(/^GET \/v1\/orders\?count=100&skip=0&receipt=a\+receipt\+%26\+more HTTP/);
});

const payment = {
  ...{ entity: 'payment', id: 'pay_bbbbbbbbbbbbbb', order_id: orderId, amount: 15_000, amount_refunded: 0 },
  ...{ currency: 'INR', status: 'captured', method: 'card', captured: true },
};

test('an answer about another payment than the requested one is provider_unavailable', async () => {
  answer = (socket) => socket.write(json(payment));
  await expect(gateway.fetchPayment(payment.id)).resolves.toMatchObject({ amountPaise: 15_000 });
  await expect(gateway.fetchPayment(paymentId)).rejects.toThrow(ProviderSilent);
});

test('a payment that cannot be read hides none of those that can', async () => {
  const items = [{ ...payment, amount: 3_000_000_000 }, payment];
  answer = (socket) => socket.write(json({ entity: 'collection', count: 2, items }));
  const { payments, unreadable } = await gateway.paymentsOf(orderId);
  expect([payments.map(({ id }) => id), unreadable]).toEqual([[payment.id], 1]);
});

test('all refunds of a payment are read, a page at a time', async () => {
  const refund = (at: number) => ({
    ...{ entity: 'refund', id: `rfnd_${String(at).padStart(14, '0')}`, payment_id: paymentId, status: 'failed' },
    ...{ amount: 15_000, created_at: at },
  });
  const all = Array.from({ length: 205 }, (_, at) => refund(at)).reverse(); // newest first
  answer = (socket, request) => {
    const { searchParams } = new URL(request.split(' ')[1] ?? '', 'http://provider');
    const [skip, count] = ['skip', 'count'].map((name) => Number(searchParams.get(name))) as [number, number];
    socket.write(json({ entity: 'collection', items: all.slice(skip, skip + count) }));
  };
  const read = await gateway.refundsOf(paymentId);
  expect(read.map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse());
});

test('a refund is read from the documented example of an event (razorpay.com/docs/webhooks/refunds)', () => {
  const money = { amount: 15_000, currency: 'INR' };
  const refund = {
    ...{ id: 'rfnd_FS8TWyPrCsa0OB', entity: 'refund', ...money, payment_id: paymentId, receipt: null, batch_id: null },
    ...{ notes: { comment: 'Customer Notes for Webhooks.' }, acquirer_data: { arn: null }, created_at: 1_597_734_071 },
    ...{ status: 'processed', speed_processed: 'normal', speed_requested: 'optimum' },
  };
  const refunded = {
    ...{ id: paymentId, entity: 'payment', ...money, base_amount: 15_000, order_id: orderId, method: 'card' },
    ...{ captured: true, status: 'refunded', amount_refunded: 15_000, refund_status: 'full' },
  };
  expect(gateway.readEvent({ refund: { entity: refund }, payment: { entity: refunded } }).payment).toMatchObject({
    ...{ id: paymentId, status: 'refunded', amountRefundedPaise: 15_000 },
    refunds: [{ id: refund.id, status: 'processed', amountPaise: 15_000 }],
  });
});

test.each([1, 60])('an id of %d characters is read, and cleaned from the log', async (length) => {
  const id = `pay_${'aB3_-'.repeat(12).slice(0, length)}`;
  answer = (socket) => socket.write(json({ ...payment, id }));
  await expect(gateway.fetchPayment(id)).resolves.toMatchObject({ id });
  const operation = 'GET /v1/payments/:id';
  expect(log.info).toHaveBeenLastCalledWith(expect.objectContaining({ operation }), expect.any(String));
});

test('an invalid id is not sent to the provider', async () => {
  for (const id of ['../payments/x?y', 'order_', `order_${'a'.repeat(61)}`, `${orderId}/payments`, '']) {
    await expect(gateway.paymentsOf(id)).rejects.toThrow('Invalid provider ID.');
    await expect(gateway.fetchPayment(id)).rejects.toThrow('Invalid provider ID.');
  }
});

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');
const event = Buffer.from('{"event":"payment.captured"}');

test('signatures are compared in constant time', () => {
  const compare = jest.spyOn(crypto, 'timingSafeEqual');
  expect(gateway.isCheckoutSigned(orderId, paymentId, '0'.repeat(64))).toBe(false);
  expect(gateway.isEventSigned(event, '0'.repeat(64))).toBe(false);
  expect(compare).toHaveBeenCalledTimes(2);
  compare.mockRestore();
});

test('an empty secret signs nothing', () => {
  const unsafe = gatewayWith({ keySecret: '', webhookSecret: '' });
  expect(unsafe.isEventSigned(event, hmac(event.toString(), ''))).toBe(false);
  expect(unsafe.isCheckoutSigned(orderId, paymentId, hmac(`${orderId}|${paymentId}`, ''))).toBe(false);
});

test('each address of a distant host gets a second to connect', () => {
  loadConfig({ JWT_SECRET: 'a secret of this test, with more than 32 bytes' });
  expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBe(1_000);
});
