import { get as request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { openPage } from '../support/browser';
import { contentPages, type Site, startSite } from './site';

const kb = 1000;
const large = ['/', '/pricing'];
const htmlBudget = (path: string) => (large.includes(path) ? 26 : 18) * kb;
const cssBudget = 12 * kb;
const scriptBudget = 82 * kb;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

/** The bytes that cross the wire for a browser that knows Brotli. */
const transferred = (path: string) =>
  new Promise<Buffer>((resolve, reject) => {
    request(site.url + path, { headers: { 'accept-encoding': 'br' } }, async (reply) => {
      expect(reply.headers['content-encoding']).toBe('br');
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

  it('asks for nothing before it can be read: one request, and one inline script under 500 bytes', async () => {
    const html = await (await fetch(site.url + path)).text();
    const asking =
      /<script[^>]+src=[^>]+>|<link[^>]+rel="(stylesheet|preload|modulepreload|icon)"(?! href="data:)[^>]*>/g;
    const asked = html.match(asking) ?? [];
    expect(asked).toEqual([]);
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

it.each(['/', '/pricing', '/company', '/legal', '/contact', '/product/gpu-clusters', '/discover/performance'])(
  `%s loads at most ${scriptBudget / kb} KB of script`,
  async (path) => {
    const page = await openPage(site.browser);
    await page.goto(site.url + path);
    await page.waitForFunction(() => window.__live === true);
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(scriptBytes);
    await page.context().close();
    expect(bytes).toBeGreaterThan(20 * kb);
    expect(bytes).toBeLessThanOrEqual(scriptBudget);
  },
);
