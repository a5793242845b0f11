import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../support/eventually';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const bodies: Record<string, object> = {
  '/auth/login': { email: 'asha@lab.example', password: 'nine tall mango trees' },
  '/user/order': { amount: 150 },
  '/user/verify': { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'a'.repeat(64) },
  '/vitals': { name: 'LCP', value: 1, path: '/' },
};
const paths = [...Object.keys(bodies), '/config', '/health', '/user/me', '/nowhere'];

function requestOf(path: string) {
  const body = JSON.stringify(bodies[path] ?? '');
  if (!bodies[path]) return `GET /api${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
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
  const sockets = await Promise.all(paths.map(open));
  for (const socket of sockets) socket.write(requestOf('/user/order'));
  await sandbox.control('GET', `/faults/${fault.id}/hit?count=${paths.length}`);

  const stopped = server.stop();
  await takesNoMore();
  const begun = Promise.all(sockets.map(answerOn));
  await sandbox.control('DELETE', '/faults');
  for (const { head } of await begun) expect(head).toContain('HTTP/1.1 201');

  const later = Promise.all(sockets.map(answerOn));
  for (const [at, socket] of sockets.entries()) socket.write(requestOf(paths[at] as string));
  const answers = await later;
  await stopped;
  for (const [at, { head, body }] of answers.entries()) {
    const title = 'The service is not available. Please try again.';
    const forForms = paths[at] === '/auth/login' ? { success: false, message: title } : {};
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(head).toMatch(/^content-type: application\/problem\+json/im);
    expect(head).toMatch(/^x-content-type-options: nosniff/im);
    expect(body).toEqual({
      type: '/docs/errors#unavailable',
      title,
      status: 503,
      code: 'unavailable',
      requestId: expect.any(String),
      ...forForms,
    });
  }
});
