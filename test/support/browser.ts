import { existsSync } from 'node:fs';
import { expect as playwrightExpect } from '@playwright/test';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
  type Request,
} from 'playwright-core';
import { isInstalled } from './programs';

/** Playwright's `expect`, which waits until the page matches. */
export const expect = playwrightExpect.configure({ timeout: 60_000 });

export const chromiumArguments = [
  ...['--headless', '--no-sandbox', '--no-first-run', '--disable-gpu', '--disable-quic', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

export const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium';

/** Chromium's headless shell, if installed. It needs a third of the time per page. */
const shellPath = '/usr/bin/chromium-headless-shell';
const lightest = existsSync(shellPath) ? shellPath : chromiumPath;

export const hasChromium = isInstalled(chromiumPath);

/**
 * Without Chromium, tests that need it are skipped. Their files may have other tests, which use no page.
 * @param executablePath `chromiumPath` for what only the whole browser has
 */
export const launchBrowser = async (executablePath = lightest, more: LaunchOptions = {}): Promise<Browser> =>
  hasChromium
    ? chromium.launch({ executablePath, args: chromiumArguments, ...more })
    : ({ close: async () => {} } as Browser);

export interface TestPage extends Page {
  /** Unexpected console errors. Empty it where a test provokes one. */
  unexpected: string[];
  unanswered: Set<Request>;
}

/**
 * A page of a fresh browser context that remembers every console error and page error.
 * Fetches that a test makes fail on purpose are announced by the browser itself ("Failed to load resource"):
 * name them in `expected`.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
  expected: RegExp[] = [],
): Promise<TestPage> {
  const context = await browser.newContext(options);
  const page = Object.assign(await context.newPage(), { unexpected: [] as string[], unanswered: new Set<Request>() });
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) page.unexpected.push(text);
  };
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('pageerror', (error) => note(String(error)));
  page.on('request', (request) => page.unanswered.add(request));
  page.on('requestfinished', (request) => page.unanswered.delete(request));
  page.on('requestfailed', (request) => page.unanswered.delete(request));
  return page;
}

/** The state of a page, for debugging a failed test. */
export async function whereIs(page: TestPage): Promise<string> {
  const texts = await page.locator('main, dialog, .toast').allInnerTexts();
  const unanswered = [...page.unanswered].map((request) => `Unanswered: ${request.method()} ${request.url()}`);
  return [`On ${page.url()}:`, ...texts, ...unanswered].join('\n');
}
