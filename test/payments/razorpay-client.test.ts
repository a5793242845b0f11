import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { Config } from '../../apps/bff/src/config/config';
import { RazorpayGateway } from '../../apps/bff/src/payments/razorpay.gateway';

/** Writes the provider's side of the exchange. */
let answer: (socket: Socket, asked: string) => void;
const callers = new Set<Socket>();
const server = createServer((socket) => {
  callers.add(socket);
  socket.on('error', () => undefined);
  socket.on('data', (asked) => answer(socket, asked.toString()));
});
let gateway: RazorpayGateway;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const razorpay = { keyId: 'rzp_test_key', keySecret: 'a secret', apiUrl };
  gateway = new RazorpayGateway({ razorpay } as Config);
});
afterAll(() => {
  server.close();
  for (const caller of callers) caller.destroy();
});

const order = { receipt: 'a receipt & more', amountPaise: 15_000, currency: 'INR' };
const json = (body: object) => {
  const text = JSON.stringify(body);
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
const made = json({ entity: 'order', id: 'order_AAAAAAAAAAAAAA' });

/** The connection ends with the answer, so that its end does not reach the next case. */
const whole = (status: string, text: string, more = '') =>
  `HTTP/1.1 ${status}\r\n${more}Connection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`;

const noAnswers: [string, RegExp, (socket: Socket) => void][] = [
  ['cut off', /aborted|socket hang up|ECONNRESET/, (socket) => socket.end(made.slice(0, -9))],
  ['too long', /maxContentLength/, (socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${' '.repeat(2 * 1024 * 1024)}`)],
  ['never begun', /^no answer in time$/, () => undefined],
  ['not HTTP', /Parse Error/, (socket) => socket.write('220 mail.example ESMTP\r\n')],
  ['a redirect', /^status 302$/, (socket) => socket.end(whole('302 Found', '', 'Location: http://localhost/\r\n'))],
  ['empty', /not an entity/, (socket) => socket.end(whole('200 OK', ''))],
  ['a page', /not an entity/, (socket) => socket.end(whole('200 OK', '<html>'))],
  ['JSON of another kind', /not an entity/, (socket) => socket.end(whole('200 OK', '{"id":"order_AAAAAAAAAAAAAA"}'))],
  ['a failure without a reason', /^status 500$/, (socket) => socket.end(whole('500 No', 'null'))],
];

test('an answer that says nothing about the work is provider_unavailable', async () => {
  for (const [name, reason, write] of noAnswers) {
    answer = write;
    const error = await gateway.createOrder(order).catch((thrown) => thrown);
    expect([name, error]).toMatchObject([name, { status: 503, code: 'provider_unavailable' }]);
    expect([name, error.cause.reason]).toEqual([name, expect.stringMatching(reason)]);
  }
});

test('a refusal carries the provider’s reason', async () => {
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'too small' } });
  answer = (socket) => socket.write(`HTTP/1.1 400 Bad Request\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await expect(gateway.createOrder(order)).rejects.toMatchObject({
    code: 'provider_refused',
    cause: { status: 400, reason: 'too small' },
  });
});

test('requests are sent as the provider documents them', async () => {
  const asked: string[] = [];
  answer = (socket, text) => {
    asked.push(text);
    socket.write(text.startsWith('POST') ? made : json({ entity: 'collection', items: [] }));
  };
  await expect(gateway.createOrder(order)).resolves.toBe('order_AAAAAAAAAAAAAA');
  await expect(gateway.findOrder(order)).resolves.toBeUndefined();
  const [post = '', get = ''] = asked;
  expect(post).toMatch(/^POST \/v1\/orders HTTP/);
  expect(post).toContain(`Authorization: Basic ${btoa('rzp_test_key:a secret')}\r\n`);
  expect(JSON.parse(post.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    amount: 15_000,
    currency: 'INR',
    receipt: order.receipt,
  });
  expect(get).toMatch(/^GET \/v1\/orders\?count=100&skip=0&receipt=a\+receipt\+%26\+more HTTP/);
});
