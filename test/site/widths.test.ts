import type { Page } from 'playwright-core';
import { failedRequests, type Journey, startJourney } from '../journeys/journey';
import { test } from '../support/in-browser';
import { contentPages, guides } from './site';

// Every page, from the narrowest phone to the widest screen, and with the text that its reader has spread.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

/**
 * In CSS pixels, from 320 (also a window of 1280 at a zoom of 400 %, WCAG 1.4.10) to 2560. A layout overflows first where
 * it is narrowest, so every limit of the style sheets is here, and where the largest is far off, some between.
 */
const widths = [320, 360, 640, 768, 960, 1024, 1216, 1280, 1440, 2560];
const spreadWidths = [320, 768, 1280];

/** How a reader may spread the text of any page (WCAG 1.4.12). */
const spreadText = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`;

/** Runs in the browser. */
const sidewaysBy = () => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Runs in the browser. @returns the texts that leave a box which hides what leaves it */
function cutOff() {
  const hides = (element: Element) => {
    const { overflowX, overflowY, clipPath } = getComputedStyle(element);
    // With a clip path it is there for screen readers alone.
    return /hidden|clip/.test(`${overflowX} ${overflowY}`) && clipPath === 'none';
  };
  const textsIn = (box: Element) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    return texts.filter(({ parentElement, data }) => data.trim() && !parentElement?.closest('svg, .visually-hidden'));
  };
  const range = document.createRange();
  const leaves = (text: Text, box: DOMRect) => {
    range.selectNodeContents(text);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    const isOutside = left < box.left - 2 || right > box.right + 2 || top < box.top - 2 || bottom > box.bottom + 2;
    return width > 1 && isOutside;
  };
  return [...document.querySelectorAll('body *')].filter(hides).flatMap((element) => {
    const box = element.getBoundingClientRect();
    return textsIn(element)
      .filter((text) => leaves(text, box))
      .map(({ data }) => data.trim());
  });
}

/** Runs in the browser. A constructed style sheet, which the content security policy allows. */
function setStyle(css: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

async function faultsOf(page: Page) {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const sideways = await page.evaluate(sidewaysBy);
    if (sideways) faults.push(`${width} px: scrolls sideways by ${sideways}`);
    if (!spreadWidths.includes(width)) continue;
    await page.evaluate(setStyle, spreadText);
    const spread = await page.evaluate(sidewaysBy);
    if (spread) faults.push(`${width} px, spread text: scrolls sideways by ${spread}`);
    for (const text of await page.evaluate(cutOff)) faults.push(`${width} px, spread text: cuts off ${text}`);
    await page.evaluate(setStyle, '');
  }
  return faults;
}

const shown = (page: Page) =>
  page.waitForFunction(() => !document.documentElement.dataset.part || document.documentElement.dataset.started);

const visitorPages = ['/login', '/signup', '/callback', '/forgot-password', '/reset-password', '/verify-email', '/404'];

test('no page scrolls sideways or cuts text off, at any width, with spread text too', async () => {
  const page = await journey.visitor([failedRequests]);
  const faults: Record<string, string[]> = {};
  for (const path of [...contentPages.map((each) => each.path), ...guides, '/docs', ...visitorPages]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await shown(page);
    const found = await faultsOf(page);
    if (found.length) faults[path] = found;
  }
  expect(faults).toEqual({});
});

test('the same holds for everything that a person signed in sees', async () => {
  const page = await journey.person();
  const { api } = journey;
  const id = await api.newOrder();
  await api.claimOrder(id, page.token).expect(200);
  await api.verifyPayment(await api.pay(id), page.token).expect(200);
  const faults: Record<string, string[]> = {};
  const seen: [path: string, text: string][] = [
    ['/account', page.email],
    ['/account/payments', 'Paid'],
    [`/account/payments?receipt=${id}`, 'Receipt'],
    ['/payment', 'Make another payment of ₹150'],
    ['/', 'Log out'],
  ];
  for (const [path, text] of seen) {
    await page.goto(path);
    await page.getByText(text).first().waitFor({ state: 'attached' });
    for (const summary of await page.locator('main details > summary').all()) await summary.click();
    const found = await faultsOf(page);
    if (found.length) faults[path] = found;
  }
  expect(faults).toEqual({});
});
