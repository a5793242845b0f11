import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pino from 'pino';
import supertest from 'supertest';
import { answerUnreadable } from '../../apps/bff/src/problem/unreadable-request';
import { resetStalled } from '../../apps/bff/src/security/stalled-callers';
import { shows } from '../support/eventually';
import { me, newPerson, startApi, type TestApi } from './api';
import { exchange } from './raw';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = (await newPerson(api.url)).token;
});
afterAll(() => api.close());

/** Taken where nothing else is wrong, so that only what is broken around it can be refused. */
const body = '{"name":"LCP","value":900,"path":"/pricing"}';
const length = `Content-Length: ${body.length}`;
const chunks = [body.length.toString(16), body, '0', '', ''];
const head = 'POST /api/vitals HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json';

test.each([
  ['with its length', [length, '', body]],
  ['in chunks', ['Transfer-Encoding: chunked', '', ...chunks]],
])('a call that is not broken is taken: %s', async (_, parts) => {
  expect(await exchange(api.server.port, head, ...parts)).toMatch(/^HTTP\/1\.1 204/);
});

const malformed: [string, string[]][] = [
  ['two Content-Lengths that differ', [head, length, 'Content-Length: 5', '', body]],
  ['two Content-Lengths that differ, the right one last', [head, 'Content-Length: 5', length, '', body]],
  ['two Content-Lengths that agree', [head, length, length, '', body]],
  ['two Content-Lengths in one line', [head, `${length}, ${body.length}`, '', body]],
  ['Content-Length beside chunks', [head, length, 'Transfer-Encoding: chunked', '', ...chunks]],
  ['chunks beside Content-Length', [head, 'Transfer-Encoding: chunked', length, '', ...chunks]],
  ['two Transfer-Encodings', [head, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity', '', ...chunks]],
  ['a disguised Transfer-Encoding', [head, 'Transfer-Encoding : chunked', '', ...chunks]],
  ['an unknown Transfer-Encoding', [head, 'Transfer-Encoding: xchunked', '', ...chunks]],
  ['a negative Content-Length', [head, 'Content-Length: -1', '', body]],
  ['a Content-Length with a sign', [head, `Content-Length: +${body.length}`, '', body]],
  ['a Content-Length in hex', [head, `Content-Length: 0x${body.length.toString(16)}`, '', body]],
  ['a Content-Length beyond numbers', [head, 'Content-Length: 99999999999999999999', '', body]],
  ['a chunk size that is none', [head, 'Transfer-Encoding: chunked', '', 'zz', body, '0', '', '']],
  ['a header without a name', [head, ': x', length, '', body]],
  ['a folded header', [head, 'X-Long: a', ' b', length, '', body]],
  ['NUL in a header', [head, 'X-Nul: a\u0000b', length, '', body]],
  ['20 KB of headers', [head, `X-Long: ${'a'.repeat(20_000)}`, length, '', body]],
  ['3,000 headers', [head, ...Array.from({ length: 3_000 }, (_, each) => `X-${each}: 1`), length, '', body]],
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

test.each([
  ['text', 'text/plain', 'x'],
  ['broken JSON', 'application/json', '{'],
  ['a prototype key', 'application/json', '{"__proto__":1}'],
  ['20 KB', 'application/json', JSON.stringify('x'.repeat(20_000))],
  ['no type at all', 'a;;;', 'x'],
])('where no body belongs, one counts for nothing: %s', async (_, type, text) => {
  const person = await newPerson(api.url);
  const send = (path: string) =>
    supertest(api.url)
      .post(path)
      .set({ authorization: `Bearer ${person.token}`, 'content-type': type })
      .send(text);
  await send('/api/user/order/order_AAAAAAAAAAAAAA/claim').expect(404, /order_not_found/);
  await send('/api/auth/logout').expect(204);
  await send('/api/auth/logout').expect(401);
  await supertest(api.url).post('/login').set('content-type', type).send(text).expect(303);
});

test('a log-out counts, though the caller has hung up before it is done', async () => {
  const throttled = await startApi({ THROTTLE: 'on' });
  const person = await newPerson(throttled.url);
  const head = ['POST /api/auth/logout HTTP/1.1', 'Host: a', `Authorization: Bearer ${person.token}`, '', ''];
  const socket = connect(throttled.server.port, 'localhost');
  await new Promise<void>((sent) => socket.write(head.join('\r\n'), () => sent()));
  socket.resetAndDestroy();
  await shows(async () => (await me(throttled.url, person.token)).status, 401);
  await throttled.close();
});

test('an answer comes before the refusal of what follows it on the connection', async () => {
  const good = ['GET /api/config HTTP/1.1', 'Host: a', '', ''].join('\r\n');
  const answer = await exchange(api.server.port, `${good}${good}GARBAGE`, '', '');
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('a connection that is refused is let go, though the caller keeps its side open', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) =>
    answerUnreadable({}, pino({ enabled: false }))({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect({ port: (server.address() as AddressInfo).port, host: 'localhost', allowHalfOpen: true });
  const [socket] = (await once(server, 'connection')) as [Socket];
  client.resume();
  try {
    await once(socket, 'close', { signal: AbortSignal.timeout(4_000) });
  } finally {
    for (const side of [client, socket]) side.destroy();
    server.close();
  }
});

/** A server that refuses as ours does, only sooner, with one listener; and a caller that keeps its side open. */
async function hurriedServer(listener: RequestListener) {
  const hurry = { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 20 };
  const server = createHttpServer(hurry, listener);
  server.on('clientError', answerUnreadable({}, pino({ enabled: false })));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect({ port: (server.address() as AddressInfo).port, host: 'localhost', allowHalfOpen: true });
  const [socket] = (await once(server, 'connection')) as [Socket];
  let heard = '';
  client.on('data', (chunk) => {
    heard += chunk;
  });
  const close = () => {
    for (const side of [client, socket]) side.destroy();
    server.close();
  };
  return {
    server,
    client,
    letGo: once(socket, 'close', { signal: AbortSignal.timeout(6_000) }),
    heard: () => heard,
    close,
  };
}

test('a caller who takes nothing of an answer is let go', async () => {
  const more = Buffer.alloc(64 * 1024 * 1024);
  const server = createHttpServer((_, response) => void response.end(more));
  resetStalled(server, 100);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const client = connect((server.address() as AddressInfo).port, 'localhost');
  try {
    const [socket] = (await once(server, 'connection')) as [Socket];
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'close', { signal: AbortSignal.timeout(4_000) });
    expect(client.bytesRead).toBeLessThan(more.length);
  } finally {
    client.destroy();
    server.close();
  }
});

const unfinished = ['POST / HTTP/1.1', 'Host: a', 'Content-Length: 3', '', '{'].join('\r\n');

test('a body that never ends is told so, once, and nobody acts on what comes of it after that', async () => {
  const whole = jest.fn();
  const server = await hurriedServer((request) => request.resume().on('end', whole));
  try {
    server.client.write(unfinished);
    await once(server.client, 'end', { signal: AbortSignal.timeout(4_000) });
    server.client.write(' }');
    await server.letGo;
    expect(server.heard().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 408']);
    expect(whole).not.toHaveBeenCalled();
  } finally {
    server.close();
  }
});

test('a call that was answered before its body ended is not answered again', async () => {
  const server = await hurriedServer((_, response) => void response.end('done'));
  try {
    server.client.write(unfinished);
    await server.letGo;
    expect(server.heard().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  } finally {
    server.close();
  }
});

test('garbage that goes on while an answer is under way is refused once, after it', async () => {
  const pending: ServerResponse[] = [];
  const { server, client, letGo, heard, close } = await hurriedServer((_, response) => void pending.push(response));
  try {
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(server, 'request');
    const [response] = pending as [ServerResponse];
    const waiting = response.listenerCount('close');
    for (let packet = 0; packet < 12; packet += 1) {
      client.write('GARBAGE\r\n\r\n');
      await once(server, 'clientError');
    }
    expect(response.listenerCount('close')).toBe(waiting + 1);
    response.end();
    await letGo;
    expect(heard().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  } finally {
    close();
  }
});

const order = ['POST /api/user/order HTTP/1.1', 'Host: a', 'Content-Type: application/json'];

test.each([
  ['a chunk that is none', [...order, 'Transfer-Encoding: chunked', '', 'zz', '', '']],
  ['a second chunk that is none', [...order, 'Transfer-Encoding: chunked', '', '1', '{', 'zz', '', '']],
  ['another coding than chunks', [...order, 'Transfer-Encoding: gzip', '', '{']],
])('a body that cannot be read is refused at once, after the answers before it: %s', async (_, parts) => {
  const good = ['GET /api/health HTTP/1.1', 'Host: a', '', ''];
  const answer = await exchange(api.server.port, good.join('\r\n') + parts.join('\r\n'));
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  expect(answer).toMatch(/"code":"malformed_request"/);
});

test.each([
  ['a body', ['Content-Type: application/json', 'Content-Length: 1', '', '{']],
  ['none', ['', '']],
])('a method that came after HTTP was read is refused as any other: QUERY, with %s', async (_, parts) => {
  const answer = await exchange(
    api.server.port,
    'QUERY /api/config HTTP/1.1',
    'Host: a',
    'Connection: close',
    ...parts,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 405 [\s\S]*^allow: GET[\s\S]*"code":"method_not_allowed"/im);
});

test('an expectation that nobody knows counts for nothing', async () => {
  const call = ['GET /api/config HTTP/1.1', 'Host: a', 'Expect: tea', 'Connection: close', '', ''];
  expect(await exchange(api.server.port, ...call)).toMatch(/^HTTP\/1\.1 200 [\s\S]*passwordMinLength/);
});

test('a long id is refused as any other that is none', async () => {
  const long = `/api/user/order/${'x'.repeat(2_000)}`;
  await supertest(api.url).get(long).expect(401);
  await supertest(api.url)
    .get(long)
    .set('authorization', `Bearer ${token}`)
    .expect(400, /invalid_input/);
});

test.each([
  ['no HTTP at all', 400, ['\u0016\u0003\u0001\u0002', '', '']],
  ['two Content-Lengths that differ', 400, [head, length, 'Content-Length: 5', '', body]],
  ['201 headers', 431, [head, ...Array(200).fill('X: a'), '', '']],
  ['20 KB of headers', 431, [head, `X-Long: ${'a'.repeat(20_000)}`, '', '']],
  ['no Host', 400, ['GET / HTTP/1.1', '', '']],
  ['two Hosts', 400, ['GET / HTTP/1.1', 'Host: a', 'host: a', '', '']],
  ['HTTP/2.0', 400, ['GET / HTTP/2.0', 'Host: a', '', '']],
  ['chunks within gzip', 400, [head, 'Transfer-Encoding: gzip, chunked', '', ...chunks]],
  ['chunks twice', 400, [head, 'Transfer-Encoding: chunked, chunked', '', ...chunks]],
  ['two callers', 400, ['GET / HTTP/1.1', 'Host: a', 'Authorization: Bearer a', 'authorization: Bearer b', '', '']],
])('even what cannot be read is refused by a problem, with the headers of the API: %s', async (_, status, parts) => {
  const [headers, problem] = (await exchange(api.server.port, ...parts)).split('\r\n\r\n');
  expect(headers).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(headers).toMatch(/^content-type: application\/problem\+json/im);
  expect(headers).toMatch(/^content-security-policy: default-src 'none'/im);
  expect(JSON.parse(problem ?? '')).toEqual({
    type: '/docs/errors#malformed_request',
    title: expect.any(String),
    status,
    code: 'malformed_request',
    requestId: expect.stringMatching(/^req-[\da-f]{16}$/),
  });
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
  ['a limit as only code spells it', 'GET /api/user/orders?limit=0x10'],
  ['a limit with a space', 'GET /api/user/orders?limit=%2016'],
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
  expect(Date.now() - started).toBeLessThan(10_000);
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
  expect(Date.now() - started).toBeLessThan(10_000);
  for (const answer of await Promise.all(slow)) expect(answer).not.toMatch(/HTTP\/1\.1 [25]\d\d/);
});

describe('asking ahead on one connection', () => {
  const ask = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answers = async (count: number) =>
    (await exchange(api.server.port, ask.repeat(count))).match(/HTTP\/1\.1 200/g)?.length ?? 0;

  test('is answered, some ahead', async () => expect(await answers(12)).toBe(12));

  test.each([100, 10_000])('is not worked on for who asks %i times at once', async (count) =>
    expect(await answers(count)).toBeLessThanOrEqual(17),
  );
});

test('the service is well after all of that, and has logged no defect', async () => {
  await supertest(api.url).get('/api/health').expect(200);
  expect(api.server.output()).not.toMatch(/"code":"unexpected"|"level":(50|60)/);
});
