import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { observe } from './observe';

/** A mid-range phone, as Lighthouse takes one. */
export const phone = { width: 412, height: 823, deviceScaleFactor: 1.75 };
const phoneOptions: BrowserContextOptions = {
  viewport: phone,
  deviceScaleFactor: phone.deviceScaleFactor,
  isMobile: true,
  hasTouch: true,
};

/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** The processor at a quarter. */
const cpuSlowdown = 4;

/** What speaks the browser's protocol to one page. */
interface Client {
  send(method: 'Network.emulateNetworkConditions', conditions: typeof slow4G): Promise<unknown>;
  send(method: 'Emulation.setCPUThrottlingRate', rate: { rate: number }): Promise<unknown>;
}

export async function slowDown(client: Client) {
  await client.send('Network.emulateNetworkConditions', slow4G);
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** A page to act on, of a fresh browser context (so of an empty cache), on a slow line and a slow processor. */
export async function openSlowPage(browser: Browser, options = phoneOptions) {
  const context = await browser.newContext(options);
  await context.addInitScript(observe);
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page));
  return { page, close: () => context.close() };
}

/** Waits until the page's script has taken over, and nothing is loading any more. */
export async function untilQuiet(page: Page) {
  await page.waitForFunction(() => window.__noted.live !== undefined, undefined, { timeout: 30_000 });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300); // a late font, or a late shift
}
