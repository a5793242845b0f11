import { type Journey, startJourney } from '../journeys/journey';
import { it } from '../support/in-browser';

// WCAG 1.4.10 and 1.4.12: text that a visitor spreads fits in narrow windows, and in an enlarged one.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

/** As an extension does it: the page's policy forbids style elements. */
function spreadText() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets.push(sheet);
}

/** These pages have every kind of section between them. */
const visitors = ['/', '/pricing', '/contact', '/legal', '/docs', '/docs/quickstart', '/docs/api', '/company', '/team'];
const others = [
  '/product/gpu-servers',
  '/product/gpu-clusters',
  '/solutions/startup-program',
  '/research',
  '/releases',
  '/discover/next-gen-gpus',
  '/discover/performance',
  '/login',
  '/signup',
];

/** What reaches beyond the page, if the page scrolls sideways. A region that scrolls by itself may. */
function tooWide() {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll('header > *, main *, footer *')]
    .filter((element) => !element.closest('[tabindex="0"], [popover]'))
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .map((element) => `${element.localName}.${element.getAttribute('class')} ${element.textContent?.slice(0, 30)}`);
}

it('the menu of a phone has one column, and shows every name in full', async () => {
  const page = await journey.visitor();
  await page.goto('/');
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 320) await page.getByRole('banner').locator('.small-menu > summary').click();
    if (width === 320) await page.locator('.small-menu__panel summary', { hasText: 'Products' }).click();
    const links = page.locator('.small-menu__list:visible a');
    expect(await links.count()).toBeGreaterThan(7);
    const boxes = await links.evaluateAll((all) =>
      all.map((link) => ({ left: link.getBoundingClientRect().left, cut: link.scrollWidth - link.clientWidth })),
    );
    expect([width, boxes]).toEqual([width, boxes.map(() => ({ left: 0, cut: 0 }))]);
  }
});

it.each([
  ['a visitor', [...visitors, ...others]],
  ['a person who is signed in', ['/account', '/payment']],
] as const)('%s scrolls no page sideways, with spread text as well', async (who, paths) => {
  const page = await (who === 'a visitor' ? journey.visitor() : journey.person());
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const text of ['plain', 'spread']) {
      if (text === 'spread') await page.evaluate(spreadText);
      for (const width of [320, 768, 960, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(tooWide);
        if (wide.length) found[`${path} ${text} ${width}`] = wide;
      }
    }
  }
  expect(found).toEqual({});
});
