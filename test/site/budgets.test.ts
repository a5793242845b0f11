import { get as request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { openPage } from '../support/browser';
import { test as testInBrowser } from '../support/in-browser';
import { contentPages, type Site, startSite } from './site';

const kb = 1000;
const large = ['/', '/pricing'];
const application = ['/login', '/signup', '/callback', '/payment', '/account', '/account/payments'];
const htmlBudget = (path: string) => (large.includes(path) ? 28 : 20) * kb;
const cssBudget = 12 * kb;
const scriptBudgets: Record<string, number> = { '/pricing': 85 * kb, '/contact': 10 * kb };
const scriptBudget = (path: string) => scriptBudgets[path] ?? 7 * kb;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

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

const paths = contentPages.map(({ path }) => path);
/** One page per template. */
const visited = ['/', '/pricing', '/contact', '/company', '/legal', '/docs/quickstart'];

it('HTML with all CSS stays within its budget on every page', async () => {
  for (const path of paths) {
    const bytes = (await transferred(path)).length;
    expect([path, bytes > htmlBudget(path) ? bytes : 'within budget']).toEqual([path, 'within budget']);
  }
});

it('every page preloads the font and has one script, at its end, and a small inline one', async () => {
  const asking = /<script[^>]+src=[^>]+>|<link[^>]+rel="(stylesheet|preload|modulepreload)"[^>]*>/g;
  const pixels = /<(img|picture|image|video|canvas)\b|url\([^)]+\.(png|jpe?g|webp|avif|gif)|data:image\/(?!svg)/gi;
  for (const path of paths) {
    const html = await (await fetch(site.url + path)).text();
    const [head = ''] = html.split('</head>');
    expect([path, head.match(asking)]).toEqual([path, [expect.stringMatching(/as="font"(?!.*media=)/)]]);
    expect(html).toMatch(/<script type="module" src="[^"]+"><\/script>\s*<\/body>/);
    const scripts = [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>(.*?)<\/script>/gs)];
    expect(scripts.reduce((sum, [, code]) => sum + Buffer.byteLength(code ?? ''), 0)).toBeLessThan(500);
    expect([path, html.match(pixels)]).toEqual([path, null]);
  }
});

it(`the style sheet of the whole site stays under ${cssBudget / kb} KB`, async () => {
  const html = await (await fetch(site.url)).text();
  const css = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet]) => sheet).join('');
  expect(css.length).toBeGreaterThan(10_000);
  expect(brotliCompressSync(css).length).toBeLessThanOrEqual(cssBudget);
});

testInBrowser('a content page loads no more script than its budget', async () => {
  for (const path of visited) {
    const page = await openPage(site.browser);
    await page.goto(site.url + path);
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(scriptBytes);
    await page.context().close();
    expect(bytes).toBeGreaterThan(kb);
    expect([path, bytes > scriptBudget(path) ? bytes : 'within budget']).toEqual([path, 'within budget']);
  }
});

it('an application page names all its script in its HTML, within its budget', async () => {
  for (const path of application) {
    const html = await (await fetch(site.url + path)).text();
    const addresses = [...html.matchAll(/(?:modulepreload"[^>]* href|module" src)="([^"]+)"/g)].map(
      ([, address]) => address,
    );
    const files = await Promise.all(addresses.map((address) => transferred(address ?? '')));
    const bytes = files.reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBeGreaterThan(60 * kb);
    expect([path, bytes > 120 * kb ? bytes : 'within budget']).toEqual([path, 'within budget']);
  }
});
