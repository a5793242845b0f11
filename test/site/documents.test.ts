import type { Page } from 'playwright-core';
import { type Journey, startJourney } from '../journeys/journey';
import { shows } from '../support/eventually';
import { describe as inBrowser } from '../support/in-browser';
import { contentPages } from './site';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

/** What must never be asked for before a visitor does: it would start a job, or log someone out. */
const application = /^\/(login|signup|callback|payment|account|docs\/api|api)(\/|$)/;

const get = (path: string) => fetch(journey.product.url + path);

describe('a document whose styles are missing', () => {
  it('has drawings with a size, and hides what is for others', async () => {
    for (const path of [...contentPages.map(({ path }) => path), '/login', '/payment']) {
      const html = await (await get(path)).text();
      const unsized = (html.match(/<svg[^>]*>/g) ?? []).filter(
        (svg) => !/ width="/.test(svg) || !/ height="/.test(svg),
      );
      expect([path, unsized]).toEqual([path, []]);
      expect([path, html.match(/<[^>]* class="(failed|[^"]*for-users[^"]*)"(?![^>]* hidden)[^>]*>/g)]).toEqual([
        path,
        null,
      ]);
    }
  });
});

describe('speculation rules', () => {
  it('are sent with content pages, and name content pages alone', async () => {
    const address = JSON.parse((await get('/')).headers.get('speculation-rules') ?? 'null');
    const reply = await get(address);
    expect(reply.headers.get('content-type')).toBe('application/speculationrules+json');
    const { prerender } = await reply.json();
    const paths = prerender.flatMap(({ where }: { where: { href_matches: string[] } }) => where.href_matches);
    expect(paths).toEqual(expect.arrayContaining(contentPages.map(({ path }) => path)));
    expect(paths.filter((path: string) => application.test(path))).toEqual([]);
  });

  it('are sent with no other page', async () => {
    for (const path of ['/login', '/payment', '/account', '/docs/api', '/api/config'])
      expect([path, (await get(path)).headers.get('speculation-rules')]).toEqual([path, null]);
  });
});

inBrowser.each([
  ['with speculation rules', true],
  ['without speculation rules', false],
])('in a browser %s', (_, supported) => {
  it('hovering every link fetches the content pages ahead, sends no POST, and asks for nothing else', async () => {
    const page = await journey.visitor([], { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    if (!supported) {
      await page.route('/', async (route) => {
        const response = await route.fetch();
        const { 'speculation-rules': _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
      await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement, 'supports'));
    }
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(`${request.method()} ${new URL(request.url()).pathname}`));
    // One hover is several events, all of them before the first answer.
    await page
      .getByRole('main')
      .getByRole('link')
      .first()
      .evaluate((link) => {
        for (const type of ['pointerover', 'focusin']) link.dispatchEvent(new Event(type, { bubbles: true }));
      });
    const links = page
      .getByRole('main')
      .getByRole('link')
      .or(page.getByRole('banner').getByRole('link').and(page.locator(':not(.skip)')));
    const hovered = new Set(['/']);
    for (const link of await links.all()) {
      const path = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname;
      if (hovered.has(path) || !(await link.isVisible())) continue;
      hovered.add(path);
      await link.hover();
      if (!application.test(path)) await shows(async () => asked.has(`GET ${path}`), true);
    }
    const fetched = await page.locator('link[rel=prefetch]').evaluateAll((all) => all.map((each) => each.outerHTML));
    expect(fetched).toEqual([...new Set(fetched)]);
    expect([...asked].filter((each) => each.startsWith('POST'))).toEqual([]);
    expect([...asked].filter((each) => application.test(each.replace('GET ', '')))).toEqual([]);
  });
});

inBrowser('the session links and the theme', () => {
  const signedIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log out' }).isVisible();
  const scheme = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

  it('follow another tab', async () => {
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
  });

  it('are right on a page that comes back from the browser’s cache', async () => {
    const page = await journey.visitor();
    await page.goto('/company');
    await page.goto('/team');
    await page.evaluate(() => Object.assign(localStorage, { token: 'token.of.a-person', theme: 'dark' }));
    await page.goBack();
    await shows(() => signedIn(page), true);
    await shows(() => scheme(page), 'dark');
  });
});

inBrowser('a toast that is handed to the next document', () => {
  it('is shown there for two seconds, and once', async () => {
    const page = await journey.visitor();
    const toasts = () => page.locator('.toast').count();
    await page.clock.install();
    await page.goto('/company');
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

  it('cannot be made by an address', async () => {
    const page = await journey.visitor();
    await page.goto('/product/gpu-servers?toast=Payment%20Success#Payment%20Success');
    expect(await page.locator('.toast').count()).toBe(0);
  });
});
