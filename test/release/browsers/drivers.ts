import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { chromiumArguments } from '../../support/browser';
import { eventually } from '../../support/eventually';
import { freePort } from '../../support/process';

/** The functions of a browser that the journeys need. */
export interface Driver {
  goto(address: string): Promise<unknown>;
  /** Runs a function in the page, or in the frame of checkout. */
  run<Result>(work: (argument: string) => Result, argument?: string, inCheckout?: boolean): Promise<Result>;
  click(selector: string): Promise<unknown>;
  type(selector: string, text: string): Promise<unknown>;
  press(key: 'Escape'): Promise<unknown>;
  resize(size: { width: number; height: number }): Promise<unknown>;
  /** Messages of the console, where the driver reports them. */
  messages: string[];
  close(): Promise<unknown>;
}

/** Puppeteer's page has what we use of Playwright's. */
function driverOf(page: Page, resize: Driver['resize'], close: Driver['close']): Driver {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  const checkout = () => page.frames().find((frame) => frame.url().includes('/v1/checkout/form'));
  return {
    messages,
    resize,
    close,
    goto: (address) => page.goto(address),
    run: async (work, argument = '', inCheckout = false) =>
      (inCheckout ? checkout() : page)?.evaluate(work as () => never, argument) as never,
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    press: (key) => page.keyboard.press(key),
  };
}

/** Goes to an address and polls until it is open, because BiDi may miss the end of a second navigation. */
async function leaveFor(page: Pick<Page, 'evaluate'>, address: string) {
  await page.evaluate((address) => {
    Object.assign(window, { isLeft: true });
    location.assign(address);
  }, address);
  const hasArrived = () => page.evaluate(() => !('isLeft' in window) && document.readyState === 'complete');
  await eventually(async () => expect(await hasArrived()).toBe(true));
}

const folder = mkdtempSync(join(tmpdir(), 'novacore-browsers-'));
export const removeFiles = () => rmSync(folder, { recursive: true, force: true });

/** Debian's Firefox, by WebDriver BiDi. */
export async function firefox(): Promise<Driver> {
  const { launch } = require('puppeteer-core');
  const browser = await launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true });
  const page = await browser.newPage();
  const close = () => browser.close();
  const driver = driverOf(page, (size) => page.setViewport(size), close);
  return { ...driver, goto: (address) => leaveFor(page, address) };
}

/** The last Chrome for Windows 7 and 8; it has no Popover API. The package holds it and its libraries compressed. */
export async function chrome109(): Promise<Driver> {
  const packed = join(dirname(require.resolve('@sparticuz/chromium/package.json')), 'bin');
  const executablePath = join(folder, 'chrome-109');
  if (!existsSync(executablePath)) {
    const unpack = (name: string) => brotliDecompressSync(readFileSync(join(packed, name)));
    for (const name of ['aws.tar.br', 'swiftshader.tar.br'])
      execFileSync('tar', ['-x', '-C', folder], { input: unpack(name) });
    writeFileSync(executablePath, unpack('chromium.br'), { mode: 0o755 });
  }
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') };
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments, '--no-zygote'], env } as object);
  const page = await browser.newPage();
  const close = () => browser.close();
  return driverOf(page, (size) => page.setViewportSize(size), close);
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Debian's WebKitGTK, by W3C WebDriver. It needs a display, and its window is no narrower than 447 pixels. */
export async function webkit(): Promise<Driver> {
  const screen = ['-displayfd', '1', '-screen', '0', '1600x1400x24'];
  const display = spawn('Xvfb', screen, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = await once(display.stdout, 'data');
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${String(number).trim()}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  const server = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  let session = '';
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}/session${session}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const { value } = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${value?.message ?? reply.status}`);
    return value;
  };
  const find = async (value: string): Promise<string> =>
    (await call('POST', '/element', { using: 'css selector', value }))[elementKey];
  const capabilities = { alwaysMatch: { unhandledPromptBehavior: 'accept' } };
  await eventually(async () => {
    session = `/${(await call('POST', '', { capabilities })).sessionId}`;
  });
  const handle = await call('GET', '/window');
  const focused = async () => (await call('GET', '/element/active'))[elementKey];
  return {
    messages: [],
    goto: (url) => call('POST', '/url', { url }),
    async run(work, argument = '', inCheckout = false) {
      if (inCheckout) await call('POST', '/frame', { id: { [elementKey]: await find('.razorpay-checkout-frame') } });
      const value = await call('POST', '/execute/sync', { script: `return (${work})(arguments[0])`, args: [argument] });
      // The frame may be gone by now, so this leaves it by its window.
      if (inCheckout) await call('POST', '/window', { handle });
      return value;
    },
    click: async (selector) => call('POST', `/element/${await find(selector)}/click`, {}),
    type: async (selector, text) => call('POST', `/element/${await find(selector)}/value`, { text }),
    press: async () => call('POST', `/element/${await focused()}/value`, { text: '\ue00c' }),
    resize: (size) => call('POST', '/window/rect', { x: 0, y: 0, ...size }),
    async close() {
      await call('DELETE', '').catch(() => {}); // it may have crashed
      for (const each of [server, display]) each.kill();
    },
  };
}
