import type { Page } from 'playwright-core';
import { type Journey, startJourney } from '../journeys/journey';
import { shows } from '../support/eventually';
import { it as inBrowser } from '../support/in-browser';
import { contentPages } from './site';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

/** Addresses that no prefetch may request, because they start a job or log someone out. */
const application = /^\/(login|signup|callback|payment|account|api)(\/|$)/;

const get = (path: string) => fetch(journey.product.url + path);

test('speculation rules are sent with content pages only, and name content pages only', async () => {
  const address = JSON.parse((await get('/')).headers.get('speculation-rules') ?? 'null');
  const reply = await get(address);
  expect(reply.headers.get('content-type')).toBe('application/speculationrules+json');
  const { prerender } = await reply.json();
  const paths = prerender.flatMap(({ where }: { where: { href_matches: string[] } }) => where.href_matches);
  expect(paths).toEqual(expect.arrayContaining(contentPages.map(({ path }) => path)));
  expect(paths.filter((path: string) => application.test(path))).toEqual([]);
  for (const path of ['/login', '/payment', '/account', '/api/config'])
    expect([path, (await get(path)).headers.get('speculation-rules')]).toEqual([path, null]);
});

inBrowser('the session links and the theme follow another tab, and a document restored by Back', async () => {
  const signedIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log out' }).isVisible();
  const scheme = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  const page = await journey.visitor();
  await page.goto('/company');
  expect(await signedIn(page)).toBe(false);
  const tab = await journey.tabOf(page);
  await tab.goto('/team');
  await tab.evaluate(() => localStorage.setItem('token', 'token.of.a-person'));
  await shows(() => signedIn(page), true);
  await tab.evaluate(() => localStorage.removeItem('token'));
  await shows(() => signedIn(page), false);
  await tab.getByRole('button', { name: 'Colour scheme' }).click();
  for (const theme of ['Dark', 'Light']) {
    await tab.getByLabel(theme).check();
    await shows(() => scheme(page), theme.toLowerCase());
  }
  await tab.close();

  await page.goto('/team');
  await page.evaluate(() => Object.assign(localStorage, { token: 'token.of.a-person', theme: 'dark' }));
  await page.goBack();
  await shows(() => signedIn(page), true);
  await shows(() => scheme(page), 'dark');
});

inBrowser('a toast handed to the next document is shown for two seconds, once, and never by an address', async () => {
  const page = await journey.visitor();
  const toasts = () => page.locator('.toast').count();
  await page.clock.install();
  await page.goto('/company?toast=Payment%20Success#Payment%20Success');
  expect(await toasts()).toBe(0);
  await page.evaluate(() => sessionStorage.setItem('arrival-toast', '{"text":"Payment Success","tone":"good"}'));
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/product/gpu-servers');
  await shows(async () => {
    await page.clock.runFor(20);
    return toasts();
  }, 1);
  await page.clock.runFor(1900);
  expect(await toasts()).toBe(1);
  await page.clock.runFor(200);
  expect(await toasts()).toBe(0);
  await page.reload();
  await page.clock.runFor(50);
  expect(await toasts()).toBe(0);
});
