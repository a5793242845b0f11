import { openPage, type TestPage } from '../support/browser';
import { shows } from '../support/eventually';
import { contentPages, type Site, startSite } from './site';

let site: Site;
let page: TestPage;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  page = await openPage(site.browser, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
});
afterEach(async () => {
  expect(page.unexpected).toEqual([]);
  await page.context().close();
});
afterAll(() => site?.close());

async function open(path: string) {
  await page.goto(site.url + path);
  await page.waitForFunction(() => window.__live === true);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}

/** As a link anywhere on the page would. */
const follow = (path: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);

const isSameDocument = () => page.evaluate(() => 'sameDocument' in window);
const words = () => page.evaluate(() => document.getElementById('main')?.textContent);
const top = () => page.evaluate(() => Math.round(window.scrollY));

it.each(contentPages.map(({ path }) => path))('%s says the same behind a link as by its address', async (path) => {
  await open(path);
  const said = await words();
  await open(path === '/company' ? '/' : '/company');
  await follow(path);
  await shows(words, said);
  expect(await isSameDocument()).toBe(true);
});

it('a page behind a link begins at its top, is announced, and shifts nothing on the way', async () => {
  await open('/company');
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift' });
    window.scrollTo(0, 500);
  });
  await follow('/contact');
  await page.getByRole('heading', { name: 'Where we are' }).waitFor();
  await shows(() => page.title(), expect.stringContaining('Contact'));
  await shows(() => page.evaluate(() => document.activeElement?.id), 'main');
  await shows(() => page.locator('#announcer').textContent(), await page.title());
  expect(await top()).toBe(0);
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

it('the way back leads to where one was', async () => {
  await open('/company');
  await page.evaluate(() => window.scrollTo(0, 900));
  await shows(top, 900);
  await follow('/pricing');
  await page.getByRole('heading', { name: 'Priced by the hour' }).waitFor();
  await page.goBack();
  await shows(top, 900);
  await shows(isSameDocument, true);
});

it('a link to an anchor further down arrives there', async () => {
  await open('/company');
  await follow('/pricing#break-even');
  const distance = () =>
    page.evaluate(() => Math.abs(document.getElementById('break-even')?.getBoundingClientRect().top ?? 1e6) < 200);
  await shows(distance, true);
});
