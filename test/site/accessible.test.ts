import { violations } from '../support/axe';
import { openPage, type TestPage } from '../support/browser';
import { it } from '../support/in-browser';
import { contentPages, guides, type Site, startSite } from './site';

/** These pages have every kind of section between them. */
const templates = [
  ...['/', '/pricing', '/contact', '/legal', '/docs', '/docs/quickstart', '/docs/verification'],
  ...['/company', '/team', '/research', '/releases'],
  ...['/discover/next-gen-gpus', '/discover/performance', '/discover/cloud-platform'],
];
/** The release tier visits every page. */
const content = process.env.RELEASE ? [...contentPages.map(({ path }) => path), ...guides] : templates;

let site: Site;
let page: TestPage;
beforeAll(async () => {
  site = await startSite();
  const missing = /404 \(Not Found\)/;
  page = await openPage(site.browser, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }, [missing]);
});
afterAll(() => site?.close());

it.each([...content, '/login', '/signup', '/forgot-password', '/reset-password', '/no-such-page'])(
  '%s has nothing for axe to find',
  async (path) => {
    page.unexpected.length = 0;
    await page.goto(site.url + path);
    await page.waitForFunction(() => {
      document.querySelector('#price-explorer form')?.scrollIntoView(); // it starts near the view
      return !document.documentElement.dataset.part || document.documentElement.dataset.started;
    });
    expect(await violations(page)).toEqual([]);
    expect(page.unexpected).toEqual([]);
  },
);
