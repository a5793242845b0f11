import type { Page } from 'playwright-core';
import { openPage } from '../support/browser';
import { describe, it } from '../support/in-browser';
import { type PageReading, plain, readPage } from './read-page';
import { contentPages, type Site, startSite } from './site';

const navColours = { sky: 'rgb(163, 219, 250)', white: 'rgb(255, 255, 255)', none: undefined };
const readings = new Map<string, PageReading>();
let site: Site;
let page: Page;

/** A phone of 320 px, and no script at all. */
beforeAll(async () => {
  site = await startSite();
  page = await openPage(site.browser, { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
});
afterAll(() => site?.close());

describe.each(contentPages)(
  '$path, without JavaScript on a phone',
  ({ path, nav, facts, links = [], counts = [], noindex }) => {
    let seen: PageReading;
    beforeAll(async () => {
      seen = await readPage(page, site.url + path);
      readings.set(path, seen);
    });

    it('answers 200', () => expect(seen.status).toBe(200));

    it('has a title and a description that search results can show whole', () => {
      expect(seen.title).toMatch(/\S.*NovaCore/);
      expect(seen.description.length).toBeGreaterThan(40);
      expect(seen.description.length).toBeLessThanOrEqual(160);
    });

    it('has one first heading', () => {
      expect(seen.h1).toHaveLength(1);
      expect(seen.h1[0]).not.toBe('');
    });

    it('says all that the specification wants said', () => {
      const text = plain(seen.text);
      expect(facts.filter((fact) => !text.includes(plain(fact)))).toEqual([]);
    });

    it(`has the ${nav} navigation`, () => expect(seen.navColour).toBe(navColours[nav]));

    it('is kept from search engines only if it is still to come', () => {
      expect(/noindex/.test(seen.robots)).toBe(noindex ?? false);
    });

    it('cuts nothing off', () => expect(seen.cutOff).toEqual([]));

    if (links.length)
      it.each(links)('leads from "%s" to %s', (label, to) => {
        const targets = seen.links.filter((link) => plain(link.label) === plain(label)).map((link) => link.path);
        expect([...new Set(targets)]).toEqual([to]);
      });

    if (counts.length)
      it.each(counts)('has of %s exactly %i', async (selector, count) => {
        if (new URL(page.url()).pathname !== path) await page.goto(site.url + path);
        expect(await page.locator(selector).count()).toBe(count);
      });
  },
);

const mailPages = ['/forgot-password', '/reset-password', '/verify-email'];

describe.each(['/login', '/signup', '/callback', '/payment', '/account', '/account/payments', ...mailPages])(
  '%s, without JavaScript on a phone',
  (path) => {
    it('says that it needs it, and nothing that would not happen', async () => {
      await page.goto(site.url + path);
      const notice = page.locator('noscript p:visible');
      expect(await notice.textContent()).toMatch('This page needs JavaScript.');
      expect(await notice.locator('a').getAttribute('href')).toBe('/contact');
      await notice.locator('a').click({ trial: true }); // nothing covers it
      expect(await page.locator('main :is(h1, form, button, .status-card):visible').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  },
);

describe('over all pages', () => {
  it.each(['title', 'description'] as const)('no two have the same %s', (field) => {
    const values = [...readings.values()].map((reading) => reading[field]);
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  });

  it.each(['Explore', 'Contact Us', 'Learn More', 'Book a Demo'])('a discover page calls to "%s"', (label) => {
    const discover = [...readings].filter(([path]) => path.startsWith('/discover/')).flatMap(([, { links }]) => links);
    expect(discover.map((link) => link.label)).toContain(label);
  });

  it.each(['Apply Now', 'Reach Out', 'Contact Us', 'Book a Demo'])(
    '"%s" leads to the inquiry form with its topic',
    (label) => {
      const links = [...readings.values()].flatMap((reading) => reading.links).filter((link) => link.label === label);
      expect(links.length).toBeGreaterThan(0);
      expect(links.filter(({ path, query }) => path !== '/contact' || !/^\?topic=./.test(query))).toEqual([]);
    },
  );
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
