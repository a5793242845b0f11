import { get as request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { openPage } from '../support/browser';
import { contentPages, type Site, startSite } from './site';

const kb = 1000;
const large = ['/', '/pricing'];
const application = ['/login', '/signup', '/callback', '/payment', '/account', '/account/payments'];
const htmlBudget = (path: string) => (large.includes(path) ? 28 : 20) * kb;
const cssBudget = 12 * kb;
const scriptBudgets: Record<string, number> = { '/pricing': 85 * kb, '/contact': 10 * kb };
const scriptBudget = (path: string) => scriptBudgets[path] ?? 6 * kb;

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

/** Bytes of all scripts that a page has asked for, their headers reckoned in. Runs in the browser. */
const scriptBytes = () =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { transferSize }) => sum + transferSize, 0);

describe.each(contentPages.map(({ path }) => path))('%s', (path) => {
  it(`its HTML with all CSS stays under ${htmlBudget(path) / kb} KB`, async () => {
    expect((await transferred(path)).length).toBeLessThanOrEqual(htmlBudget(path));
  });

  it('loads the font early on wide screens alone, one script at its end, and has one inline script under 500 bytes', async () => {
    const html = await (await fetch(site.url + path)).text();
    const [head = ''] = html.split('</head>');
    const asking = /<script[^>]+src=[^>]+>|<link[^>]+rel="(stylesheet|preload|modulepreload)"[^>]*>/g;
    expect(head.match(asking)).toEqual([expect.stringMatching(/as="font".*media="\(min-width: 60rem\)"/)]);
    expect(html).toMatch(/<script type="module" src="[^"]+"><\/script>\s*<\/body>/);
    const scripts = [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>(.*?)<\/script>/gs)];
    expect(scripts.reduce((sum, [, code]) => sum + Buffer.byteLength(code ?? ''), 0)).toBeLessThan(500);
  });

  it('shows no picture made of pixels', async () => {
    const html = await (await fetch(site.url + path)).text();
    const pictures =
      html.match(/<(img|picture|image|video|canvas)\b|url\([^)]+\.(png|jpe?g|webp|avif|gif)|data:image\/(?!svg)/gi) ??
      [];
    expect(pictures).toEqual([]);
  });
});

it(`the style sheet of the whole site stays under ${cssBudget / kb} KB`, async () => {
  const html = await (await fetch(site.url)).text();
  const css = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet]) => sheet).join('');
  expect(css.length).toBeGreaterThan(10_000);
  expect(brotliCompressSync(css).length).toBeLessThanOrEqual(cssBudget);
});

it.each(contentPages.map(({ path }) => path))('%s keeps to its budget of script', async (path) => {
  const page = await openPage(site.browser);
  await page.goto(site.url + path);
  await page.waitForLoadState('networkidle');
  const bytes = await page.evaluate(scriptBytes);
  await page.context().close();
  expect(bytes).toBeGreaterThan(kb);
  expect(bytes).toBeLessThanOrEqual(scriptBudget(path));
});

it.each(application)('%s names all its script in its HTML, and keeps to its budget', async (path) => {
  const html = await (await fetch(site.url + path)).text();
  const addresses = [...html.matchAll(/(?:modulepreload" href|module" src)="([^"]+)"/g)].map(([, address]) => address);
  const files = await Promise.all(addresses.map((address) => transferred(address ?? '')));
  const bytes = files.reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBeGreaterThan(60 * kb);
  expect(bytes).toBeLessThanOrEqual(120 * kb);
});
