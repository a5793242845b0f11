import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { shows } from '../support/eventually';
import { it } from '../support/in-browser';
import { projectRoot } from '../support/paths';

/** The built files: the minifier changes the styles. */
const dist = join(projectRoot, 'apps/web/dist');

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'no-preference' });
  // Scripts cannot load from a file, and these tests need only the styles.
  await page.route('**/static/**', (route) => route.abort());
});
afterAll(() => browser?.close());

it('the drawing on the home page closes up as the page is scrolled', async () => {
  await page.goto(pathToFileURL(join(dist, 'index.html')).href);
  const style = (part: string, property: 'transform' | 'opacity') =>
    page
      .locator(part)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], property);
  expect(await style('.key-labels', 'opacity')).toBe('1');
  await page.evaluate(() => window.scrollTo({ top: 5000, behavior: 'instant' }));
  await shows(() => style('.layer-4', 'transform'), 'matrix(1, 0, 0, 1, 0, 340)');
  await shows(() => style('.layer-1', 'transform'), 'matrix(1, 0, 0, 1, 0, 72)');
  await shows(() => style('.key-labels', 'opacity'), '0');
});

/** Browsers accept any value that contains a variable, so we fill the variables in. */
const withValues = (value: string) =>
  value.replace(/var\(--(\w+)[^)]*\)/g, (_, name) => ({ ease: 'ease', i: '1' })[name as string] ?? '1s');

it('no page has an animation or transition that the browser drops', async () => {
  for (const file of ['index.html', 'pricing/index.html', 'payment/index.html']) {
    const html = readFileSync(join(dist, file), 'utf8');
    const css = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text).join('');
    const declared = [...css.matchAll(/[;{]((?:animation|transition)[\w-]*):([^;}]+?)(?:!important)?(?=[;}])/g)];
    const declarations = declared.map(([, property = '', value = '']) => ({ property, value: withValues(value) }));
    expect(declarations.length).toBeGreaterThan(10);
    const isDropped = (all: typeof declarations) => all.filter(({ property, value }) => !CSS.supports(property, value));
    expect([file, await page.evaluate(isDropped, declarations)]).toEqual([file, []]);
  }
});
