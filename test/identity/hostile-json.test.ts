import { gzipSync } from 'node:zlib';
import type { Response } from 'supertest';
import { operations } from '../contract/contract';
import { apiOf } from '../support/api';
import { sharedProduct } from '../support/shared-product';

// Broken JSON, missing fields, other media types and large bodies: test/contract/contract.test.ts.

const api = apiOf(sharedProduct);
let token: string;
beforeAll(async () => {
  token = (await api.newPerson()).token;
});

/** Each operation that takes JSON, with its example. */
const bodies = operations
  .filter(({ id }) => id !== 'receivePaymentEvent' && id !== 'returnFromCheckout')
  .flatMap(({ path, body }) => (body ? [[path, (body.examples as object[])[0]] as [string, object]] : []));

const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  api.agent
    .post(path)
    .set({ authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers })
    // As text: supertest would make JSON of a string again.
    .serialize((value: unknown) => value as string)
    .send(body as string);

function expectRefusal(name: string, reply: Response, status: number, code: string | RegExp = /./) {
  expect([name, reply.body]).toMatchObject([name, { status, code: expect.stringMatching(code) }]);
  expect(reply.text).not.toMatch(/node_modules|\bat [\w.]+ \(|prisma|ajv|fastify/i);
}

const foreignKeys = [
  '"isAdmin":true',
  '"__proto__":{"isAdmin":true}',
  '"__pr\\u006fto__":{"isAdmin":true}',
  '"constructor":{"prototype":1}',
];

test('a body with a key that the operation does not have is refused, also a key of a prototype', async () => {
  for (const [path, good] of bodies)
    for (const key of foreignKeys)
      expectRefusal(`${path} ${key}`, await send(path, `${JSON.stringify(good).slice(0, -1)},${key}}`), 400);
});

test('operators in place of text, and text that the database cannot store, are refused', async () => {
  const values = [{ contains: '' }, { not: null }, { $gt: '' }, ['x'], 'a\u0000@lab.example', 'a'.repeat(10_000)];
  // Extensions of authenticators are any object, and not read.
  for (const [path, good] of bodies)
    for (const field of Object.keys(good).filter((each) => !/password|clientExtensionResults/i.test(each)))
      for (const value of values) {
        const body = JSON.stringify({ ...good, [field]: value });
        expectRefusal(`${path} ${field} ${body.slice(0, 99)}`, await send(path, body), 400);
      }
});

test('a compressed body is not decompressed', async () => {
  for (const [path, good] of bodies)
    expectRefusal(path, await send(path, gzipSync(JSON.stringify(good)), { 'content-encoding': 'gzip' }), 415);
});

test('an event of the payment provider may have 256 KB, and is checked by its bytes before it is parsed', async () => {
  const event = (bytes: number) => send('/webhooks/razorpay', ' '.repeat(bytes));
  expectRefusal('256 KB', await event(256 * 1024), 400, 'signature_invalid');
  expectRefusal('more', await event(256 * 1024 + 1), 413, 'payload_too_large');
});
