import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { arrivalKey } from '../../apps/web/src/api/storage';
import { openPage } from '../support/browser';
import { eventually } from '../support/eventually';
import { test } from '../support/in-browser';
import { projectRoot } from '../support/paths';
import { useSite } from './site';

const web = join(projectRoot, 'apps/web');
const whole: Record<string, string> = JSON.parse(readFileSync(join(web, 'node_modules/.styles.json'), 'utf8'));

const site = useSite();
let page: Page;
beforeAll(async () => {
  page = await openPage(site.browser, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
});

/** Runs in the browser. @returns elements whose computed style changes when the page gets the whole style sheet. */
async function differences(css: string) {
  // A toast disappears after some seconds, but its copy stays.
  for (const each of document.querySelectorAll('.toasts')) each.replaceWith(each.cloneNode(true));
  const elements = [...document.body.querySelectorAll('*')];
  const properties = new Set([...css.matchAll(/[{;](-?[a-z][a-z-]+):/g)].map(([, name = '']) => name));
  const styles = async () => {
    // The next layout requests the fonts of a new style sheet, and they come later.
    await Promise.all(Array.from(document.fonts, (font) => font.load()));
    return elements.map((element) => {
      const style = getComputedStyle(element);
      return Array.from(properties, (name) => style.getPropertyValue(name)).join();
    });
  };
  const before = await styles();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  for (const each of document.styleSheets) each.disabled = true;
  document.adoptedStyleSheets = [sheet];
  const after = await styles();
  for (const each of document.styleSheets) each.disabled = false;
  document.adoptedStyleSheets = [];
  const changed = elements.filter((_, index) => before[index] !== after[index]);
  return changed.map(({ outerHTML }) => outerHTML.slice(0, 120));
}

/** The result of a payment, which any content page can show: its notice is not in the HTML. */
const payment = { amount: '₹150.00', receipt: '/account/payments', path: ['', '', ''] };
const received = JSON.stringify({ text: 'Payment Success', tone: 'good', payment });

test.each(['/', '/pricing', '/company', '/legal', '/contact', '/docs/quickstart', '/login', '/account'])(
  '%s looks the same with the styles that it uses as with all of them',
  async (path) => {
    await page.addInitScript(([key = '', text = '']) => sessionStorage.setItem(key, text), [arrivalKey, received]);
    // Both colour schemes have the same selectors.
    await page.emulateMedia({ colorScheme: path === '/company' ? 'light' : 'dark' });
    await page.goto(site.url + path, { waitUntil: 'commit' });
    const part = (await page.locator('html').getAttribute('data-part')) ?? '';
    if (part !== 'application') await page.locator('.toast').waitFor();
    await page.waitForLoadState();
    const css = whole.index + (whole[part] ?? '');
    // A font that arrives during a comparison is there in the next one.
    await eventually(async () => expect(await page.evaluate(differences, css)).toEqual([]));
  },
);
