import { gzipSync } from 'node:zlib';
import supertest, { type Response } from 'supertest';
import { newPerson, password, startApi, type TestApi } from './api';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = (await newPerson(api.url)).token;
});
afterAll(() => api.close());

/** Each operation that takes JSON, with a body that fits. */
const targets: [string, Record<string, unknown>][] = [
  ['/auth/signup', { email: 'asha@lab.example', password }],
  ['/auth/login', { email: 'asha@lab.example', password }],
  // Not the current password, so that no call revokes the token that they all carry.
  ['/auth/password', { currentPassword: 'not the one', newPassword: 'eight cells and one core' }],
  ['/user/order', { amount: 150 }],
  [
    '/user/verify',
    {
      razorpay_order_id: 'order_Q2b7XkLm90PzTa',
      razorpay_payment_id: 'pay_Q2b8Zc3VnR41sD',
      razorpay_signature: '9e2f0f4b1d6c5a80b7c3e3f5a1d9c24078a4f6d2ce6f9a35b1c7d8e0f1a2b3c4',
    },
  ],
  ['/vitals', { name: 'LCP', value: 512.5, path: '/pricing' }],
];

const send = (path: string, body: string | Buffer, type = 'application/json', headers: Record<string, string> = {}) =>
  supertest(api.url)
    .post(`/api${path}`)
    .set({ authorization: `Bearer ${token}`, 'content-type': type, ...headers })
    // As text: supertest would make JSON of a string again.
    .serialize((value: unknown) => value as string)
    .send(body as string);

function expectRefusal(reply: Response, status: number, code: string | RegExp = /./) {
  expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
  expect(reply.body).toMatchObject({ status, code: expect.stringMatching(code), requestId: expect.any(String) });
  expect(reply.text).not.toMatch(/node_modules|\bat [\w.]+ \(|prisma|ajv|fastify/i);
}

describe.each(targets)('%s', (path, good) => {
  const json = JSON.stringify(good);

  test('refuses a body that is not JSON', async () => {
    for (const body of ['{', `${json.slice(0, -1)},}`, `${json}x`, `${json} // comment`, Buffer.alloc(64)])
      expectRefusal(await send(path, body), 400, 'malformed_json');
  });

  test('refuses JSON that is not an object with exactly its fields', async () => {
    const missing = Object.keys(good).map((field) => JSON.stringify({ ...good, [field]: undefined }));
    for (const body of ['', 'null', '150', '[]', `[${json}]`, `${json.slice(0, -1)},"isAdmin":true}`, ...missing])
      expectRefusal(await send(path, body), 400, 'invalid_input');
  });

  test('refuses keys of a prototype', async () => {
    for (const key of [
      '"__proto__":{"isAdmin":true}',
      '"__pr\\u006fto__":{"isAdmin":true}',
      '"constructor":{"prototype":1}',
    ])
      expectRefusal(await send(path, `${json.slice(0, -1)},${key}}`), 400);
  });

  test('refuses operators, and text that the database cannot store', async () => {
    const values = [{ contains: '' }, { not: null }, { $gt: '' }, ['x'], 'a\u0000@lab.example', 'a'.repeat(10_000)];
    for (const field of Object.keys(good).filter((each) => !/password/i.test(each)))
      for (const value of values) expectRefusal(await send(path, JSON.stringify({ ...good, [field]: value })), 400);
  });

  test('takes JSON under no other type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '*/*'])
      expectRefusal(await send(path, json, type), 415, 'unsupported_media_type');
  });

  test('takes no more than 16 KB', async () => {
    const padded = JSON.stringify({ ...good, padding: 'x'.repeat(17 * 1024) });
    expectRefusal(await send(path, padded), 413, 'payload_too_large');
  });

  test('does not decompress', async () => {
    const compressed = gzipSync(json);
    expectRefusal(await send(path, compressed, 'application/json', { 'content-encoding': 'gzip' }), 400);
  });
});

test('an event of the payment provider may have 256 KB, and no more', async () => {
  const event = (bytes: number) => send('/webhooks/razorpay', ' '.repeat(bytes));
  expectRefusal(await event(256 * 1024), 400, 'signature_invalid');
  expectRefusal(await event(256 * 1024 + 1), 413, 'payload_too_large');
});

test('an event is checked by its bytes before it is parsed', async () => {
  expectRefusal(await send('/webhooks/razorpay', '{ broken'), 400, 'signature_invalid');
});

test('none of this was a defect of the server', async () => {
  await supertest(api.url).get('/api/health').expect(200);
  expect(api.server.output()).not.toMatch(/"code":"unexpected"|"level":(50|60)/);
});
