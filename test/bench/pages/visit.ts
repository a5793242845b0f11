import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { type Noted, observe } from './observe';

/** A mid-range phone, as Lighthouse takes one. */
export const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** The processor at a quarter. */
const cpuSlowdown = 4;

/** What crosses the wire, as the browser counts it. */
export interface Wire {
  bytes: number;
  scriptBytes: number;
  requests: number;
}

export interface SlowPage {
  page: Page;
  wire: Wire;
  close(): Promise<void>;
}

async function countWire(client: CDPSession): Promise<Wire> {
  const wire: Wire = { bytes: 0, scriptBytes: 0, requests: 0 };
  const scripts = new Set<string>();
  client.on('Network.responseReceived', ({ requestId, type }) => {
    wire.requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    wire.bytes += encodedDataLength;
    if (scripts.has(requestId)) wire.scriptBytes += encodedDataLength;
  });
  await client.send('Network.enable');
  return wire;
}

/** A page of a fresh browser context (so of an empty cache), on a slow line and a slow processor. */
export async function openSlowPage(browser: Browser, options: BrowserContextOptions = phone): Promise<SlowPage> {
  const context = await browser.newContext(options);
  await context.addInitScript(observe);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const wire = await countWire(client);
  await client.send('Network.emulateNetworkConditions', slow4G);
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return { page, wire, close: () => context.close() };
}

/** One visit, in milliseconds and bytes. */
export interface Visit extends Wire {
  fcp: number;
  lcp: number;
  cls: number;
  /** Total blocking time: what every task after the first paint has above 50 ms. */
  blocking: number;
  longestTask: number;
  /** When the script had taken over; NaN where there is none. */
  live: number;
  /** Requests that began before the first paint. */
  beforePaint: number;
}

function sumUp({ fcp, lcp, cls, longTasks, live = Number.NaN }: Noted, wire: Wire, beforePaint: number): Visit {
  const after = longTasks.filter(([start, ms]) => start + ms > fcp);
  const blocking = after.reduce((sum, [, ms]) => sum + ms - 50, 0);
  const longestTask = Math.max(0, ...longTasks.map(([, ms]) => ms));
  return { fcp, lcp, cls, blocking, longestTask, live, beforePaint, ...wire };
}

const requestsBeforePaint = () =>
  1 + performance.getEntriesByType('resource').filter(({ startTime }) => startTime < window.__noted.fcp).length;

const signedIn = (url: string, token: string): BrowserContextOptions => ({
  storageState: {
    cookies: [],
    origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'token', value: token }] }],
  },
});

/** Waits until the page's script has taken over, where it has one, and nothing is loading any more. */
export async function untilQuiet(page: Page, hasScript: boolean) {
  if (hasScript) await page.waitForFunction(() => window.__noted.live !== undefined, undefined, { timeout: 30_000 });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300); // a late font, or a late shift
}

/** Visits an address for the first time; with a `token`, as somebody who is signed in. */
export async function visit(browser: Browser, url: string, hasScript = true, token?: string): Promise<Visit> {
  const { page, wire, close } = await openSlowPage(browser, { ...phone, ...(token && signedIn(url, token)) });
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  await untilQuiet(page, hasScript);
  const noted = await page.evaluate(() => window.__noted);
  const result = sumUp(noted, { ...wire }, await page.evaluate(requestsBeforePaint));
  await close();
  return result;
}
