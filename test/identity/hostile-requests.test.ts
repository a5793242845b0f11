import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { operations } from '../contract/contract';
import { apiOf } from '../support/api';
import { shows } from '../support/eventually';
import { exchange } from '../support/raw-client';
import { sharedProduct } from '../support/shared-product';

// Broken JSON, missing fields, other media types and large bodies: test/contract/contract.test.ts.

const api = apiOf(sharedProduct);
const port = Number(new URL(sharedProduct.url).port);
let token: string;
beforeAll(async () => {
  token = (await api.newPerson()).token;
});

const ask = (line: string, ...headers: string[]) =>
  exchange(port, `${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', '');

test('what is not HTTP is refused with a problem document and the headers of the API', async () => {
  const requests: [number, string[]][] = [
    [400, ['\u0016\u0003\u0001\u0002', '', '']],
    [400, ['GET /api/health HTTP/1.1', 'Connection: close', '', '']],
    [400, ['POST /api/vitals HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 5', '', '{']],
    [400, ['POST /api/vitals HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', '', 'zz', '', '']],
    [431, ['GET / HTTP/1.1', 'Host: a', `X-Long: ${'a'.repeat(20_000)}`, '', '']],
  ];
  for (const [status, lines] of requests) {
    const [head = '', body = ''] = (await exchange(port, ...lines)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^content-type: application\/problem\+json/im);
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    const requestId = /^request-id: (req-[\da-f]{16})\r?$/im.exec(head)?.[1];
    const type = `${sharedProduct.url}/docs/errors#malformed_request`;
    const code = 'malformed_request';
    expect(JSON.parse(body)).toEqual({ type, title: expect.any(String), status, code, requestId });
  }
});

test('odd paths and queries neither get in nor break anything', async () => {
  const paths = [
    ...['/%zz', '/%c0%ae', '/api/user/order/%E0%A4%A', '/api/user/order/%00', '/api/../../../etc/passwd'],
    ...['/api/user/order/x%0d%0aSet-Cookie:%20a=b', '/api/user/order/..%2f..%2f..%2fetc%2fpasswd'],
    ...['/api/%2e%2e/%2e%2e/package.json', `/api/user/order/${'x'.repeat(10_000)}`, `/${'/'.repeat(12_000)}x`],
    ...['/API/AUTH/LOGIN', '/api/user/me;admin=true', '/api/user/orders?limit=1&limit=2'],
    ...["/api/user/orders?cursor=1'%20OR%201=1--", '/api/user/orders?limit=0x10'],
  ];
  for (const path of paths) {
    const answer = await ask(`GET ${path}`, `Authorization: Bearer ${token}`);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404|405|414) /);
    expect(answer.slice(answer.indexOf('{'))).not.toContain(path);
    expect(answer).not.toMatch(/node_modules|root:x:0|"dependencies"|\bat [\w.]+ \(|^set-cookie|^location/im);
  }
});

test('an operation gets the headers of the API however its path is written', async () => {
  for (const target of ['/%61pi/user/me', 'http://stranger.example/api/user/me']) {
    const answer = await ask(`GET ${target}`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/^cache-control: no-store/im);
    expect(answer).toMatch(/^content-security-policy: default-src 'none'/im);
  }
});

test('no reply repeats a forged Host, and request ids are ours', async () => {
  const forged = { host: 'stranger.example', 'x-forwarded-host': 'stranger.example', 'x-forwarded-proto': 'https' };
  const config = await supertest(api.url).get('/api/config').set(forged).expect(200);
  expect(JSON.stringify([config.body, config.headers])).not.toContain('stranger.example');
  const missing = await supertest(api.url).get('/api/nothing').set({ 'request-id': '<b>', 'x-request-id': 'evil' });
  expect(missing.body.requestId).toMatch(/^req-[0-9a-f]{16}$/);
});

test('a log-out counts although its client has hung up', async () => {
  const person = await api.newPerson();
  const head = ['POST /api/auth/logout HTTP/1.1', 'Host: a', `Authorization: Bearer ${person.token}`, '', ''];
  const socket = connect(port, 'localhost');
  await new Promise<void>((sent) => socket.write(head.join('\r\n'), () => sent()));
  socket.resetAndDestroy();
  await shows(async () => (await api.me(person.token)).status, 401);
});

describe('JSON', () => {
  /** Each operation that takes JSON, with its example. */
  const bodies = operations
    .filter(({ id }) => id !== 'receivePaymentEvent' && id !== 'returnFromCheckout')
    .flatMap(({ path, body }) => (body ? [[path, (body.examples as object[])[0]] as [string, object]] : []));

  const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    api.agent
      .post(path)
      .set({ authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers })
      // Supertest would encode a string as JSON again.
      .serialize((value: unknown) => value as string)
      .send(body as string);

  async function expectRefusal(path: string, body: string) {
    const reply = await send(path, body);
    expect([path, body.slice(0, 200), reply.status]).toEqual([path, body.slice(0, 200), 400]);
    expect(reply.text).not.toMatch(/node_modules|\bat [\w.]+ \(|prisma|ajv|fastify/i);
  }

  test('a body with a key that the operation does not have is refused, also a key of a prototype', async () => {
    const keys = ['"isAdmin":true', '"__pr\\u006fto__":{"isAdmin":true}', '"constructor":{"prototype":1}'];
    for (const [path, good] of bodies)
      for (const key of keys) await expectRefusal(path, `${JSON.stringify(good).slice(0, -1)},${key}}`);
  });

  test('operators in place of text, and text that the database cannot store, are refused', async () => {
    // We do not read authenticator extensions, which may be any object.
    for (const [path, good] of bodies)
      for (const field of Object.keys(good).filter((each) => !/password|clientExtensionResults/i.test(each)))
        for (const value of [{ not: null }, ['x'], 'a\u0000@lab.example'])
          await expectRefusal(path, JSON.stringify({ ...good, [field]: value }));
  });

  test('a compressed body is not decompressed', async () => {
    const body = gzipSync('{"amount":150}');
    const reply = await send('/user/order', body, { 'content-encoding': 'gzip' });
    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('an event of the payment provider may have 256 KB, and is checked by its bytes before it is parsed', async () => {
    const codeFor = async (bytes: number) => (await send('/webhooks/razorpay', ' '.repeat(bytes))).body.code;
    expect(await codeFor(256 * 1024)).toBe('signature_invalid');
    expect(await codeFor(256 * 1024 + 1)).toBe('payload_too_large');
  });
});
