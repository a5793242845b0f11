import { expect, openPage, type TestPage } from '../support/browser';
import { shows } from '../support/eventually';
import { describe, it } from '../support/in-browser';
import { type Site, startSite } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

async function open(path: string, width: number): Promise<TestPage> {
  const page = await openPage(site.browser, { viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(site.url + path);
  return page;
}

/** Presses Tab until the focus is on something that says `label`. */
async function tabTo(page: TestPage, label: string) {
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

const focused = (page: TestPage) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

describe('by keyboard alone, on a wide screen', () => {
  let page: TestPage;
  beforeEach(async () => {
    page = await open('/company', 1440);
  });
  afterEach(async () => {
    expect(page.unexpected).toEqual([]);
    await page.context().close();
  });

  it('the first stop skips to the content', async () => {
    await page.keyboard.press('Tab');
    await shows(() => focused(page), 'Skip to content');
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
  });

  it('each menu opens, leads to its first page, and closes', async () => {
    for (const [menu, first, path] of [
      ['Discover', 'Next-gen GPUs', '/discover/next-gen-gpus'],
      ['Products', 'GPU Servers', '/product/gpu-servers'],
      ['Solutions', 'Enterprise Solutions', '/solutions/enterprise-solutions'],
    ] as const) {
      await tabTo(page, menu);
      await page.keyboard.press('Enter');
      await page.getByRole('banner').locator('[aria-expanded=true]', { hasText: menu }).waitFor();
      await page.keyboard.press('Tab');
      await shows(() => focused(page), expect.stringContaining(first));
      await page.keyboard.press('Enter');
      await page.waitForURL(site.url + path);
      await expect(page.getByRole('button', { name: menu })).toHaveAttribute('aria-expanded', 'false');
    }
  });

  it('Escape closes a menu and gives the focus back', async () => {
    await tabTo(page, 'Products');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await shows(() => focused(page), 'Products');
    const menu = page.getByRole('banner');
    await expect(menu.getByRole('link', { name: 'GPU Stack' })).toHaveCount(0);
    await expect(menu.getByRole('button', { name: 'Products' })).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('by keyboard alone, on a phone', () => {
  it('the menu opens, one section at a time, and leads on', async () => {
    const page = await open('/company', 390);
    await tabTo(page, 'Menu');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Discover');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('navigation', { name: 'Main, small screens' });
    await expect(panel.getByRole('link', { name: 'Vision' })).toBeVisible();
    await tabTo(page, 'Products');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('link', { name: 'GPU Stack' })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'Vision' })).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('link', { name: 'GPU Stack' })).toBeHidden();
    expect(await panel.getByRole('link', { name: 'Log in' }).isVisible()).toBe(true);
    expect(await panel.getByRole('link', { name: 'Payments' }).isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    expect(page.unexpected).toEqual([]);
  });
});

describe.each([
  ['with its script', true],
  ['without JavaScript', false],
])('the thirteen questions, %s', (_, javaScriptEnabled) => {
  const opened = (page: TestPage) => page.locator('#faq details[open]').count();

  it('open one at a time, and the open one closes at a second press', async () => {
    const page = await openPage(site.browser, { javaScriptEnabled });
    await page.goto(`${site.url}/legal`);
    const questions = page.locator('#faq summary');
    await questions.nth(0).focus();
    await page.keyboard.press('Enter');
    await shows(() => opened(page), 1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shows(() => opened(page), 1);
    await shows(() => page.locator('#faq details').nth(1).getAttribute('open'), '');
    await page.keyboard.press('Enter');
    await shows(() => opened(page), 0);
    await questions.nth(12).click();
    await shows(() => opened(page), 1);
    await questions.nth(12).click();
    await shows(() => opened(page), 0);
    expect(page.unexpected).toEqual([]);
  });
});

it('a menu opened by a click closes when the pointer comes to another one, and stays while it is within', async () => {
  const page = await open('/company', 1440);
  const banner = page.getByRole('banner');
  const button = (name: string) => banner.getByRole('button', { name });
  const first = banner.getByRole('link', { name: 'Next-gen GPUs' });
  const second = banner.getByRole('link', { name: 'GPU Servers' });

  await button('Discover').click();
  await expect(button('Discover')).toHaveAttribute('aria-expanded', 'true');
  await first.hover();
  expect(await button('Discover').getAttribute('aria-expanded')).toBe('true');

  await button('Products').hover();
  await expect(button('Discover')).toHaveAttribute('aria-expanded', 'false');
  await expect(first).toBeHidden();
  await second.hover();
  await expect(second).toBeVisible();

  await button('Colour scheme').click();
  await button('Products').hover();
  await expect(button('Colour scheme')).toHaveAttribute('aria-expanded', 'false');
  expect(page.unexpected).toEqual([]);
  await page.context().close();
});

it('a menu closes when the focus leaves it', async () => {
  const page = await open('/company', 1440);
  const banner = page.getByRole('banner');
  const menu = banner.getByRole('button', { name: 'Solutions' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await banner.getByRole('link', { name: 'Startup Program' }).focus();
  expect(await menu.getAttribute('aria-expanded')).toBe('true');
  await page.getByRole('main').getByRole('link').first().focus();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await page.context().close();
});
