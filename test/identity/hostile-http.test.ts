import supertest from 'supertest';
import { newPerson, startApi, type TestApi } from './api';
import { exchange } from './raw';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = (await newPerson(api.url)).token;
});
afterAll(() => api.close());

const body = '{"amount":150}';
const head = 'POST /api/vitals HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json';

const malformed: [string, string[]][] = [
  ['two Content-Lengths that differ', [head, 'Content-Length: 14', 'Content-Length: 5', '', body]],
  ['two Content-Lengths that agree', [head, 'Content-Length: 14', 'Content-Length: 14', '', body]],
  ['Content-Length beside chunks', [head, 'Content-Length: 14', 'Transfer-Encoding: chunked', '', '0', '', '']],
  ['two Transfer-Encodings', [head, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity', '', '0', '', '']],
  ['a disguised Transfer-Encoding', [head, 'Transfer-Encoding : chunked', '', '0', '', '']],
  ['an unknown Transfer-Encoding', [head, 'Transfer-Encoding: xchunked', '', '0', '', '']],
  ['a negative Content-Length', [head, 'Content-Length: -1', '', body]],
  ['a Content-Length in hex', [head, 'Content-Length: 0xe', '', body]],
  ['a Content-Length beyond numbers', [head, 'Content-Length: 99999999999999999999', '', body]],
  ['a chunk size that is none', [head, 'Transfer-Encoding: chunked', '', 'zz', body, '0', '', '']],
  ['a header without a name', [head, ': x', '', '']],
  ['a folded header', [head, 'X-Long: a', ' b', 'Content-Length: 2', '', '{}']],
  ['NUL in a header', [head, 'X-Nul: a\u0000b', 'Content-Length: 2', '', '{}']],
  ['20 KB of headers', [head, `X-Long: ${'a'.repeat(20_000)}`, '', '']],
  ['3,000 headers', [head, ...Array.from({ length: 3_000 }, (_, each) => `X-${each}: 1`), '', '']],
  ['no Host', ['GET /api/health HTTP/1.1', 'Connection: close', '', '']],
  ['an unknown method', ['PRI /api/health HTTP/1.1', 'Host: a', 'Connection: close', '', '']],
  ['an unknown HTTP version', ['GET /api/health HTTP/9.9', 'Host: a', '', '']],
  ['no HTTP at all', ['\u0016\u0003\u0001\u0002', '', '']],
];

test.each(malformed)('broken HTTP gets no answer but a refusal: %s', async (_, parts) => {
  const answer = await exchange(api.server.port, ...parts);
  expect(answer).not.toMatch(/HTTP\/1\.1 5\d\d|HTTP\/1\.1 20\d|node_modules/);
  expect(answer.match(/HTTP\/1\.1 \d\d\d/g)?.length ?? 0).toBeLessThanOrEqual(1);
});

const strangeRequests: [string, string][] = [
  ...['TRACE', 'TRACK', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'OPTIONS', 'HEAD'].map((method): [string, string] => [
    `${method} on an operation`,
    `${method} /api/auth/login`,
  ]),
  ['a broken percent sign', 'GET /api/user/order/%E0%A4%A'],
  ['a percent sign at the end', 'GET /api/%'],
  ['NUL in the path', 'GET /api/user/order/%00'],
  ['a line break in the path', 'GET /api/user/order/x%0d%0aSet-Cookie:%20a=b'],
  ['a path above the root', 'GET /api/../../../etc/passwd'],
  ['an encoded path above the root', 'GET /api/user/order/..%2f..%2f..%2fetc%2fpasswd'],
  ['two encoded path steps', 'GET /api/%2e%2e/%2e%2e/package.json'],
  ['a 10 KB path', `GET /api/user/order/${'x'.repeat(10_000)}`],
  ['12,000 slashes', `GET /${'/'.repeat(12_000)}x`],
  ['12,000 slashes below the API', `GET /api/${'/'.repeat(12_000)}x`],
  ['another letter case', 'POST /API/AUTH/LOGIN'],
  ['a slash at the end', 'POST /api/auth/login/'],
  ['a semicolon', 'GET /api/user/me;admin=true'],
  ['a dot at the end', 'GET /api/user/me.'],
  ['a method override', 'GET /api/auth/login?_method=POST'],
  ['a query that is a list', 'GET /api/user/orders?limit=1&limit=2'],
  ['a cursor that is SQL', "GET /api/user/orders?cursor=1'%20OR%201=1--"],
  ['a cursor that is a URN', 'GET /api/user/orders?cursor=urn:uuid:019ab3c0-7c1e-7000-8000-3f1d5b0a9e10'],
  ['a limit beyond numbers', 'GET /api/user/orders?limit=1e9'],
  ['an order id with NUL', 'GET /api/user/order/order_%00bcdefghijklmn'],
  ['an operation that there is not', 'GET /api/admin'],
  ['the metrics that others have', 'GET /api/metrics'],
  ['the documentation that others have', 'GET /api/swagger.json'],
];

test.each(strangeRequests)('is neither let in nor broken by %s', async (_, line) => {
  const started = Date.now();
  const answer = await exchange(
    api.server.port,
    `${line} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    '',
    '',
  );
  expect(Date.now() - started).toBeLessThan(3_000);
  expect(answer).toMatch(/^HTTP\/1\.1 (400|401|404|405|414|429|431|501|30[1278])/);
  expect(answer).not.toMatch(/node_modules|root:x:0|"dependencies"|\bat [\w.]+ \(/);
  expect(answer).not.toMatch(/^set-cookie|^access-control/im);
  expect(answer).not.toMatch(/^location: *(https?:)?\/\//im);
});

test.each([
  ['an object', 'limit[$gt]=1'],
  ['a prototype key', '__proto__[isAdmin]=1&constructor=1'],
  ['a thousand of them', 'a=1&'.repeat(1_000)],
])('unknown queries count for nothing: %s', async (_, query) => {
  const reply = await supertest(api.url).get(`/api/user/orders?${query}`).set('authorization', `Bearer ${token}`);
  expect(reply.body).toEqual({ items: [], nextCursor: null });
});

test('nobody gets a tunnel', async () => {
  expect(await exchange(api.server.port, 'CONNECT localhost:22 HTTP/1.1', 'Host: localhost', '', '')).not.toMatch(
    /^HTTP\/1\.1 2/,
  );
});

test.each(['/%61pi/user/me', '/a%70%69/user/m%65', '/api/user%2Fme/../me'])(
  'however it is spelt, an address of the API gets its headers: %s',
  async (path) => {
    const answer = await exchange(api.server.port, `GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', '', '');
    expect(answer).toMatch(/^HTTP\/1\.1 40[14]/);
    expect(answer).toMatch(/^cache-control: no-store/im);
    expect(answer).toMatch(/^content-security-policy: default-src 'none'/im);
  },
);

test.each(['/%zz', '/%', '/%c0%ae', '/%%361pi', '*'])(
  'an address that cannot be read is not found, and not repeated: %s',
  async (path) => {
    const answer = await exchange(api.server.port, `GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', '', '');
    expect(answer).toMatch(/^HTTP\/1\.1 404/);
    expect(answer).toMatch(/^x-content-type-options: nosniff/im);
    expect(answer).not.toContain('FST_');
  },
);

test('an address in absolute form gets what its path gets, and no other host is asked', async () => {
  const line = 'GET http://stranger.example/api/user/me HTTP/1.1';
  const answer = await exchange(api.server.port, line, 'Host: localhost', 'Connection: close', '', '');
  expect(answer).toMatch(/^HTTP\/1\.1 401/);
  expect(answer).toMatch(/^cache-control: no-store/im);
});

test.each([
  ['https://stranger.example', 'OPTIONS'],
  ['https://stranger.example', 'GET'],
  ['null', 'GET'],
  ['http://localhost', 'POST'],
])('pages of other origins read nothing: Origin %s, %s', async (origin, method) => {
  const request = supertest(api.url)[method.toLowerCase() as 'get']('/api/config');
  const reply = await request.set({
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': '*',
  });
  expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(reply.headers['cross-origin-resource-policy']).toBe('same-origin');
});

test('who is asked for does not change what is answered: Host and forwarded headers make no address', async () => {
  const forged = { host: 'stranger.example', 'x-forwarded-host': 'stranger.example', 'x-forwarded-proto': 'https' };
  const reply = await supertest(api.url).get('/api/config').set(forged).expect(200);
  expect(JSON.stringify([reply.body, reply.headers])).not.toContain('stranger.example');
});

test('a request id comes from us, whatever the caller sends', async () => {
  const reply = await supertest(api.url).get('/api/nothing').set({ 'request-id': '<b>', 'x-request-id': 'evil\\n' });
  expect(reply.body.requestId).toMatch(/^req-[0-9a-f]{16}$/);
});

test('senders who never finish keep nobody else waiting', async () => {
  const slow = Array.from({ length: 50 }, () => exchange(api.server.port, head, 'Content-Length: 14', '', '{'));
  const started = Date.now();
  await supertest(api.url).get('/api/health').expect(200);
  expect(Date.now() - started).toBeLessThan(3_000);
  for (const answer of await Promise.all(slow)) expect(answer).not.toMatch(/HTTP\/1\.1 [25]\d\d/);
});

test('the service is well after all of that, and has logged no defect', async () => {
  await supertest(api.url).get('/api/health').expect(200);
  expect(api.server.output()).not.toMatch(/"code":"unexpected"|"level":(50|60)/);
});
