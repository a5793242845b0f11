import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../support/eventually';
import { useProduct } from '../support/use-product';

const JWT_SECRET = 'the first secret of this test, of 32 bytes or more';
const nextSecret = 'the second secret of this test, of 32 bytes or more';

const { product, api } = useProduct({ JWT_SECRET });
let token: string;
beforeAll(async () => {
  ({ token } = await api.newPerson());
});

const calls: [path: string, body?: object][] = [
  ['/auth/login', { email: 'asha@lab.example', password: 'nine tall mango trees' }],
  ['/user/order', { amount: 150 }],
  ['/vitals', { name: 'LCP', value: 1, path: '/' }],
  ...['/config', '/health', '/user/me', '/nowhere'].map((path): [string] => [path]),
];
const order = calls[1] as [string, object];

function requestOf([path, content]: [string, object?]) {
  if (!content) return `GET /api${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const body = JSON.stringify(content);
  const headers = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return `POST /api${path} HTTP/1.1\r\n${headers}\r\n\r\n${body}`;
}

async function open() {
  const socket = connect(product.server.port, 'localhost');
  await once(socket, 'connect');
  return socket;
}

/** Reads the next answer on a connection. */
async function answerOn(socket: Socket) {
  const [bytes]: Buffer[] = await once(socket, 'data');
  const [head = '', body = ''] = String(bytes).split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

const takesNoMore = () =>
  eventually(async () => {
    const socket = await open().catch(() => undefined);
    socket?.destroy();
    expect(socket).toBeUndefined();
  });

test('a server that is stopped finishes what it has begun, and refuses later calls with a problem document', async () => {
  const { sandbox, server } = product;
  const rule = { match: { operation: 'createOrder' }, times: 0, do: { kind: 'hang' } };
  const [fault] = await sandbox.control<[{ id: string }]>('POST', '/faults', [rule]);
  const sockets = await Promise.all(calls.map(open));
  const unused = await Promise.all(calls.map(open));
  for (const socket of sockets) socket.write(requestOf(order));
  await sandbox.control('GET', `/faults/${fault.id}/hit?count=${calls.length}&timeoutMs=60000`);

  const stopped = server.stop();
  await takesNoMore();
  const begun = Promise.all(sockets.map(answerOn));
  await sandbox.control('DELETE', '/faults');
  for (const { head } of await begun) expect(head).toMatch(/^HTTP\/1\.1 201 [\s\S]*^connection: close/im);

  const later = Promise.all(unused.map(answerOn));
  for (const [at, socket] of unused.entries()) socket.write(requestOf(calls[at] as [string]));
  const answers = await later;
  await stopped;
  for (const [at, { head, body }] of answers.entries()) {
    const path = calls[at]?.[0];
    expect([path, body]).toMatchObject([path, { status: 503, code: 'unavailable' }]);
    expect(head).toContain(`request-id: ${body.requestId}`);
    expect([path, 'message' in body]).toEqual([path, path === '/auth/login']);
    expect(head).toMatch(/^HTTP\/1\.1 503 [\s\S]*^content-type: application\/problem\+json/im);
    expect(head).toMatch(/^x-content-type-options: nosniff/im);
  }
});

test('an instance that stops is not ready first, and answers until it closes; a previous secret is valid during a rotation', async () => {
  await product.restart({ DRAIN_SECONDS: '30', JWT_SECRET: nextSecret, JWT_SECRET_PREVIOUS: JWT_SECRET });
  await api.get('/health/ready').expect(200);
  product.server.child.kill('SIGTERM');
  await eventually(async () => {
    const { status, body } = await api.get('/health/ready');
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: 'unavailable', errors: [{ message: 'This instance is stopping.' }] },
    });
  });
  const live = await api.get('/health/live').expect(200);
  expect(live.headers.connection).toBe('close');
  await api.get('/user/me', token).expect(200);
  await product.server.kill();
  await product.restart({ JWT_SECRET: nextSecret });
  await api.get('/user/me', token).expect(401);
});
