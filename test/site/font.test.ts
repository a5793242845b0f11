import { openPage } from '../support/browser';
import { countShifts } from './shifts';
import { type Site, startSite } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

/** Texts to be seen that are set in another font than the site's own. Runs in the browser. */
const inOtherFonts = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement as HTMLElement;
    if (!node.textContent?.trim() || !element.checkVisibility() || !element.getBoundingClientRect().width) continue;
    if (!/^Anek,|monospace$/.test(getComputedStyle(element).fontFamily)) texts.push(node.textContent);
  }
  return texts;
};

const screens = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const visits = ['/', '/company', '/product/gpu-clusters', '/login'].flatMap((path) =>
  screens.map((viewport) => ({ path, viewport, width: viewport.width })),
);
const tableBelow = { path: '/pricing', viewport: { width: 1000, height: 900 }, width: 1000 };

it.each([...visits, tableBelow])(
  '$path, $width wide: a first visit ends in the site’s own font, and nothing has moved for it',
  async ({ path, viewport }) => {
    const page = await openPage(site.browser, { viewport });
    await page.addInitScript(countShifts);
    await page.goto(site.url + path);
    await page.waitForFunction(() => document.body.dataset.font === '1');
    expect(await page.evaluate(inOtherFonts)).toEqual([]);
    expect(await page.evaluate(() => window.__shift)).toBeLessThan(0.0005);
    await page.context().close();
  },
);

/** Follows a link as soon as the first part of its page is changed. Runs in the browser. */
const followInTheMiddle = (link: HTMLElement | SVGElement) => {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    (link as HTMLElement).click();
  });
  observer.observe(document.body, { attributeFilter: ['data-font'], subtree: true });
};

it('who goes on while the font is changed finds it on the next page too, and nothing has moved for it', async () => {
  const page = await openPage(site.browser, { viewport: { width: 1440, height: 900 } });
  await page.addInitScript(countShifts);
  let letFontCome = () => {};
  const mayCome = new Promise<void>((resolve) => {
    letFontCome = resolve;
  });
  await page.route('**/*.woff2', (route) => mayCome.then(() => route.continue()));
  await page.goto(site.url);
  await page.waitForFunction(() => window.__live === true);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Legal', exact: true });
  await Promise.all([page.waitForResponse('**/legal-*.js'), link.dispatchEvent('pointerover')]);
  await link.evaluate(followInTheMiddle);
  letFontCome();
  await page.waitForURL('**/legal');
  await page.waitForFunction(() => document.body.dataset.font === '1');
  expect(await page.evaluate(inOtherFonts)).toEqual([]);
  expect(await page.evaluate(() => window.__shift)).toBeLessThan(0.0005);
  await page.context().close();
});
