import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import supertest from 'supertest';
import { loadSite } from '../../apps/bff/src/http/site-build';
import { exchange } from '../support/raw-client';
import { sharedProduct } from '../support/shared-product';

const { url } = sharedProduct;
const get = (path: string) =>
  exchange(Number(new URL(url).port), `GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '');
const page = (path: string, headers: Record<string, string> = {}) => supertest(url).get(path).set(headers);

test('no spelling of ".." leads out of the site', async () => {
  for (const up of ['..', '%2e%2e', '%252e%252e', '..\\', '..%00'])
    for (const slash of ['/', '%2f', '%5c']) {
      const answer = await get(`/static/js/${Array(8).fill(up).join(slash)}${slash}etc/passwd`);
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(answer).not.toMatch(/root:x:0/);
    }
});

test('hidden files, compressed copies, source maps and the build report are not part of the site', () => {
  const dist = mkdtempSync(join(tmpdir(), 'novacore-site-'));
  const hidden = ['.env', '.git/config.txt', 'static/.cache/a.js', 'docs/.well/index.html'];
  const others = ['build.json', 'static/js/a.js.map', 'index.html.br', 'index.html.gz'];
  for (const name of [...hidden, ...others, 'index.html', 'pricing/index.html', 'static/js/a.js']) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), '{}');
  }
  const { files } = loadSite(dist);
  rmSync(dist, { recursive: true });
  expect([...files.keys()].sort()).toEqual(['/', '/pricing', '/static/js/a.js']);
});

test('no path redirects to another origin', async () => {
  for (const start of ['//', '/\\', '/%2f%2f', '/%5c', '/https://', '/.//'])
    for (const end of ['', '/pricing/', '/%2e%2e/'])
      expect(await get(`${start}stranger.example${end}`)).not.toMatch(/^location: *(https?:|\/\/|\/\\|\\)/im);
});

test('a form sent before its script has loaded shows its page again', async () => {
  for (const path of ['/login', '//stranger.example', '/nothing'])
    expect((await supertest(url).post(path).send('email=a')).headers.location ?? '/login').toBe('/login');
});

test('a page is sent compressed where the browser accepts it, and only once', async () => {
  for (const coding of ['br', 'gzip']) {
    const { headers } = await page('/pricing', { 'accept-encoding': coding }).expect(200);
    expect(headers).toMatchObject({ 'content-encoding': coding, 'cache-control': 'no-cache' });
    const known = { 'accept-encoding': coding, 'if-none-match': headers.etag ?? '' };
    const again = await page('/pricing', known).expect(304);
    expect(again.headers).toMatchObject({ etag: headers.etag, vary: 'accept-encoding' });
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    await page('/pricing', { ...known, 'accept-encoding': 'identity' }).expect(200);
  }
});

test('scripts are cached for a year, and carry no policies for documents', async () => {
  const { text } = await page('/').expect(200);
  const [script = ''] = text.match(/\/static\/js\/[\w.-]+\.js/) ?? [];
  const { headers } = await page(script).expect(200);
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(headers).not.toHaveProperty('content-security-policy');
});

test('a link whose # a mail gateway has encoded leads to its page with the fragment, whatever else was encoded', async () => {
  const token = 'A'.repeat(43);
  const links: [asked: string, answered: string][] = [
    [`/reset-password%23token=${token}`, `/reset-password#token=${token}`],
    [`/verify-email/%23token%253d${token}`, `/verify-email#token=${token}`],
    [`/verify-email%23token=${token}?utm_source=mail`, `/verify-email?utm_source=mail#token=${token}`],
    ['/legal%23faq', '/legal#faq'],
  ];
  for (const [asked, answered] of links) {
    const { headers } = await page(asked).redirects(0).expect(303);
    expect(headers).toMatchObject({ location: answered, 'cache-control': 'no-store' });
  }
  for (const unknown of ['/nothing%23token=a', '//stranger.example%23a']) await page(unknown).redirects(0).expect(404);
});

test('addresses that browsers, password managers and phones ask for by themselves are answered', async () => {
  const { headers } = await page('/.well-known/change-password').redirects(0).expect(302);
  expect(headers.location).toBe('/account');
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/robots.txt', '/.well-known/security.txt'])
    await page(path).expect(200);
  // Password managers request the first of these to learn whether unknown addresses get 404.
  const unknown = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  for (const path of [unknown, '/.well-known/', '/.well-known/%00', '/manifest.json', '/sw.js'])
    for (const method of ['get', 'post', 'propfind'] as const)
      await supertest(url)[method](path).redirects(0).expect(404);
});
