import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type ClientSessionOptions, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import type { OperationId } from '../../apps/bff/src/contract/contract';
import { replyFaults } from '../../apps/bff/src/contract/validation';
import { startApi, type TestApi } from '../identity/api';
import { newEmail, password } from '../support/api';
import { eventually, shows } from '../support/eventually';
import { needing } from '../support/needing';
import { startNginx, type TestNginx } from '../support/nginx';
import { type Client, openClient } from '../support/raw-client';

const withNginx = needing(describe, 'nginx');

withNginx('behind deploy/nginx.conf', () => {
  let api: TestApi;
  let nginx: TestNginx;
  beforeAll(async () => {
    api = await startApi({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' });
    nginx = await startNginx([api.server.port]);
  });
  afterAll(async () => {
    await nginx.close();
    await api.close();
  });

  const clients: Client[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
  });

  function open(text: string, address = '127.0.0.1', port = nginx.port) {
    const client = openClient(port, address, text, port !== nginx.plainPort);
    clients.push(client);
    return client;
  }
  /** Opens all connections before the first one sends, because a slow machine opens them one by one. */
  async function sendAtOnce(count: number, text: string, address: string) {
    const all = Array.from({ length: count }, () => open('', address));
    await Promise.all(all.map(({ opened }) => opened));
    for (const each of all) each.send(text);
    return all;
  }

  const get = (path: string, connection = 'close') =>
    `GET ${path} HTTP/1.1\r\nHost: novacore.example\r\nX-Forwarded-For: 203.0.113.9\r\nConnection: ${connection}\r\n\r\n`;
  const post = (path: string, length: number, body = '') =>
    `POST ${path} HTTP/1.1\r\nHost: novacore.example\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
  const ask = (text: string, address?: string) => open(text, address).closed;

  const statusOf = (answer: string) => Number(answer.split(' ')[1]);
  const refused = (all: Client[]) =>
    all.map((client) => client.received()).filter((answer) => /^HTTP\/1\.1 429 .*\}$/s.test(answer));

  const ownHeaders = [
    /^strict-transport-security: max-age=63072000\r?$/im,
    /^x-content-type-options: nosniff\r?$/im,
    /^content-security-policy: default-src 'none'/im,
  ];

  /** Expects that a reply by nginx matches the contract of this operation. */
  function expectProblem(answer: string, id: OperationId, status: number, code: string, retryAfter?: string) {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(statusOf(head)).toBe(status);
    expect(head).toMatch(/^content-type: application\/problem\+json; charset=utf-8\r$/im);
    expect(/^retry-after: (\d+)/im.exec(head)?.[1]).toBe(retryAfter);
    const document = JSON.parse(body);
    expect(document).toMatchObject({ status, code, type: `https://novacore.example/docs/errors#${code}` });
    expect(/^request-id: (\w+)/im.exec(head)?.[1]).toBe(document.requestId);
    for (const header of ownHeaders) expect(head).toMatch(header);
    expect(replyFaults(id, status, document)).toEqual([]);
    expect('message' in document).toBe(['logIn', 'signUp'].includes(id));
  }

  test('pages come over HTTP/2, and plain HTTP redirects to HTTPS', async () => {
    const session = connect(`https://127.0.0.1:${nginx.port}`, { rejectUnauthorized: false });
    const request = session.request({ ':path': '/', 'accept-encoding': 'br' });
    const [headers] = await once(request, 'response');
    session.destroy();
    expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'br', 'x-content-type-options': 'nosniff' });
    const plain = await open(get('/pricing?plan=b200'), '127.0.0.1', nginx.plainPort).closed;
    expect(plain).toMatch(/^HTTP\/1\.1 308 [\s\S]*^Location: https:\/\/novacore\.example\/pricing\?plan=b200\r$/im);
  });

  test('a call of the API over plain HTTP is refused, so that no client goes on sending its token in clear', async () => {
    for (const path of ['/api/user/me', '/%61pi/user/me', '//api/user/me'])
      expect(await open(get(path), '127.0.0.1', nginx.plainPort).closed).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('another host gets no answer, except a health check of a load balancer, which does not know our name', async () => {
    for (const port of [nginx.port, nginx.plainPort]) {
      const askAs = (host: string, path: string) =>
        open(get(path).replace('Host: novacore.example', `Host: ${host}`), '127.0.0.1', port).closed;
      for (const host of ['evil.example', 'novacore.example.evil.example', '[::1]'])
        expect([host, await askAs(host, '/'), await askAs(host, '/api/config')]).toEqual([host, '', '']);
      expect(await askAs('192.0.2.1', '/api/health/ready')).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"ok"/);
    }
  });

  test('a load balancer that ends TLS gets pages and API on a separate port, and may keep connections for 600 s', async () => {
    for (const path of ['/pricing', '/api/config']) {
      const reply = await fetch(`http://127.0.0.1:${nginx.balancerPort}${path}`, { redirect: 'manual' });
      expect([path, reply.status]).toEqual([path, 200]);
    }
    const { headers } = await fetch(`${api.url}/api/config`);
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(600);
  });

  test('a certificate authority gets the answer to its challenge over plain HTTP', async () => {
    mkdirSync(join(nginx.webroot, '.well-known/acme-challenge'), { recursive: true });
    writeFileSync(join(nginx.webroot, '.well-known/acme-challenge/token'), 'the answer');
    const answer = await open(get('/.well-known/acme-challenge/token'), '127.0.0.1', nginx.plainPort).closed;
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*the answer$/);
  });

  test('TLS 1.2 is accepted with forward secrecy and AEAD suites only', async () => {
    const connects = async (suite: string) => {
      const options = { maxVersion: 'TLSv1.2', ciphers: `${suite}:@SECLEVEL=0`, rejectUnauthorized: false } as const;
      const socket = connectTls(nginx.port, '127.0.0.1', options);
      // A refusal is an error event, which rejects.
      const connected = await once(socket, 'secureConnect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      return connected;
    };
    expect(await connects('ECDHE-ECDSA-AES128-GCM-SHA256')).toBe(true);
    for (const suite of ['ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-CCM8'])
      expect([suite, await connects(suite)]).toEqual([suite, false]);
  });

  test('a link whose # a mail gateway has encoded is redirected and not logged', async () => {
    for (const start of ['/reset-password%23', '/verify-email%2523', '//RESET-password/%23'])
      await ask(get(`${start}token=secret`));
    expect(await ask(get('/verify-email%23token=secret'))).toMatch(
      /^HTTP\/1\.1 303 [\s\S]*^location: \/verify-email#token=secret\r$/im,
    );
    await open(get('/verify-email%23token=secret'), '127.0.0.1', nginx.plainPort).closed;
    await ask(get('/robots.txt'));
    const log = () => readFileSync(nginx.accessLog, 'utf8');
    await eventually(async () => expect(log()).toContain('/robots.txt'));
    expect(log()).not.toContain('secret');
  });

  test('the server sees the address that nginx saw, not the one that the client claims', async () => {
    const body = JSON.stringify({ email: newEmail(), password });
    const forged = post('/api/auth/signup', body.length, body).replace('\r\n', '\r\nX-Forwarded-For: 203.0.113.9\r\n');
    expect(statusOf(await ask(forged, '127.0.0.9'))).toBe(201);
    await api.server.untilPrinted(/"event":"signup".*"address":"127\.0\.0\.9"/);
  });

  test('200 calls or 120 logins at once of one address are served, and other addresses are not affected', async () => {
    const held = await sendAtOnce(230, post('/api/vitals', 9, '{'), '127.0.0.2');
    await shows(async () => refused(held).length, 30);
    expectProblem(refused(held)[0] ?? '', 'reportVitals', 429, 'busy', '1');
    const logins = await sendAtOnce(160, post('/api/auth/login', 9, '{ broken '), '127.0.0.4');
    await eventually(async () => expect(refused(logins).length).toBeGreaterThan(10));
    expectProblem(refused(logins)[0] ?? '', 'logIn', 429, 'busy', '1');
    expect(statusOf(await ask(get('/api/health'), '127.0.0.3'))).toBe(200);
  });

  test('a class of 60 newcomers behind one address loads the site, signs up and logs in at once', async () => {
    const [script = ''] = (await ask(get('/'))).match(/\/static\/js\/[\w.-]+\.js/) ?? [];
    const refusals: string[] = [];
    /** One browser's calls without pauses. */
    async function join() {
      const options = { rejectUnauthorized: false, localAddress: '127.0.0.8' };
      const session = connect(`https://127.0.0.1:${nginx.port}`, options as ClientSessionOptions);
      async function call(path: string, body?: object) {
        const head = { ':path': path, ':method': body ? 'POST' : 'GET', 'content-type': 'application/json' };
        const request = session.request(head);
        request.end(body && JSON.stringify(body));
        const [[reply], content] = await Promise.all([once(request, 'response'), text(request)]);
        if (reply[':status'] >= 400) refusals.push(`${path} ${content}`);
      }
      const vitals = () => call('/api/vitals', { name: 'LCP', value: 500, path: '/signup' });
      const load = (path: string, files: number) =>
        Promise.all([call(path), ...Array.from({ length: files }, () => call(script)), vitals(), vitals()]);
      const account = { email: newEmail(), password };
      await load('/', 4);
      await load('/signup', 14);
      await call('/api/auth/signup', account);
      await call('/api/auth/login', account);
      await load('/payment', 4);
      session.close();
    }
    await Promise.all(Array.from({ length: 60 }, join));
    expect(refusals).toEqual([]);
  });

  test('a flood of pipelined requests is refused; events and other addresses are not affected', async () => {
    const flood = await sendAtOnce(60, get('/api/config', 'keep-alive').repeat(50), '127.0.0.5');
    const answers = await Promise.all(flood.map(({ closed }) => closed));
    expect(answers.filter((answer) => answer.includes('HTTP/1.1 429 '))).not.toEqual([]);
    expect(statusOf(await ask(post('/api/webhooks/razorpay', 2, '{}'), '127.0.0.5'))).toBe(400);
    expect(statusOf(await ask(get('/api/config'), '127.0.0.6'))).toBe(200);
  });

  test('an unfinished head or body is dropped, and an unfinished head never reaches the server', async () => {
    const impatient = await startNginx([api.server.port], '1s');
    const heads = ['GET /api/slow-head HTTP/1.1\r\nHost: a\r\n', post('/api/vitals', 90, '{')];
    await Promise.all(heads.map((head) => open(head, '127.0.0.1', impatient.port).closed));
    await impatient.close();
    await ask(get('/api/marker'));
    await api.server.untilPrinted(/\/api\/marker/);
    expect(api.server.output()).not.toMatch(/slow-head/);
  });

  test('too large a body is refused; an event may have 256 KB', async () => {
    expectProblem(await ask(post('/api/auth/login', 20_000, ' '.repeat(20_000))), 'logIn', 413, 'payload_too_large');
    expectProblem(await ask(post('/api/vitals', 20_000, ' '.repeat(20_000))), 'reportVitals', 413, 'payload_too_large');
    const event = await ask(post('/api/webhooks/razorpay', 200_000, ' '.repeat(200_000)));
    expect(event).toMatch(/ 400 [\s\S]*"code":"signature_invalid"/);
    expect(statusOf(await ask(post('/api/webhooks/razorpay', 300_000, ' '.repeat(300_000))))).toBe(413);
  });

  test('malformed HTTP is refused with a problem document', async () => {
    const good = get('/api/config');
    const noHost = good.replace(/Host: .*\r\n/, '');
    const longHead = good.replace('\r\n', `\r\nX-Long: ${'a'.repeat(20_000)}\r\n`);
    const unknownCoding = good.replace('\r\n', '\r\nTransfer-Encoding: gzip, chunked\r\n');
    for (const request of ['\u0016\u0003\r\n\r\n', noHost, longHead, unknownCoding, good.replace('1.1', '9.9')])
      expect(await ask(request)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"status":400,"code":"malformed_request"/);
  });

  test('a script that one instance does not have is fetched from another', async () => {
    const outdated = createServer((_, response) => void response.writeHead(404).end());
    await once(outdated.listen(0, '127.0.0.1'), 'listening');
    const both = await startNginx([(outdated.address() as AddressInfo).port, api.server.port]);
    const [script = ''] = (await ask(get('/'))).match(/\/static\/js\/[\w.-]+\.js/) ?? [];
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1)
      statuses.push(statusOf(await open(get(script), '127.0.0.1', both.port).closed));
    await both.close();
    outdated.close();
    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  test('while the server is down, clients are asked to try again', async () => {
    await api.server.stop();
    const page = await ask(get('/'), '127.0.0.7');
    expect(page).toMatch(/^HTTP\/1\.1 503 [\s\S]*^Content-Type: text\/html[\s\S]*back in a minute/m);
    for (const header of ownHeaders) expect(page).toMatch(header);
    expectProblem(await ask(get('/api/config'), '127.0.0.7'), 'getHealth', 503, 'unavailable', '5');
    expectProblem(await ask(post('/api/auth/login', 2, '{}'), '127.0.0.7'), 'logIn', 503, 'unavailable', '5');
  });
});
