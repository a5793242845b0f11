import { connect } from 'node:net';
import supertest from 'supertest';
import { newEmail } from '../support/api';
import { shows } from '../support/eventually';
import { exchange } from '../support/raw-client';
import { startApi, type TestApi } from './api';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startApi({ THROTTLE: 'on' });
  token = (await api.newPerson()).token;
});
afterAll(() => api.close());

const ask = (line: string, ...headers: string[]) =>
  exchange(api.server.port, `${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', '');

test('what is not HTTP is refused with a problem document and the headers of the API', async () => {
  const requests: [number, string[]][] = [
    [400, ['\u0016\u0003\u0001\u0002', '', '']],
    [400, ['GET /api/health HTTP/1.1', 'Connection: close', '', '']],
    [400, ['POST /api/vitals HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 5', '', '{']],
    [400, ['POST /api/vitals HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', '', 'zz', '', '']],
    [431, ['GET / HTTP/1.1', 'Host: a', `X-Long: ${'a'.repeat(20_000)}`, '', '']],
  ];
  for (const [status, lines] of requests) {
    const [head = '', body = ''] = (await exchange(api.server.port, ...lines)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^content-type: application\/problem\+json/im);
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    const requestId = /^request-id: (req-[\da-f]{16})\r?$/im.exec(head)?.[1];
    expect(JSON.parse(body)).toEqual({
      type: expect.stringMatching(/^http:\/\/localhost:\d+\/docs\/errors#malformed_request$/),
      title: expect.any(String),
      status,
      code: 'malformed_request',
      requestId,
    });
  }
});

test('what is HTTP but no call of the API is refused by its code, with a request id', async () => {
  const json = ['Content-Type: application/json', 'Content-Length: 31'];
  const body = ['', '{"amount":150,"__proto__":null}'];
  const requests: [string, number, string, string[]][] = [
    ['QUERY /api/user/order', 405, 'method_not_allowed', ['', '']],
    ['QUERY /api/nothing', 404, 'not_found', ['', '']],
    ['OPTIONS *', 404, 'not_found', ['', '']],
    ['GET /api/user/me', 401, 'token_missing', ['Expect: foo', '', '']],
    ['POST /api/user/order', 400, 'malformed_json', [...json, ...body]],
    ['POST /api/user/order', 415, 'unsupported_media_type', [...json, 'Content-Encoding: gzip', ...body]],
  ];
  for (const [line, status, code, rest] of requests) {
    const answer = await exchange(api.server.port, `${line} HTTP/1.1`, 'Host: a', 'Connection: close', ...rest);
    expect([line, answer]).toEqual([line, expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} `))]);
    expect(answer).toMatch(/^request-id: req-/im);
    expect(answer).toContain(`"code":"${code}"`);
  }
});

test('odd paths and queries neither get in nor break anything', async () => {
  const paths = [
    ...['/%zz', '/%', '/%c0%ae', '/api/user/order/%E0%A4%A', '/api/user/order/%00'],
    ...['/api/user/order/x%0d%0aSet-Cookie:%20a=b', '/api/user/order/..%2f..%2f..%2fetc%2fpasswd'],
    ...['/api/../../../etc/passwd', '/api/%2e%2e/%2e%2e/package.json', `/api/user/order/${'x'.repeat(10_000)}`],
    ...[`/${'/'.repeat(12_000)}x`, `/api/${'/'.repeat(12_000)}x`, '/API/AUTH/LOGIN', '/api/auth/login/'],
    ...['/api/user/me;admin=true', '/api/auth/login?_method=POST', '/api/user/orders?limit=1&limit=2'],
    ...["/api/user/orders?cursor=1'%20OR%201=1--", '/api/user/orders?limit=0x10', '/api/user/orders?limit=%2016'],
    '/api/user/orders?cursor=urn:uuid:019ab3c0-7c1e-7000-8000-3f1d5b0a9e10',
  ];
  for (const path of paths) {
    const answer = await ask(`GET ${path}`, `Authorization: Bearer ${token}`);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404|405|414) /);
    expect(answer.slice(answer.indexOf('{'))).not.toContain(path);
    expect(answer).not.toMatch(/node_modules|root:x:0|"dependencies"|\bat [\w.]+ \(|^set-cookie|^location/im);
  }
});

test('an operation gets the headers of the API however its path is written', async () => {
  for (const target of ['/%61pi/user/me', '/a%70%69/user/m%65', 'http://stranger.example/api/user/me']) {
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

test('a forwarded address without TRUST_PROXY is ignored, and warned about once', async () => {
  const email = newEmail();
  const statuses: number[] = [];
  for (let call = 0; call < 11; call += 1)
    statuses.push((await api.logIn(email).set('x-forwarded-for', `203.0.113.${call}`)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  await api.server.untilPrinted(/"forwarded_header_ignored"[^\n]*TRUST_PROXY/);
  expect(api.server.output().match(/"forwarded_header_ignored"/g)).toHaveLength(1);
});

test('a log-out counts although its client has hung up', async () => {
  const person = await api.newPerson();
  const head = ['POST /api/auth/logout HTTP/1.1', 'Host: a', `Authorization: Bearer ${person.token}`, '', ''];
  const socket = connect(api.server.port, 'localhost');
  await new Promise<void>((sent) => socket.write(head.join('\r\n'), () => sent()));
  socket.resetAndDestroy();
  await shows(async () => (await api.me(person.token)).status, 401);
});

test('none of this was a defect of the server', async () => {
  await supertest(api.url).get('/api/health').expect(200);
  expect(api.server.output()).not.toMatch(/"code":"unexpected"|"level":"(error|fatal)"/);
});
