import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { type BarePage, openBarePage } from './bare-page';
import { type Noted, observe } from './observe';
import { phone, slowDown } from './slow-page';

/** What crosses the wire, as the browser counts it. */
export interface Wire {
  bytes: number;
  scriptBytes: number;
  requests: number;
}

interface Traffic extends Wire {
  underWay: Set<string>;
  /** When the last request ended. */
  quietSince: number;
}

/** One visit, in milliseconds and bytes. */
export interface Visit extends Wire {
  fcp: number;
  lcp: number;
  cls: number;
  /** Total blocking time as Lighthouse counts it: of each task, what is after the first paint and above 50 ms. */
  blocking: number;
  longestTask: number;
  /** When the script had taken over; NaN where there is none. */
  live: number;
  /** Requests that began before the first paint. */
  beforePaint: number;
  /** When the page first called the API; NaN where it does not. */
  firstCall: number;
}

async function countTraffic(page: BarePage): Promise<Traffic> {
  const traffic: Traffic = { bytes: 0, scriptBytes: 0, requests: 0, underWay: new Set(), quietSince: Date.now() };
  const scripts = new Set<string>();
  const end = ({ requestId }: { requestId: string }) => {
    traffic.underWay.delete(requestId);
    traffic.quietSince = Date.now();
  };
  page.on('Network.requestWillBeSent', ({ requestId }) => traffic.underWay.add(requestId));
  page.on('Network.responseReceived', ({ requestId, type }) => {
    traffic.requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  page.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
    if (scripts.has(requestId)) traffic.scriptBytes += encodedDataLength;
  });
  page.on('Network.loadingFinished', end);
  page.on('Network.loadingFailed', end);
  await page.send('Network.enable');
  return traffic;
}

/** Before anything of the page's own runs; `token` makes it somebody's who is signed in. */
const preparation = (url: string, token: string | undefined) => {
  const signIn = `if (location.origin === '${new URL(url).origin}') localStorage.token = '${token}';`;
  return `${token ? signIn : ''}(${observe})()`;
};

async function read<Value>(page: BarePage, expression: string): Promise<Value> {
  const asked = { expression, returnByValue: true };
  const { result } = await page.send<{ result: { value: Value } }>('Runtime.evaluate', asked);
  return result.value;
}

/** Waits until the page's script has taken over, where it has one, and nothing has been loading for half a second. */
async function untilQuiet(page: BarePage, traffic: Traffic, hasScript: boolean) {
  const deadline = Date.now() + 60_000;
  const isQuiet = () => traffic.requests > 0 && !traffic.underWay.size && Date.now() - traffic.quietSince > 500;
  const done = hasScript
    ? 'document.readyState === "complete" && window.__noted?.live > 0'
    : 'document.readyState === "complete"';
  while (!isQuiet() || !(await read(page, done))) {
    if (Date.now() > deadline) throw new Error('A page of the bench does not come to rest.');
    await pause(100);
  }
  await pause(300); // a late font, or a late shift
}

type Requests = Pick<Visit, 'beforePaint' | 'firstCall'>;

function sumUp({ fcp, lcp, cls, longTasks, live = Number.NaN }: Noted, wire: Wire, requests: Requests): Visit {
  const sincePaint = longTasks.map(([start, ms]) => start + ms - Math.max(start, fcp));
  const blocking = sincePaint.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0);
  const longestTask = Math.max(0, ...longTasks.map(([, ms]) => ms));
  return { fcp, lcp, cls, blocking, longestTask, live, ...requests, ...wire };
}

const begunBeforePaint =
  'performance.getEntriesByType("resource").filter(({ startTime }) => startTime < window.__noted.fcp).length';

/** What a page reports of itself is no call of its visitor's. */
const firstCallOf =
  'performance.getEntriesByType("resource").find(({ name }) => /\\/api\\/(?!vitals)/.test(name))?.startTime';

/** Visits an address for the first time; with a `token`, as somebody who is signed in. */
export async function visit(browser: Browser, url: string, hasScript = true, token?: string): Promise<Visit> {
  const page = await openBarePage(browser);
  const traffic = await countTraffic(page);
  await page.send('Emulation.setDeviceMetricsOverride', { ...phone, mobile: true });
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await slowDown(page);
  await page.send('Page.enable');
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: preparation(url, token) });
  await page.send('Page.navigate', { url });
  await untilQuiet(page, traffic, hasScript);
  const { bytes, scriptBytes, requests } = traffic;
  const noted = await read<Noted>(page, 'window.__noted');
  const beforePaint = 1 + (await read<number>(page, begunBeforePaint));
  const firstCall = (await read<number | undefined>(page, firstCallOf)) ?? Number.NaN;
  await page.close();
  return sumUp(noted, { bytes, scriptBytes, requests }, { beforePaint, firstCall });
}
