import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { endTurn, takeTurns } from '../../apps/bff/src/throttle/take-turns';
import { shows } from '../support/eventually';

const app = fastify();
takeTurns(app);
let arrived = 0;
app.addHook('onRequest', async () => {
  arrived += 1;
});
const working: FastifyReply[] = [];
/** Works until the test says that it is done. */
const work = jest.fn(async (_: unknown, reply: FastifyReply) => {
  working.push(reply);
  const [answer] = await once(reply.raw, 'done');
  return reply.send(answer ?? '');
});
app.get('/api/user/orders', work);
app.post('/api/user/order/:id/claim', work);
app.post('/api/user/order', work);
app.post('/api/user/verify', work);
app.post('/api/auth/login', work);
app.post('/api/auth/password', work);
const finish = () => working.splice(0).forEach((reply) => void reply.raw.emit('done'));

let port: number;
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
beforeEach(() => {
  arrived = 0;
  work.mockClear();
});
const callers: Socket[] = [];
/** Also after a test that failed: nobody waits any more, and nothing is worked on. */
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  await shows(connections, 0);
  while (working.length) {
    finish();
    await new Promise(setImmediate);
  }
});
afterAll(() => app.close());

function call(method: string, path: string, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  callers.push(socket);
  return socket;
}
async function heard(caller: Socket) {
  const [data] = await once(caller, 'data');
  caller.destroy();
  return String(data);
}
const connections = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
const calls = () => work.mock.calls.length;

test('two calls of one network are worked on at once, and as soon as they are done the next', async () => {
  for (let caller = 1; caller <= 4; caller += 1) call('GET', '/api/user/orders');
  await shows(async () => arrived, 4);
  await shows(async () => calls(), 2);
  finish();
  await shows(async () => calls(), 4);
});

test('who has hung up is read nothing, and an order stays claimed', async () => {
  for (let caller = 1; caller <= 2; caller += 1) call('GET', '/api/user/orders');
  await shows(async () => calls(), 2);
  const gone = [call('GET', '/api/user/orders'), call('POST', '/api/user/order/order_1/claim')];
  await shows(async () => arrived, 4);
  for (const caller of gone) caller.resetAndDestroy();
  await shows(connections, 2);
  finish();
  await shows(async () => calls(), 3);
  expect(working.map(({ request }) => request.method)).toEqual(['POST']);
});

test.each(['GET /api/user/orders', 'POST /api/auth/login'])(
  'nobody works for who has hung up right behind %s',
  async (asked) => {
    connect({ port, host: '127.0.0.1' }).end(`${asked} HTTP/1.1\r\nHost: localhost\r\n\r\n`).resume();
    await shows(async () => arrived, 1);
    await shows(connections, 0);
    expect(calls()).toBe(0);
  },
);

test.each([
  ['a password is changed', 'hashed', '/api/auth/password'],
  ['a payment is verified', 'asked about', '/api/user/verify'],
])('%s in its network’s turn, which ends where it is %s', async (_, __, path) => {
  for (let caller = 1; caller <= 3; caller += 1) call('POST', path);
  await shows(async () => [arrived, calls()], [3, 2]);
  endTurn(working[0]?.request as FastifyRequest);
  await shows(async () => calls(), 3);
  expect(working).toHaveLength(3);
});

test('of many networks that wait each has its turn, however much another one asks for', async () => {
  for (let each = 1; each <= 20; each += 1)
    for (const greedy of ['127.0.0.2', '127.0.0.3']) call('GET', '/api/user/orders', greedy);
  await shows(async () => arrived, 40);
  await shows(async () => calls(), 4);
  call('GET', '/api/user/orders', '127.0.0.4');
  await shows(async () => arrived, 41);
  for (let done = 1; done <= 3; done += 1) working.shift()?.raw.emit('done');
  await shows(async () => calls(), 7);
  expect(working.map(({ request }) => request.ip)).toContain('127.0.0.4');
});

test('a network whose callers hung up waits for all the others, though their work is done', async () => {
  const ask = (address: string) => call('GET', '/api/user/orders', address);
  const gone = [ask('127.0.0.2'), ask('127.0.0.2')];
  await shows(async () => calls(), 2);
  for (const address of ['127.0.0.3', '127.0.0.3', '127.0.0.2', '127.0.0.4', '127.0.0.5', '127.0.0.6']) ask(address);
  await shows(async () => [arrived, calls()], [8, 4]);
  for (const caller of gone) caller.resetAndDestroy();
  await shows(connections, 6);
  for (const reply of working.splice(0, 2)) reply.raw.emit('done');
  await shows(async () => calls(), 6);
  working.shift()?.raw.emit('done');
  await shows(async () => calls(), 7);
  expect(working.map(({ request }) => request.ip)).not.toContain('127.0.0.2');
});

test('who takes none of an answer gets no more of them', async () => {
  const reading = Array.from({ length: 4 }, () => call('GET', '/api/user/orders').pause());
  await shows(async () => calls(), 2);
  for (const reply of working.splice(0)) reply.raw.emit('done', 'x'.repeat(20_000_000));
  expect(await heard(call('GET', '/api/nothing'))).toContain(' 404 ');
  expect(calls()).toBe(2);
  for (const each of reading) each.resume();
  await shows(async () => calls(), 4);
});

test('an order waits for the payment provider, and nobody waits for it who asks for something else', async () => {
  for (let payer = 1; payer <= 17; payer += 1) call('POST', '/api/user/order');
  await shows(async () => calls(), 16);
  call('POST', '/api/user/verify');
  await shows(async () => calls(), 17);
  finish();
  await shows(async () => calls(), 18);
});
