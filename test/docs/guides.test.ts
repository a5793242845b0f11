import { readFileSync } from 'node:fs';
import { readPage } from '../site/read-page';
import { type Site, startSite } from '../site/site';
import { openPage, type TestPage } from '../support/browser';
import { built } from './built-page';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const guides = [...built('sitemap.xml').matchAll(/<loc>[^<]*(\/docs\/[^<]+)<\/loc>/g)]
  .map(([, path = '']) => path)
  .filter((path) => path !== '/docs/api');

let site: Site;
let page: TestPage;
beforeAll(async () => {
  site = await startSite();
  page = await openPage(site.browser, { viewport: { width: 320, height: 640 } });
  await page.addInitScript({ content: axe });
});
afterAll(() => site?.close());

it('there is a guide for every step of an integration', () => {
  const steps = ['quickstart', 'tokens', 'orders', 'verification', 'errors', 'sandbox'];
  expect(guides).toEqual(steps.map((step) => `/docs/${step}`));
});

describe.each(guides)('%s', (path) => {
  it('has one first heading, a title and a description, and cuts nothing off at 320 px', async () => {
    const seen = await readPage(page, site.url + path);
    expect(seen.h1).toHaveLength(1);
    expect(seen.title).toMatch(/API guides.*NovaCore/);
    expect(seen.description.length).toBeGreaterThan(40);
    expect(seen.description.length).toBeLessThanOrEqual(160);
    expect(seen.cutOff).toEqual([]);
  });

  it('leads to every other guide, and to the reference', () => {
    const html = built(`${path.slice(1)}/index.html`);
    for (const other of ['/docs', '/docs/api', ...guides]) expect(html).toContain(`href="${other}"`);
  });

  it.each(['light', 'dark'] as const)('axe finds nothing in the %s scheme, nor the console', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(site.url + path);
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run({ resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    });
    expect([found, page.unexpected]).toEqual([[], []]);
  });
});
