import { openPage } from '../support/browser';
import { type Site, startSite } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

declare global {
  interface Window {
    __shift: number;
  }
}

const countShifts = () => {
  window.__shift = 0;
  const count = (entry: PerformanceEntry & { value?: number }) => {
    window.__shift += entry.value ?? 0;
  };
  new PerformanceObserver((list) => list.getEntries().forEach(count)).observe({ type: 'layout-shift', buffered: true });
};

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

it.each(visits)(
  '$path, $width wide: a first visit ends in the site’s own font, and nothing has moved for it',
  async ({ path, viewport }) => {
    const page = await openPage(site.browser, { viewport });
    await page.addInitScript(countShifts);
    await page.goto(site.url + path);
    await page.waitForFunction(() => document.body.dataset.font === '1');
    expect(await page.evaluate(inOtherFonts)).toEqual([]);
    expect(await page.evaluate(() => window.__shift)).toBeLessThan(0.001);
    await page.context().close();
  },
);
