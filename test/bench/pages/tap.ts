import type { Browser } from 'playwright-core';
import { openSlowPage, untilQuiet } from './slow-page';

/** Where the menu of small screens is on a page. */
export interface MenuPlace {
  button: string;
  panel: string;
}

export interface Tap {
  /** From the tap to the frame that shows the menu, in milliseconds; NaN: the tap was lost. */
  ms: number;
  /** The same since the navigation began. */
  sinceNavigation: number;
}

/**
 * Taps on the menu: at the first moment at which there is something to tap on, or once the script has taken over.
 */
export async function tapMenu(
  browser: Browser,
  url: string,
  menu: MenuPlace,
  when: 'first paint' | 'live',
): Promise<Tap> {
  const { page, close } = await openSlowPage(browser);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(
    ([button, panel]) => {
      window.__expected = panel;
      return window.__noted?.fcp > 0 && document.querySelector(button)?.getBoundingClientRect().width;
    },
    [menu.button, menu.panel] as const,
  );
  if (when === 'live') await untilQuiet(page);
  await page.locator(menu.button).tap({ force: true, noWaitAfter: true });
  await page.waitForFunction(() => window.__noted.shown ?? performance.now() > (window.__noted.tapped ?? 0) + 3_000);
  const { tapped = Number.NaN, shown = Number.NaN } = await page.evaluate(() => window.__noted);
  await close();
  return { ms: shown - tapped, sinceNavigation: shown };
}
