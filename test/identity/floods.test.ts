import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import pino from 'pino';
import { boundCalls } from '../../apps/bff/src/security/bound-calls';
import { boundConnections } from '../../apps/bff/src/security/bound-connections';
import { eventually, shows } from '../support/eventually';
import { startApi, type TestApi } from './api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ THROTTLE: 'on' });
});
afterAll(() => api.close());

const callers: Socket[] = [];
const hangUp = () => callers.splice(0).forEach((caller) => void caller.destroy());
const servers: Server[] = [];
afterEach(() => {
  hangUp();
  for (const server of servers.splice(0)) server.close();
});

/** Sends this from an address of the loopback network, and keeps the connection. */
function call(text: string, localAddress: string, port = api.server.port) {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
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

/** Waits until the caller has heard something, or was cut off. */
async function callAndWait(text: string, address: string, port?: number) {
  const caller = call(text, address, port);
  await shows(async () => caller.heard !== '' || caller.socket.destroyed, true);
  return caller;
}
const heardOf = async (text: string, address: string) => (await callAndWait(text, address)).heard;
const statusOf = async (text: string, address: string) => Number((await heardOf(text, address)).split(' ')[1]);

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

const isBusy = /^HTTP\/1\.1 429 [\s\S]*^retry-after: 1\r$[\s\S]*"busy"/im;

test('events that keep back their last byte fill 2 MB for one address, nothing for others, and leave their room again', async () => {
  const begun = post('/api/webhooks/razorpay', 250_000);
  const whole = begun + '}'.repeat(249_999);
  const all = calls(12, begun, '127.0.0.2');
  await shows(async () => all.filter(({ heard }) => isBusy.test(heard)).length, 4);
  expect(await statusOf(whole, '127.0.0.3')).toBe(400);
  hangUp();
  await shows(() => statusOf(whole, '127.0.0.2'), 400);
});

test.each([
  ['too large', post('/api/vitals', 600_000)],
  ['no JSON', post('/api/vitals', 16_000).replace('application/json', 'text/plain')],
  ['of a call that is unknown', post('/api/nothing', 16_000)],
])('a body that is %s takes no room once it is refused', async (_, text) => {
  const refused = calls(40, text, '127.0.0.9');
  await shows(async () => refused.filter(({ heard }) => /^HTTP\/1\.1 4(04|13|15) /.test(heard)).length, 40);
  hangUp();
  const large = calls(8, post('/api/webhooks/razorpay', 250_000), '127.0.0.9');
  await shows(async () => callers.every(({ bytesWritten }) => bytesWritten > 0), true);
  expect(await statusOf(health, '127.0.0.3')).toBe(200);
  expect(large.filter(({ heard }) => heard)).toHaveLength(0);
});

test('of calls from one address 256 may wait for their answer, on however many connections, and others go on', async () => {
  const all = calls(300, post('/api/vitals', 9), '127.0.0.4');
  await shows(async () => all.filter(({ heard }) => isBusy.test(heard)).length, 44);
  expect(await statusOf(health, '127.0.0.3')).toBe(200);
  expect(await statusOf(health, '127.0.0.4')).toBe(429);
  // A `message` elsewhere would look like a verified payment.
  expect(await heardOf(post('/api/user/verify', 9), '127.0.0.4')).not.toMatch(/"(message|success)"/);
  expect(await heardOf(post('/api/auth/login', 9), '127.0.0.4')).toMatch(/"success":false,"message":"Too many/);
  hangUp();
  await shows(() => statusOf(health, '127.0.0.4'), 200);
});

test('300 events may wait for their answer, and take no place of a call', async () => {
  const all = calls(300, post('/api/webhooks/razorpay', 9), '127.0.0.10');
  await shows(async () => all.every(({ socket }) => socket.bytesWritten > 0), true);
  expect(await statusOf(health, '127.0.0.10')).toBe(200);
  for (const { socket } of all) socket.write('}'.repeat(8));
  await shows(async () => all.filter(({ heard }) => /^HTTP\/1\.1 400 /.test(heard)).length, 300);
});

test('one address may hold 1,024 connections, also in silence, and others come in', async () => {
  const all = calls(1_100, '', '127.0.0.6');
  await shows(async () => all.filter(({ socket }) => socket.destroyed).length, 76);
  expect(await statusOf(health, '127.0.0.7')).toBe(200);
  hangUp();
  await shows(() => statusOf(health, '127.0.0.6'), 200);
});

test('whoever comes in is heard in the midst of two hundred bodies of another', async () => {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`key${at}`, 0])));
  const others = calls(200, post('/api/vitals', body.length).slice(0, -1), '127.0.0.11');
  await shows(async () => others.every(({ socket }) => socket.bytesWritten > 0), true);
  for (const { socket } of others) socket.write(body);
  const one = call(health, '127.0.0.12');
  let heardBefore = 200;
  one.socket.once('data', () => {
    heardBefore = others.filter(({ heard }) => heard).length;
  });
  await shows(async () => others.every(({ heard }) => heard), true);
  expect(heardBefore).toBeLessThan(60);
});

test('nine networks that hold all they may keep a tenth from nothing', async () => {
  const all = Array.from({ length: 9 }, (_, at) => calls(1_024, '', `127.0.3.${at + 1}`)).flat();
  await shows(async () => all.filter(({ socket }) => socket.destroyed).length, 1_024);
  expect(await statusOf(health, '127.0.3.10')).toBe(200);
  expect(all.filter(({ socket }) => !socket.destroyed)).toHaveLength(8_191);
});

