import { signedIn } from '../journeys/journey';
import { apiOf } from '../support/api';
import { violations } from '../support/axe';
import { openPage } from '../support/browser';
import { it } from '../support/in-browser';
import { sharedProduct } from '../support/shared-product';
import { contentPages, guides, useSite } from './site';

/** Together, these pages have every kind of section. */
const templates = [
  ...['/', '/contact', '/legal', '/terms-of-use', '/docs/verification', '/company', '/team', '/research', '/releases'],
  ...['/solutions/deep-learning', '/discover/performance', '/discover/cloud-platform'],
];
/** The release tier visits every page. */
const content = process.env.RELEASE ? [...contentPages.map(({ path }) => path), ...guides] : templates;
const reference = ['/docs/api', '/docs/api/createOrder', '/docs/api/objects'];
const application = ['/login', '/signup', '/reset-password', '/no-such-page'];
const comparison = '/pricing?compare=b200&compare=h100&compare=a30&count=9999&hours=744';

const site = useSite();

/** Applies the spacing of WCAG 1.4.12 as an extension does, because the page's policy forbids style elements. */
function spreadText() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets.push(sheet);
}

/** Elements that make the page scroll sideways. A region that scrolls by itself is allowed. */
function tooWide() {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll('header > *, main *, footer *')]
    .filter((element) => !element.closest('[tabindex="0"], [popover]'))
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .map((element) => `${element.localName}.${element.getAttribute('class')} ${element.textContent?.slice(0, 30)}`);
}

it.each([
  ['a visitor', [comparison, ...content, ...reference, ...application]],
  ['a person who is logged in', ['/account', '/payment']],
])('for %s, axe finds nothing on any page, and none scrolls sideways, even with spread text', async (who, paths) => {
  const person = who === 'a visitor' ? {} : signedIn(site.url, (await apiOf(sharedProduct).newPerson()).token);
  const options = { ...person, reducedMotion: 'reduce' } as const;
  const page = await openPage(site.browser, options, [/404 \(Not Found\)/]);
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(site.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => {
      document.querySelector('#price-explorer form')?.scrollIntoView(); // it starts near the view
      return !document.documentElement.dataset.part || document.documentElement.dataset.started;
    });
    if (path === comparison) await page.locator('.comparison-table').waitFor();
    const violated = await violations(page);
    if (violated.length) found[path] = violated;
    for (const text of ['plain', 'spread']) {
      if (text === 'spread') await page.evaluate(spreadText);
      for (const width of text === 'plain' ? [320, 768, 1280] : [320, 960]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(tooWide);
        if (wide.length) found[`${path} ${text} ${width}`] = wide;
      }
    }
  }
  expect(found).toEqual({});
  expect(page.unexpected).toEqual([]);
});
