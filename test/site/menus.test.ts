import { openPage } from '../support/browser';
import { shows } from '../support/eventually';
import { type Site, startSite } from './site';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

it('a menu opened by a click closes when the pointer comes to another one, and stays while it is within', async () => {
  const page = await openPage(site.browser, { viewport: { width: 1440, height: 800 } });
  await page.goto(`${site.url}/company`);
  const banner = page.getByRole('banner');
  const button = (name: string) => banner.getByRole('button', { name });
  const first = banner.getByRole('link', { name: 'Next-gen GPUs' });
  const second = banner.getByRole('link', { name: 'GPU Servers' });

  await button('Discover').click();
  await shows(() => button('Discover').getAttribute('aria-expanded'), 'true');
  await first.hover();
  expect(await button('Discover').getAttribute('aria-expanded')).toBe('true');

  await button('Products').hover();
  await shows(() => button('Discover').getAttribute('aria-expanded'), 'false');
  await shows(() => first.isVisible(), false);
  await second.hover();
  await shows(() => second.isVisible(), true);

  await button('Colour scheme').click();
  await button('Products').hover();
  await shows(() => button('Colour scheme').getAttribute('aria-expanded'), 'false');
  expect(page.unexpected).toEqual([]);
  await page.context().close();
});

it('a menu closes when the focus leaves it', async () => {
  const page = await openPage(site.browser, { viewport: { width: 1440, height: 800 } });
  await page.goto(`${site.url}/company`);
  const banner = page.getByRole('banner');
  const menu = banner.getByRole('button', { name: 'Solutions' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await shows(() => menu.getAttribute('aria-expanded'), 'true');
  await banner.getByRole('link', { name: 'Startup Program' }).focus();
  expect(await menu.getAttribute('aria-expanded')).toBe('true');
  await page.getByRole('main').getByRole('link').first().focus();
  await shows(() => menu.getAttribute('aria-expanded'), 'false');
  await page.context().close();
});
