import type { Browser } from 'playwright-core';

/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const desk = { viewport: { width: 1280, height: 800 } };

/** A page with an empty cache on slow 4G and a processor at a quarter of its speed. */
async function openSlowPage(browser: Browser, device: typeof phone | typeof desk) {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

/** A first visit on a phone. @returns its largest contentful paint in milliseconds. */
export async function visit(browser: Browser, url: string): Promise<number> {
  const page = await openSlowPage(browser, phone);
  await page.goto(url, { waitUntil: 'networkidle' });
  const lcpMs = await page.evaluate<number>(
    `new Promise((resolve) =>
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
        .observe({ type: 'largest-contentful-paint', buffered: true }))`,
  );
  await page.context().close();
  return lcpMs;
}

/** What a first visit loads, compressed. Scripts may come some time after everything else. */
export async function bytesOf(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage(phone);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(3_000);
  const bytes = await page.evaluate<number>(
    `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  await page.close();
  return bytes;
}

/** How long people point at a link before they click, at the least. */
const hoverMs = 300;

/**
 * Notes when the first click came and when another heading was painted: in the same document by the next frame, in a new
 * one by its first contentful paint.
 */
const watchNavigation = `{
  const heading = () => document.querySelector('h1')?.textContent;
  const note = (key, ms) => sessionStorage.setItem(key, String(performance.timeOrigin + ms));
  if (sessionStorage.clicked) {
    new PerformanceObserver((list, observer) => {
      for (const { name, startTime } of list.getEntries())
        if (name === 'first-contentful-paint') note('painted', startTime);
    }).observe({ type: 'paint', buffered: true });
  } else {
    addEventListener('click', ({ timeStamp }) => {
      note('clicked', timeStamp);
      const before = heading();
      const look = () => {
        if (heading() === before) requestAnimationFrame(look);
        else setTimeout(() => note('painted', performance.now()));
      };
      look();
    }, true);
  }
}`;

/** Points at a link, clicks on it, and waits for the next page, on a slow laptop. @returns milliseconds since the click. */
export async function followLink(browser: Browser, url: string, path: string): Promise<number> {
  const page = await openSlowPage(browser, desk);
  await page.addInitScript(watchNavigation);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(`a[href="${path}"]:visible`).first().hover({ force: true });
  await page.waitForTimeout(hoverMs);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForURL(`**${path}`);
  await page.waitForFunction(() => sessionStorage.getItem('painted'));
  const ms = await page.evaluate<number>('sessionStorage.painted - sessionStorage.clicked');
  await page.context().close();
  return ms;
}
