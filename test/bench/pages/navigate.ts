import type { Browser, Page } from 'playwright-core';
import { openSlowPage, untilQuiet } from './slow-page';

const desk = { viewport: { width: 1280, height: 800 } };
/** Between pointing at a link and clicking on it: what people take at the least. */
const hoverMs = 300;

export interface Navigation {
  /** From the click to the frame that shows the next page's heading, in milliseconds. */
  ms: number;
  /** Layout shifts on the next page, from its first frame on. */
  cls: number;
}

/** Runs in every document: notes the click, and the frame in which another heading is there than at the click. */
function watchNavigation() {
  const heading = () => document.querySelector('h1')?.textContent;
  const note = (key: string, value: number) => sessionStorage.setItem(key, String(value));
  const painted = () => {
    const clsBefore = window.__noted.cls;
    note('painted', performance.timeOrigin + performance.now());
    setTimeout(() => note('cls', window.__noted.cls - clsBefore), 800);
  };
  const afterFrame = () => requestAnimationFrame(() => setTimeout(painted));
  addEventListener(
    'click',
    ({ timeStamp }) => {
      note('clicked', performance.timeOrigin + timeStamp);
      const before = heading();
      const look = () => (heading() !== before ? setTimeout(painted) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    },
    true,
  );
  // A new document: its first paint is the frame.
  if (sessionStorage.getItem('clicked'))
    addEventListener('DOMContentLoaded', () => (heading() ? afterFrame() : undefined));
}

const read = (page: Page, key: string) =>
  page.evaluate((name) => Number(sessionStorage.getItem(name) ?? Number.NaN), key);

/** Points at a link of the first screen, clicks on it, and sees how long the next page takes. */
export async function navigate(browser: Browser, url: string, link: string): Promise<Navigation> {
  const { page, close } = await openSlowPage(browser, desk);
  await page.addInitScript(watchNavigation);
  await page.goto(url, { waitUntil: 'load' });
  await untilQuiet(page);
  await page.hover(link, { force: true });
  await page.waitForTimeout(hoverMs);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => sessionStorage.getItem('cls'), undefined, { timeout: 15_000 });
  const ms = (await read(page, 'painted')) - (await read(page, 'clicked'));
  const cls = await read(page, 'cls');
  await close();
  return { ms, cls };
}
