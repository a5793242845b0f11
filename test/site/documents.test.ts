import type { Page } from 'playwright-core';
import { checkoutOn } from '../journeys/checkout';
import { type Journey, startJourney, toast } from '../journeys/journey';
import { shows } from '../support/eventually';
import { contentPages } from './site';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

const get = (path: string) => fetch(journey.product.url + path);

describe('speculation rules', () => {
  it('are sent with content pages, and name content pages alone', async () => {
    const address = JSON.parse((await get('/')).headers.get('speculation-rules') ?? 'null');
    const reply = await get(address);
    expect(reply.headers.get('content-type')).toBe('application/speculationrules+json');
    const { prerender } = await reply.json();
    const paths = prerender.flatMap(({ where }: { where: { href_matches: string[] } }) => where.href_matches);
    expect([...paths].sort()).toEqual(contentPages.map(({ path }) => path).sort());
  });

  it.each(['/login', '/payment', '/account', '/docs/api', '/api/config'])('are not sent with %s', async (path) => {
    expect((await get(path)).headers.get('speculation-rules')).toBeNull();
  });
});

describe.each([true, false])('with speculation rules in the browser: %s', (supported) => {
  it('hovering every link of a page sends no POST, and asks for no page of the application', async () => {
    const page = await journey.visitor([], { viewport: { width: 1440, height: 900 } });
    if (!supported) await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement, 'supports'));
    const asked: string[] = [];
    page.context().on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const vitals = page.waitForResponse('**/api/vitals');
    await page.goto('/');
    await vitals;
    await page.waitForLoadState('networkidle');
    asked.length = 0;
    for (const link of await page.getByRole('link').all())
      if (await link.isVisible()) {
        await link.scrollIntoViewIfNeeded();
        await link.dispatchEvent('pointerover');
        await link.focus();
      }
    await page.waitForLoadState('networkidle');
    const unwanted = /^POST|^GET \/(login|signup|callback|payment|account|docs\/api|api)(\/|$)/;
    expect(asked.filter((each) => unwanted.test(each))).toEqual([]);
    if (!supported) expect(asked).toContain('GET /pricing');
  });
});

describe('the session links', () => {
  const signedIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log out' }).isVisible();

  it('follow a log-in and a log-out in another tab', async () => {
    const page = await journey.visitor();
    await page.goto('/company');
    expect(await signedIn(page)).toBe(false);
    const tab = await journey.tabOf(page);
    await tab.goto('/team');
    await tab.evaluate(() => localStorage.setItem('token', 'token.of.somebody'));
    await shows(() => signedIn(page), true);
    await tab.evaluate(() => localStorage.removeItem('token'));
    await shows(() => signedIn(page), false);
  });

  it('are right on a page that comes back from the browser’s cache', async () => {
    const page = await journey.visitor();
    await page.goto('/company');
    await page.goto('/team');
    await page.evaluate(() => localStorage.setItem('token', 'token.of.somebody'));
    await page.goBack();
    await shows(() => signedIn(page), true);
  });
});

describe('a toast that is handed to the next document', () => {
  it('is shown there for two seconds, and once', async () => {
    const page = await journey.person();
    await page.goto('/payment');
    await checkoutOn(page).opened();
    await page.clock.install();
    await checkoutOn(page).pay();
    await page.waitForURL('**/product/gpu-servers');
    await toast(page, 'Payment Success');
    await page.clock.runFor(1900);
    await shows(() => page.locator('.toast').count(), 1);
    await page.clock.runFor(200);
    await shows(() => page.locator('.toast').count(), 0);
    await page.reload();
    expect(await page.locator('.toast').count()).toBe(0);
  });

  it('cannot be made by an address', async () => {
    const page = await journey.visitor();
    await page.goto('/product/gpu-servers?toast=Payment%20Success#Payment%20Success');
    expect(await page.locator('.toast').count()).toBe(0);
  });
});
