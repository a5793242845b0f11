import { get as request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { operations } from '../contract/contract';
import { openPage } from '../support/browser';
import { test as testInBrowser } from '../support/in-browser';
import { contentPages, guides, useSite } from './site';

const kb = 1000;
const large = ['/', '/pricing'];
const application = ['/login', '/signup', '/callback', '/payment', '/account', '/account/payments'];
const legalTexts = ['/terms-of-use', '/privacy-policy', '/cookie-policy', '/refund-policy', '/legal-documents'];
const htmlBudget = (path: string) => (large.includes(path) ? 22 : legalTexts.includes(path) ? 15.5 : 14) * kb;
const scriptBudgets: Record<string, number> = { '/pricing': 85 * kb, '/contact': 10 * kb };
const scriptBudget = (path: string) => scriptBudgets[path] ?? 7 * kb;
const applicationBudget = 120 * kb;

const site = useSite();

const expectWithin = (path: string, bytes: number, budget: number) =>
  expect([path, bytes > budget ? bytes : 'within budget']).toEqual([path, 'within budget']);

/** The bytes that cross the wire for a browser that knows Brotli. */
const transferred = (path: string) =>
  new Promise<Buffer>((resolve, reject) => {
    request(site.url + path, { headers: { 'accept-encoding': 'br' } }, async (reply) => {
      resolve(Buffer.concat(await reply.toArray()));
    }).on('error', reject);
  });

/** Bytes of all scripts that a page has requested, with headers. Runs in the browser. */
const scriptBytes = () =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { transferSize }) => sum + transferSize, 0);

const asking = /<script[^>]+src=[^>]+>|<link[^>]+rel="(stylesheet|preload|modulepreload)"[^>]*>/g;
const pixels = /<(img|picture|image|video|canvas)\b|url\([^)]+\.(png|jpe?g|webp|avif|gif)|data:image\/(?!svg)/gi;
const unsized = /<svg(?![^>]* width=")[^>]*>|<svg(?![^>]* height=")[^>]*>/g;
/** Parts that only some visitors see, and that must not appear when the styles are missing. */
const unhidden = /<[^>]* class="(failed|[^"]*for-users[^"]*)"(?![^>]* hidden)[^>]*>/g;

it('every page stays within its budget with all CSS, and asks only for the font and one script at its end', async () => {
  for (const path of [...contentPages.map(({ path }) => path), ...guides]) {
    const bytes = await transferred(path);
    expectWithin(path, bytes.length, htmlBudget(path));
    const html = brotliDecompressSync(bytes).toString();
    const [head = ''] = html.split('</head>');
    expect([path, head.match(asking)]).toEqual([path, [expect.stringMatching(/as="font".*media="\(min-width/)]]);
    expect(html).toMatch(/<script type="module" src="[^"]+"><\/script>\s*<\/body>/);
    const scripts = [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>(.*?)<\/script>/gs)];
    expect(scripts.reduce((sum, [, code]) => sum + Buffer.byteLength(code ?? ''), 0)).toBeLessThan(500);
    for (const unwanted of [pixels, unsized, unhidden]) expect([path, html.match(unwanted)]).toEqual([path, null]);
  }
});

it('every page of the API reference stays within 14 kB', async () => {
  const operationIds = operations.filter(({ isInternal }) => !isInternal).map(({ id }) => id);
  for (const path of ['', '/objects', ...operationIds.map((id) => `/${id}`)].map((end) => `/docs/api${end}`))
    expectWithin(path, (await transferred(path)).length, htmlBudget(path));
});

testInBrowser.each(['/', '/pricing', '/contact', '/company', '/legal', '/docs/quickstart'])(
  '%s loads no more script than its budget',
  async (path) => {
    const page = await openPage(site.browser);
    await page.goto(site.url + path);
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(scriptBytes);
    await page.context().close();
    expect(bytes).toBeGreaterThan(kb);
    expectWithin(path, bytes, scriptBudget(path));
  },
);

it('an application page and all the script that its HTML names stay within their budgets', async () => {
  for (const path of application) {
    const body = await transferred(path);
    expectWithin(path, body.length, htmlBudget(path));
    const html = brotliDecompressSync(body).toString();
    expect([path, html.match(unsized), html.match(unhidden)]).toEqual([path, null, null]);
    const addresses = html.matchAll(/(?:modulepreload"[^>]* href|module" src)="([^"]+)"/g);
    const files = await Promise.all(Array.from(addresses, ([, address = '']) => transferred(address)));
    const bytes = files.reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBeGreaterThan(60 * kb);
    expectWithin(path, bytes, applicationBudget);
  }
});
