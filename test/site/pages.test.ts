import type { Page } from 'playwright-core';
import { openPage } from '../support/browser';
import { it } from '../support/in-browser';
import { type PageReading, plain, readPage } from './read-page';
import { contentPages, guides, useSite } from './site';
import type { SpecPage } from './spec-direct';

const navColours = { sky: 'rgb(163, 219, 250)', white: 'rgb(255, 255, 255)', none: undefined };
const readings = new Map<string, PageReading>();
const site = useSite();
let page: Page;

/** A phone of 320 px without scripts. */
beforeAll(async () => {
  page = await openPage(site.browser, { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
});

const guidePages = guides.map((path): SpecPage => ({ path, nav: 'white', facts: ['guides'] }));

it.each([...contentPages, ...guidePages])(
  '$path, without JavaScript on a phone, says what the specification wants, and cuts nothing off',
  async ({ path, nav, facts, links = [], counts = [], noindex = false }) => {
    const seen = await readPage(page, site.url + path);
    readings.set(path, seen);
    expect(seen).toMatchObject({
      status: 200,
      title: expect.stringMatching(/\S.*NovaCore/),
      // Search results show it in full.
      description: expect.stringMatching(/^.{41,160}$/),
      h1: [expect.stringMatching(/\S/)],
      cutOff: [],
    });
    expect(seen.navColour).toBe(navColours[nav]);
    expect(/noindex/.test(seen.robots)).toBe(noindex);
    const text = plain(seen.text);
    expect(text).not.toContain('undefined');
    expect(facts.filter((fact) => !text.includes(plain(fact)))).toEqual([]);
    for (const [label, to] of links) {
      const targets = seen.links.filter((link) => plain(link.label) === plain(label)).map((link) => link.path);
      expect([label, ...new Set(targets)]).toEqual([label, to]);
    }
    for (const [selector, count] of counts)
      expect([selector, await page.locator(selector).count()]).toEqual([selector, count]);
  },
);

const mailPages = ['/forgot-password', '/reset-password', '/verify-email'];

it.each(['/login', '/signup', '/callback', '/payment', '/account', '/account/payments', ...mailPages])(
  '%s, without JavaScript on a phone, says that it needs it, and nothing that would not happen',
  async (path) => {
    await page.goto(site.url + path);
    const notice = page.locator('noscript p:visible');
    expect(await notice.textContent()).toMatch('This page needs JavaScript.');
    expect(await notice.locator('a').getAttribute('href')).toBe('/contact');
    await notice.locator('a').click({ trial: true }); // nothing covers it
    expect(await page.locator('main :is(h1, form, button, .status-card):visible').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  },
);

it.each(['title', 'description'] as const)('no two pages have the same %s', (field) => {
  const values = [...readings.values()].map((reading) => reading[field]);
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
});

it('pages call to action, and the inquiry form gets the topic', () => {
  const discover = [...readings].filter(([path]) => path.startsWith('/discover/')).flatMap(([, { links }]) => links);
  const calls = discover.map(({ label }) => label);
  expect(calls).toEqual(expect.arrayContaining(['Explore', 'Contact Us', 'Learn More', 'Book a Demo']));
  const all = [...readings.values()].flatMap((reading) => reading.links);
  for (const label of ['Apply Now', 'Reach Out', 'Contact Us', 'Book a Demo']) {
    const links = all.filter((link) => link.label === label);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ path, query }) => path !== '/contact' || !/^\?topic=./.test(query))).toEqual([]);
  }
});

const documents = [
  ['/legal-documents', 'Legal documents'],
  ['/terms-of-use', 'Terms of use'],
  ['/cookie-policy', 'Cookie policy'],
  ['/privacy-policy', 'Privacy policy'],
] as const;

it('each legal document comes first at its address, and prints without navigation, in black on white', async () => {
  const titles = documents.map(([, title]) => title as string);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const [path, title] of documents) {
    await page.goto(site.url + path);
    const headings = await page.locator('main :is(h1, h2)').allTextContents();
    expect(headings.find((heading) => titles.includes(heading))).toBe(title);
    expect(await page.locator('header.nav').isVisible()).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  }
});
