import type { Page } from 'playwright-core';
import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { checkoutOn, countCalls, slip } from './checkout';
import { failedRequests, type Journey, press, startJourney, stored, toast } from './journey';

const scriptMissing = 'Razorpay SDK not loaded. Please refresh the page.';
const notStarted = 'Something went wrong during payment initiation.';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

describe('the payment page, before checkout', () => {
  it('with a revoked or invalid token goes to log in, and makes no order', async () => {
    const page = await journey.visitor([failedRequests]);
    const orders = countCalls(page, '/user/order');
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.setItem('token', 'not.a.valid-token'));
    await page.goto('/payment');
    await page.waitForURL('**/login');
    await shows(() => stored(page, 'token'), null);
    expect(orders()).toBe(0);
  });

  it('without a token, or with a text that cannot be one, says so and goes to log in', async () => {
    const page = await journey.visitor();
    const orders = countCalls(page, '/user/order');
    for (const text of [null, '', 'токен', 'x'.repeat(4097)]) {
      await page.goto('/robots.txt');
      if (text !== null) await page.evaluate((token) => localStorage.setItem('token', token), text);
      await page.goto('/payment');
      await toast(page, 'Authentication token not found.');
      await page.waitForURL('**/login');
      await shows(() => stored(page, 'token'), null);
    }
    expect(orders()).toBe(0);
  });

  it('with its script blocked or replaced says so, makes no order, and can be tried again', async () => {
    const page = await journey.person([failedRequests]);
    const orders = countCalls(page, '/user/order');
    const other = { contentType: 'text/javascript', body: '// another script' };
    for (const answer of [undefined, other]) {
      await page.route('**/checkout.js', (route) => (answer ? route.fulfill(answer) : route.abort()));
      await page.goto('/payment');
      await toast(page, scriptMissing);
      await slip(page, scriptMissing);
    }
    expect(orders()).toBe(0);
    await page.unroute('**/checkout.js');
    await press(page, 'Try again');
    await checkoutOn(page).opened();
  });

  it('with a script that never comes does not wait for ever', async () => {
    const page = await journey.person();
    await page.clock.install();
    await page.route('**/checkout.js', () => undefined);
    const asked = page.waitForRequest('**/checkout.js');
    await page.goto('/payment', { waitUntil: 'commit' });
    await asked;
    await page.clock.runFor(16_000);
    await toast(page, scriptMissing);
  });

  it('where the order cannot be claimed: takes the same order up again at the next try', async () => {
    const page = await journey.person([failedRequests]);
    const orders = countCalls(page, '/user/order');
    await page.route('**/claim', (route) => route.abort(), { times: 1 });
    await page.goto('/payment');
    await slip(page, notStarted);
    await press(page, 'Try again');
    await checkoutOn(page).opened();
    expect(orders()).toBe(1);
  });

  /** Opens the page with a checkout that only notes its options. */
  async function checkoutOptions(page: Page) {
    await page.route('**/checkout.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'window.Razorpay = class { constructor(o) { document.body.dataset.options = JSON.stringify(o) } on() {} open() {} close() {} }',
      }),
    );
    await page.goto('/payment');
    return JSON.parse((await page.locator('body[data-options]').getAttribute('data-options')) ?? '');
  }

  it('sends a token with the claim of the order only, shows its amount, and gives checkout all it needs', async () => {
    const page = await journey.person();
    const order = page.waitForRequest('**/api/user/order');
    const claim = page.waitForRequest('**/api/user/order/*/claim');
    expect(await checkoutOptions(page)).toEqual({
      key: 'rzp_test_NovaCoreSandbx',
      amount: 15000,
      currency: 'INR',
      name: 'NovaCore',
      description: 'Test Mode',
      order_id: expect.stringMatching(/^order_/),
      prefill: { email: page.email },
      notes: { order: expect.stringMatching(/^[0-9a-f]{32}$/) },
      theme: { color: '#4b41d8' },
      config: { display: { language: 'en', hide: [{ method: 'upi', flows: ['collect'] }] } },
      timeout: 900,
      retry: { enabled: true, max_count: 4 },
      modal: { confirm_close: true },
    });
    await expect(page.locator('.status-card dl')).toHaveText('Amount₹150.00CurrencyINRDescriptionTest Mode');
    expect((await order).postDataJSON()).toEqual({ amount: 150 });
    expect(await (await order).headerValue('authorization')).toBeNull();
    expect(await (await claim).headerValue('authorization')).toBe(`Bearer ${page.token}`);
  });

  it('says "Test Mode" nowhere with a live key', async () => {
    const page = await journey.person();
    await page.route('**/api/config', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), paymentKeyId: 'rzp_live_1DP5mmOlF5G5ag' } });
    });
    const { key, description } = await checkoutOptions(page);
    expect([key, description]).toEqual(['rzp_live_1DP5mmOlF5G5ag', expect.stringContaining('One payment of ₹150.')]);
    await page.locator('.status-card').getByText('One payment of ₹150.').waitFor();
    expect(await (await page.request.get('/payment')).text()).not.toContain('Test Mode');
  });
});
