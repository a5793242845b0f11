import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { boundUnanswered } from '../../apps/bff/src/security/bound-unanswered';
import { shows } from '../support/eventually';
import { startApi, type TestApi } from './api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ THROTTLE: 'on' });
});
afterAll(() => api.close());

const callers: Socket[] = [];
const hangUp = () => callers.splice(0).forEach((caller) => void caller.destroy());
afterEach(hangUp);

/** Sends this from an address of the loopback network, and keeps the connection. */
function call(text: string, localAddress: string) {
  const socket = connect({ port: api.server.port, host: '127.0.0.1', localAddress });
  const caller = { socket, heard: '' };
  callers.push(socket);
  socket.on('data', (chunk) => {
    caller.heard += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  return caller;
}

const calls = (count: number, text: string, address: string) =>
  Array.from({ length: count }, () => call(text, address));

async function statusOf(text: string, address: string) {
  const caller = call(text, address);
  await shows(async () => caller.heard !== '' || caller.socket.destroyed, true);
  return Number(caller.heard.split(' ')[1]);
}

const post = (path: string, length: number) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '',
    '{',
  ].join('\r\n');

const health = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('events that keep back their last byte fill 8 MB for one address, nothing for others, and leave their room again', async () => {
  const begun = post('/api/webhooks/razorpay', 250_000);
  const whole = begun + '}'.repeat(249_999);
  const all = calls(40, begun, '127.0.0.2');
  const isRefused = /^HTTP\/1\.1 429 [\s\S]*^retry-after: 1\r$[\s\S]*"busy"/im;
  await shows(async () => all.filter(({ heard }) => isRefused.test(heard)).length, 7);
  expect(await statusOf(whole, '127.0.0.3')).toBe(400);
  hangUp();
  await shows(() => statusOf(whole, '127.0.0.2'), 400);
});

test('of calls from one address 256 may wait for their answer, on however many connections, and others go on', async () => {
  const all = calls(300, post('/api/vitals', 9), '127.0.0.2');
  await shows(async () => all.filter(({ socket }) => socket.destroyed).length, 44);
  expect(await statusOf(health, '127.0.0.3')).toBe(200);
  expect(await statusOf(health, '127.0.0.2')).toBeNaN();
  hangUp();
  await shows(() => statusOf(health, '127.0.0.2'), 200);
});

test('one address may hold 1,024 connections, also in silence, and others come in', async () => {
  const all = calls(1_100, '', '127.0.0.6');
  await shows(async () => all.filter(({ socket }) => socket.destroyed).length, 76);
  expect(await statusOf(health, '127.0.0.7')).toBe(200);
  hangUp();
  await shows(() => statusOf(health, '127.0.0.6'), 200);
});

test('what was asked ahead by callers who have hung up counts no more', async () => {
  const waiting = jest.fn();
  const server = createServer(boundUnanswered(waiting)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    for (let round = 1; round <= 3; round += 1) {
      const caller = connect(port, '127.0.0.1').on('error', () => undefined);
      callers.push(caller);
      caller.write(health.repeat(200));
      await shows(async () => waiting.mock.calls.length, round * 200);
      caller.destroy();
      await shows(() => promisify(server.getConnections.bind(server))(), 0);
    }
  } finally {
    hangUp();
    server.close();
  }
});

test.each(['/api/webhooks/razorpay', '/api/user/verify'])(
  'a body in more than a thousand pieces ends its connection: %s',
  async (path) => {
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json'];
    const inPieces = (count: number) => [...head, 'Transfer-Encoding: chunked', '', ...Array(count).fill('1\r\n1'), ''];
    const taken = call([...inPieces(1_000), '0', '', ''].join('\r\n'), '127.0.0.5');
    await shows(async () => taken.heard, expect.stringMatching(/^HTTP\/1\.1 [34]/));
    const refused = call(inPieces(1_100).join('\r\n'), '127.0.0.5');
    await shows(async () => refused.socket.destroyed, true);
  },
);