/** Answers at once; a connection counts so many milliseconds after its end, and so many are open in all. */
async function serveBounded(countedMs: number, most?: number) {
  const heard = jest.fn((_: IncomingMessage, response: ServerResponse) => void response.end());
  const server = createServer(heard);
  boundConnections(server, countedMs, most);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, heard, port: (server.address() as AddressInfo).port };
}

test('where all places are taken, the oldest of the network that holds most makes room for one that holds less than half', async () => {
  const { port } = await serveBounded(1, 4);
  const comeIn = (address: string) => callAndWait(health, address, port);
  const many = [await comeIn('127.0.0.2'), await comeIn('127.0.0.2'), await comeIn('127.0.0.2')];
  const few = [await comeIn('127.0.0.3'), await comeIn('127.0.0.4')];
  many.push(await comeIn('127.0.0.2'));
  few.push(await comeIn('127.0.0.3'));
  await shows(async () => many.map(({ socket }) => socket.destroyed), [true, false, false, true]);
  expect(few.map(({ socket }) => socket.destroyed)).toEqual([false, false, true]);
});

test('who comes and goes is turned away, where they may hold 1,024 connections', async () => {
  const address = '127.0.2.1';
  calls(1_023, '', address);
  const comesInAndGoes = async () => {
    const { socket, heard } = await callAndWait(health, address);
    socket.end();
    await shows(async () => socket.destroyed, true);
    return heard !== '';
  };
  await eventually(async () => expect([await comesInAndGoes(), await comesInAndGoes()]).toEqual([true, false]));
});

test('a connection that is over still counts for a while: who comes and goes is turned away, and heard no more', async () => {
  const { server, heard, port } = await serveBounded(60_000);
  const first = Array.from({ length: 1_024 }, () => call(health, '127.0.0.1', port));
  await shows(async () => first.every((caller) => caller.heard), true);
  hangUp();
  await shows(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))), 0);
  const next = call(health, '127.0.0.1', port);
  await shows(async () => next.socket.destroyed, true);
  expect(heard).toHaveBeenCalledTimes(1_024);
  call(health, '127.0.0.2', port);
  await shows(async () => heard.mock.calls.length, 1_025);
});

test('a connection that its caller resets counts ten times as long as one that is closed', async () => {
  const { port } = await serveBounded(500);
  const all = async (from: string) => {
    const callers = Array.from({ length: 1_024 }, () => call(health, from, port));
    await shows(async () => callers.every((caller) => caller.heard), true);
    return callers;
  };
  for (const { socket } of await all('127.0.0.1')) socket.resetAndDestroy();
  for (const { socket } of await all('127.0.0.2')) socket.end();
  const isLetIn = async (from: string) => (await callAndWait(health, from, port)).heard !== '';
  await shows(() => isLetIn('127.0.0.2'), true);
  expect(await isLetIn('127.0.0.1')).toBe(false);
});

describe('calls that', () => {
  const heard = jest.fn((_: IncomingMessage, response: ServerResponse) => void response.end());
  const bounded = (countedMs: number) => createServer(boundCalls(heard, {}, pino({ enabled: false }), countedMs));
  const server = bounded(3_000);
  const hurried = bounded(1);
  beforeAll(() => Promise.all([server, hurried].map((each) => once(each.listen(0, '127.0.0.1'), 'listening'))));
  afterAll(() => [server, hurried].map((each) => each.close()));
  const callServer = (text: string, to = server) => call(text, '127.0.0.1', (to.address() as AddressInfo).port);

  test('are answered at once count for a moment too', async () => {
    const all = Array.from({ length: 60 }, () => callServer(health.repeat(10)));
    await shows(async () => all.filter((caller) => caller.heard).length, 60);
    expect(heard).toHaveBeenCalledTimes(256);
    expect(all.filter((caller) => isBusy.test(caller.heard))).toHaveLength(35);
  });

  test('were given up by their caller count for some time, because the work goes on', async () => {
    heard.mockReset();
    for (let caller = 1; caller <= 26; caller += 1) callServer(health.repeat(10), hurried);
    await shows(async () => heard.mock.calls.length, 256);
    hangUp();
    await shows(() => new Promise((resolve) => hurried.getConnections((_, count) => resolve(count))), 0);
    const next = callServer(health, hurried);
    await shows(async () => next.heard, expect.stringMatching(isBusy));
  });

  test('bring events that are not the provider’s count for some time', async () => {
    heard.mockReset().mockImplementation((_, response) => void response.writeHead(400).end());
    const event = 'POST /api/webhooks/razorpay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
    const all = Array.from({ length: 205 }, () => callServer(event.repeat(10), hurried));
    const answers = () =>
      all
        .map((caller) => caller.heard)
        .join('')
        .split('HTTP/1.1 400').length - 1;
    await shows(async () => answers(), 2_048);
    const next = callServer(event, hurried);
    await shows(async () => next.heard, expect.stringMatching(isBusy));
  });

  test('wait ahead for an answer count no more when the caller has hung up', async () => {
    const before = heard.mockImplementation(() => undefined).mock.calls.length;
    await eventually(async () => {
      const { socket } = callServer(health.repeat(100));
      await once(socket, 'connect');
      hangUp();
      expect(heard.mock.calls.length).toBeGreaterThan(before + 300);
    });
  });
});

test.each(['/api/webhooks/razorpay', '/api/user/verify', '/api/nothing', '/login'])(
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
