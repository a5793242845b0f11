import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import supertest from 'supertest';
import { loadSite } from '../../apps/bff/src/site/load-site';
import { startApi, type TestApi } from './api';
import { exchange } from './raw';
import { redirectParameters } from './redirect-parameters';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const get = (path: string) =>
  exchange(api.server.port, `GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '');

const above = [
  '..',
  '%2e%2e',
  '%2E%2E',
  '.%2e',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
  '....',
  '..;',
  '..\\',
  '..%00',
];
const between = ['/', '%2f', '%252f', '\\', '%5c', '//'];
const outside = ['package.json', 'openapi.yaml', '.env', 'apps/bff/dist/main.js', 'etc/passwd', 'proc/self/environ'];

const traversals = above.flatMap((up) =>
  between.flatMap((slash) =>
    ['/', '/static/', '/static/js/', '/docs/'].map((start) => start + Array(8).fill(up).join(slash) + slash),
  ),
);

test(`no way of spelling ".." leads out of the site: ${traversals.length * outside.length} addresses`, async () => {
  for (const traversal of traversals) {
    const answers = await Promise.all(outside.map((file) => get(traversal + file)));
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 (308|400|404)/);
      expect(answer).not.toMatch(/"workspaces"|root:x:0|PATH=|JWT_SECRET|createServer|\nopenapi: 3/);
    }
  }
}, 120_000);

test.each([
  '/.env',
  '/.git/config',
  '/.git/HEAD',
  '/.npmrc',
  '/.data/jwt-secret',
  '/.swcrc',
  '/static/.env',
  '/.DS_Store',
  '/.htaccess',
  '/build.json',
  '/package.json',
  '/package-lock.json',
  '/node_modules/pino/package.json',
  '/apps/bff/src/main.ts',
  '/src/main.ts',
  '/prisma/schema.prisma',
  '/test/jest.config.cjs',
  '/server.js',
  '/config.json',
  '/id_rsa',
  '/backup.sql',
  '/dump.sql',
  '/admin',
  '/wp-login.php',
  '/phpinfo.php',
  '/actuator/env',
  '/debug/pprof',
  '/metrics',
  '/server-status',
  '/graphql',
  '/swagger-ui',
  '/static/',
  '/static',
  '/static/js/',
  '/index.html.br',
  '/404.html.gz',
  '/static/js/app.js.map',
])('%s is not there', async (path) => {
  expect(await get(path)).toMatch(/^HTTP\/1\.1 404/);
});

test('what is hidden, packed or no part of a site stays out of what is served, though it lies among the pages', () => {
  const dist = mkdtempSync(join(tmpdir(), 'novacore-site-'));
  const lay = (name: string, text = '{}') => {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), text);
  };
  const inside = [
    '.env',
    '.env.json',
    '.git/config.txt',
    'static/.cache/a.js',
    'static/.b.js',
    'docs/.well/index.html',
  ];
  const foreign = [
    'build.json',
    'static/js/a.js.map',
    'index.html.br',
    'dump.sql',
    'jwt-secret',
    'a.ts',
    'static/b.gz',
  ];
  for (const name of [...inside, ...foreign, 'index.html', 'pricing/index.html', 'static/js/a.js']) lay(name);
  const { files } = loadSite(dist);
  rmSync(dist, { recursive: true });
  expect([...files.keys()].sort()).toEqual(['/', '/pricing', '/static/js/a.js']);
});

test('no script that is served names a map of its source', async () => {
  const { text } = await supertest(api.url).get('/login').expect(200);
  const scripts = [...text.matchAll(/\/static\/js\/[\w.-]+\.js/g)].map(([path]) => path);
  expect(scripts.length).toBeGreaterThan(0);
  for (const path of new Set(scripts)) {
    const script = await supertest(api.url).get(path).expect(200);
    expect(script.text).not.toMatch(/sourceMappingURL/);
    expect(script.text).not.toMatch(/keySecret|webhookSecret|JWT_SECRET|passwordHash/);
  }
});

const elsewhere = ['https://stranger.example/', '//stranger.example', '/\\stranger.example', 'javascript:alert(1)'];
const pages = ['/', '/login', '/signup', '/callback', '/payment', '/account', '/contact', '/pricing/', '/docs'];

test('no parameter of any page sends anybody to another origin', async () => {
  for (const page of pages) {
    const query = redirectParameters
      .flatMap((name) => elsewhere.map((to) => `${name}=${encodeURIComponent(to)}`))
      .join('&');
    const reply = await supertest(api.url).get(`${page}?${query}`).redirects(0);
    expect([200, 308]).toContain(reply.status);
    expect(reply.headers.location ?? '/').toMatch(/^\/(?![/\\])/);
    expect(reply.text ?? '').not.toContain('stranger.example');
  }
});

test.each([
  '//stranger.example',
  '//stranger.example/',
  '//stranger.example/pricing/',
  '/\\stranger.example/',
  '/%2f%2fstranger.example/',
  '/%5cstranger.example/',
  '///stranger.example/',
  '/https://stranger.example/',
  '//stranger.example/%2e%2e/',
  '/.//stranger.example/',
])('no path sends anybody to another origin: %s', async (path) => {
  const answer = await get(path);
  expect(answer).not.toMatch(/^location: *(https?:|\/\/|\/\\|\\)/im);
});

test('a form sent before its script has loaded comes back to its own page', async () => {
  for (const path of ['/login', '//stranger.example', '/nothing'])
    expect((await supertest(api.url).post(path).send('email=a')).headers.location ?? '/login').toBe('/login');
});

test('what an address holds is not written into a page', async () => {
  const reply = await supertest(api.url).get('/<script>alert(1)</script>?q=<img src=x onerror=alert(1)>').expect(404);
  expect(reply.text).not.toMatch(/alert\(1\)/);
});

describe('a page that the asker has already', () => {
  const page = (headers: Record<string, string>) =>
    supertest(api.url)
      .get('/pricing')
      .set({ 'accept-encoding': 'br', ...headers });

  test('is not sent again, by its tag in any of the ways to say it', async () => {
    const { etag = '' } = (await page({}).expect(200)).headers;
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { headers, text } = await page({ 'if-none-match': tags }).expect(304);
      expect(headers).toMatchObject({ etag, 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding' });
      expect(text).toBe('');
    }
  });

  test('is sent where the tag is part of another, or of other bytes', async () => {
    const { etag = '' } = (await page({}).expect(200)).headers;
    for (const tags of [`"a${etag.slice(1)}`, etag.slice(1, -1), '"*"', ''])
      await page({ 'if-none-match': tags }).expect(200);
    for (const coding of ['gzip', 'identity'])
      await page({ 'if-none-match': etag, 'accept-encoding': coding }).expect(200);
  });

  test('costs no more to choose a coding for, whatever stands between the letters of the header', async () => {
    const timeOf = async (coding: string) => {
      const started = performance.now();
      for (let call = 0; call < 20; call += 1) await page({ 'accept-encoding': coding }).expect(200);
      return performance.now() - started;
    };
    await timeOf('br');
    const plain = await timeOf('a'.repeat(15_000));
    expect(await timeOf(`a${' '.repeat(15_000)}b`)).toBeLessThan(10 * plain);
  });

  test.each(['br;q=0', 'br; q=0.0, gzip;q=0', 'br;Q=0', 'br;q=0;x=1', 'br;x=1;q=0', 'x-br', ''])(
    'is sent plain to who accepts "%s"',
    async (coding) => {
      const { headers } = await page({ 'accept-encoding': coding }).expect(200);
      expect(headers['content-encoding']).toBeUndefined();
    },
  );
});

test('scripts carry what scripts obey, and no kilobyte of policies for documents', async () => {
  const { text } = await supertest(api.url).get('/').expect(200);
  const [script = ''] = text.match(/\/static\/js\/[\w.-]+\.js/) ?? [];
  const { headers } = await supertest(api.url).get(script).expect(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(JSON.stringify(headers).length).toBeLessThan(600);
});
