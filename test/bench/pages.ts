import type { Browser } from 'playwright-core';
import { chromiumPath, launchBrowser } from '../support/browser';
import { type Figure, mediansInTurn } from './figures';
import type { Server } from './main';

/** One page of each template. */
const templates = ['/', '/pricing', '/company', '/legal', '/contact', '/login'];

/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** A first visit on a phone, with an empty cache, on slow 4G and a processor at a quarter of its speed. */
async function visit(browser: Browser, url: string, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ ...phone, javaScriptEnabled });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const [sizes, lcps]: [Promise<number>[], number[]] = [[], []];
  page.on('requestfinished', (request) => sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)));
  const painted = new Promise<void>((resolve) => {
    session.on('PerformanceTimeline.timelineEventAdded', ({ event }) => resolve(void lcps.push(event.time)));
  });
  await session.send('PerformanceTimeline.enable', { eventTypes: ['largest-contentful-paint'] });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'networkidle' });
  await painted;
  const started = await page.evaluate<number>('performance.timeOrigin');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { bytes, lcpMs: Math.max(...lcps) * 1000 - started };
}

/** Each page next to itself in a browser that runs and loads no script. */
export async function measurePages(startProduct: () => Promise<Server>): Promise<Figure[]> {
  const product = await startProduct();
  const browser = await launchBrowser(chromiumPath);
  const compare = async (path: string, key: 'lcpMs' | 'bytes') => {
    const measure = async (withScript: boolean) => (await visit(browser, product.url + path, withScript))[key];
    const [ours = Number.NaN, bare = Number.NaN] = await mediansInTurn([true, false], measure);
    return { product: ours, comparedWith: 'the same page with script off', yardstick: bare };
  };
  try {
    const figures: Figure[] = [];
    for (const path of templates)
      figures.push({ what: `LCP of ${path}`, unit: 'ms', ...(await compare(path, 'lcpMs')) });
    return [...figures, { what: 'bytes of /', unit: 'bytes', ...(await compare('/', 'bytes')) }];
  } finally {
    await browser.close();
    await product.stop();
  }
}
