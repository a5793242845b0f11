import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { apiOf, password } from '../support/api';
import { violations } from '../support/axe';
import { launchBrowser, openPage, type TestPage, whereIs } from '../support/browser';
import { artifacts } from '../support/paths';
import { type ProductAccess, startProduct } from '../support/server';
import { sharedProduct } from '../support/shared-product';

declare global {
  /** Set by test/support/environment.cjs. */
  var testFailed: boolean;
}

export interface JourneyPage extends TestPage {
  /** Toasts that no test has awaited yet. */
  toasts: string[];
}

/** The browser logs every failed request to its console. */
export const failedRequests = /Failed to load resource/;

export const signedIn = (origin: string, token: string): BrowserContextOptions => ({
  storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: token }] }] },
});

/** Gives the tab a token of the desk, as after a login there. */
export async function enterDesk<Tab extends Page>(page: Tab, token: string): Promise<Tab> {
  await page.goto('/desk');
  await page.evaluate((text) => sessionStorage.setItem('desk', text), token);
  return page;
}

/** Saves the address, a screenshot and a trace of each page of a failed test. scripts/test.mjs prints where they are. */
async function keepEvidence(pages: TestPage[]) {
  const name = expect.getState().currentTestName?.replace(/\W+/g, '-').slice(0, 100);
  const keep = async (page: TestPage, index: number) => {
    const file = join(artifacts, 'failed', `${name}-${index + 1}`);
    // A stuck page gives no screenshot.
    await Promise.allSettled([page.screenshot({ path: `${file}.png`, timeout: 10_000 })]);
    await page.context().tracing.stop({ path: `${file}.zip` });
    return whereIs(page);
  };
  console.error((await Promise.all(pages.map(keep))).join('\n\n'));
}

/** A browser for one test file. Uses the shared product, for tests without restarts and faults. */
export async function startJourney(product: ProductAccess = sharedProduct) {
  const browser = await launchBrowser();
  const api = apiOf(product);
  const pages: JourneyPage[] = [];
  /** A new visitor with empty storage. @param expected console errors that the test provokes */
  const visitor = async (expected: RegExp[] = [], options: BrowserContextOptions = {}) => {
    const opened = await openPage(browser, { baseURL: product.url, ...options }, expected);
    const page: JourneyPage = Object.assign(opened, { toasts: [] });
    await page.addInitScript(announceToasts);
    page.on('console', (message) => {
      if (message.type() === 'debug') page.toasts.push(message.text().replace(/^toast /, ''));
    });
    page.setDefaultTimeout(60_000);
    await page.context().tracing.start({ snapshots: true });
    pages.push(page);
    return page;
  };
  return {
    ...{ product, browser, api, visitor },
    /** A new visitor who has signed up and logged in. */
    person: async (expected: RegExp[] = [], options: BrowserContextOptions = {}) => {
      const who = await api.newPerson();
      return Object.assign(await visitor(expected, { ...signedIn(product.url, who.token), ...options }), who);
    },
    /** Another tab of the same browser profile. */
    tabOf: (page: Page) => page.context().newPage(),
    /** Closes all pages. @returns unexpected console messages */
    end: async () => {
      if (globalThis.testFailed) await keepEvidence(pages);
      const messages = pages.flatMap(({ unexpected }) => unexpected);
      await Promise.all(pages.splice(0).map((page) => page.context().close()));
      return messages;
    },
    close: () => browser.close(),
  };
}
export type Journey = Awaited<ReturnType<typeof startJourney>>;

/** Uses a product that no other test file uses. */
export async function startOwnJourney() {
  const product = await startProduct();
  const journey = await startJourney(product);
  const close = async () => void (await Promise.all([journey.close(), product.close()]));
  return { ...journey, product, close };
}

/** Call once per test file. No test may leave an unexpected message on a console. */
export function useJourney<Kind extends Journey = Journey>(start: () => Promise<Kind> = startJourney as never): Kind {
  const journey = {} as Kind;
  beforeAll(async () => void Object.assign(journey, await start()));
  afterAll(() => journey.close?.());
  afterEach(async () => expect(await journey.end()).toEqual([]));
  return journey;
}

const sidewaysScroll = () => document.documentElement.scrollWidth - window.innerWidth;

/** Expects that axe finds nothing on the current page and that it fits a phone of 320 pixels. */
export async function expectAccessible(page: Page) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const found = { sideways: Math.max(0, await page.evaluate(sidewaysScroll)), violations: await violations(page) };
  expect(found).toEqual({ sideways: 0, violations: [] });
  if (before) await page.setViewportSize(before);
}

/** Logs each toast, because some disappear before a busy machine reads them. Runs in the browser. */
const announceToasts = () => {
  const seen = new WeakMap<Element, string | null>();
  const look = () => {
    for (const { parentElement: element, textContent: text } of document.querySelectorAll('.toast > span')) {
      if (element && seen.get(element) !== text) console.debug('toast', text);
      if (element) seen.set(element, text);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
};

/** Resolves when the page shows a toast with exactly this text, or has shown one since the last that was awaited. */
export async function toast(page: JourneyPage, text: string) {
  const at = () => page.toasts.indexOf(text) + 1;
  while (!at()) await page.waitForEvent('console');
  page.toasts.splice(0, at());
}

export async function fillCredentials(page: Page, email: string, secret = password) {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
}

/** Another person logs in, in another tab of the same browser. */
export async function nextPersonAt({ api, tabOf }: Journey, page: Page) {
  const { email } = await api.newPerson();
  const tab = await tabOf(page);
  await tab.goto('/login');
  await fillCredentials(tab, email);
  await press(tab, 'Log in');
  await tab.waitForURL('**/payment');
  return Object.assign(tab, { email });
}

/** Finds a link in the page itself. Notices and toasts of an earlier document have links too. */
export const linkOf = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** Presses Tab until a control with this name has the focus. */
export async function tabTo(page: Page, role: 'button' | 'link' | 'textbox' | 'combobox', name: string) {
  const control = page.getByRole(role, { name, exact: true }).first();
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  await control.waitFor();
  for (let presses = 0; !(await isFocused()); presses += 1) {
    if (presses > 100) throw new Error(`No way by keyboard to ${name}`);
    await page.keyboard.press('Tab');
  }
}

/** A promise that waits for a call of `release`. */
export function gate() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return { release, released };
}

/** Holds requests until the returned function is called. */
export async function holdRequests(page: Page, address: string) {
  const { release, released } = gate();
  await page.route(address, (route) => released.then(() => route.continue()));
  return release;
}

/** Holds the server's reply to an operation until the returned function is called. */
export async function holdAnswer(page: Page, path: string) {
  const { release, released } = gate();
  await page.route(`**/api${path}`, async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return release;
}

/** Fills the storage completely. */
export const fillStorage = (page: Page) =>
  page.evaluate(() => {
    for (let size = 4_000_000, count = 0; size >= 1; size = Math.floor(size / 2))
      try {
        for (;;) localStorage.setItem(`full${count++}`, 'x'.repeat(size));
      } catch {}
  });

export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
