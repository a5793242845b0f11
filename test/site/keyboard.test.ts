import { expect, openPage, type TestPage } from '../support/browser';
import { shows } from '../support/eventually';
import { it } from '../support/in-browser';
import { useSite } from './site';

const site = useSite();
let page: TestPage;
afterEach(async () => {
  expect(page.unexpected).toEqual([]);
  await page.context().close();
});

async function open(path: string, width: number, javaScriptEnabled = true) {
  const viewport = { width, height: 800 };
  page = await openPage(site.browser, { viewport, javaScriptEnabled, reducedMotion: 'reduce' });
  await page.goto(site.url + path);
}

/** Presses Tab until the focus is on something that says `label`. */
async function tabTo(label: string) {
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press('Tab');
    const said = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
    });
    if (said.startsWith(label)) return;
  }
  throw new Error(`Tab never reaches "${label}".`);
}

const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
const expanded = (name: string, value: 'true' | 'false') =>
  expect(page.getByRole('banner').getByRole('button', { name })).toHaveAttribute('aria-expanded', value);

it('by keyboard alone, the first stop skips to the content, and a menu opens, leads on and closes', async () => {
  await open('/company', 1440);
  await page.keyboard.press('Tab');
  await shows(focused, 'Skip to content');
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  for (const [menu, first, path] of [
    ['Discover', 'Next-gen GPUs', '/discover/next-gen-gpus'],
    ['Solutions', 'Enterprise Solutions', '/solutions/enterprise-solutions'],
  ] as const) {
    await tabTo(menu);
    await page.keyboard.press('Enter');
    await expanded(menu, 'true');
    await page.keyboard.press('Tab');
    await shows(focused, expect.stringContaining(first));
    await page.keyboard.press('Enter');
    await page.waitForURL(site.url + path);
    await expanded(menu, 'false');
  }
});

it('Escape closes a menu and returns the focus, and a menu closes when the focus leaves it', async () => {
  await open('/company', 1440);
  const link = page.getByRole('banner').getByRole('link', { name: 'GPU Stack' });
  await tabTo('Products');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await shows(focused, 'Products');
  await expect(link).toHaveCount(0);
  await expanded('Products', 'false');

  await page.keyboard.press('Enter');
  await link.focus();
  await expanded('Products', 'true');
  await page.getByRole('main').getByRole('link').first().focus();
  await expanded('Products', 'false');
});

it('on a phone, the menu opens one section at a time, in one column that cuts no name off', async () => {
  await open('/company', 320);
  await tabTo('Menu');
  await page.keyboard.press('Enter');
  await tabTo('Discover');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('navigation', { name: 'Main, small screens' });
  await expect(panel.getByRole('link', { name: 'Vision' })).toBeVisible();
  await tabTo('Products');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('link', { name: 'GPU Stack' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Vision' })).toBeHidden();
  const boxes = await page
    .locator('.small-menu__list:visible a')
    .evaluateAll((all) =>
      all.map((link) => ({ left: link.getBoundingClientRect().left, cut: link.scrollWidth - link.clientWidth })),
    );
  expect(boxes).toEqual(Array(8).fill({ left: 0, cut: 0 }));
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('link', { name: 'GPU Stack' })).toBeHidden();
  expect(await panel.getByRole('link', { name: 'Log in' }).isVisible()).toBe(true);
  expect(await panel.getByRole('link', { name: 'Payments' }).isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

it.each([true, false])('the thirteen questions open one at a time and close again (script: %s)', async (script) => {
  await open('/legal', 1280, script);
  const opened = () => page.locator('#faq details[open] summary').allTextContents();
  const questions = page.locator('#faq summary');
  const [first, second, last] = [0, 1, 12].map((at) => questions.nth(at));
  await first?.focus();
  await page.keyboard.press('Enter');
  await shows(opened, [await first?.textContent()]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await shows(opened, [await second?.textContent()]);
  await last?.click();
  await shows(opened, [await last?.textContent()]);
  await last?.click();
  await shows(opened, []);
});

it('a menu opened by a click closes when the pointer comes to another one, and stays while it is within', async () => {
  await open('/company', 1440);
  const banner = page.getByRole('banner');
  const first = banner.getByRole('link', { name: 'Next-gen GPUs' });
  const second = banner.getByRole('link', { name: 'GPU Servers' });
  await banner.getByRole('button', { name: 'Discover' }).click();
  await expanded('Discover', 'true');
  await first.hover();
  await expanded('Discover', 'true');
  await banner.getByRole('button', { name: 'Products' }).hover();
  await expanded('Discover', 'false');
  await expect(first).toBeHidden();
  await second.hover();
  await expect(second).toBeVisible();
});
