import type { Page } from 'playwright-core';
import { answerWith, checkoutOn, countCalls, slip } from './checkout';
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
  it('without a token says so and goes to log in', async () => {
    const page = await journey.visitor();
    const orders = countCalls(page, '/user/order');
    await page.goto('/payment');
    await toast(page, 'Authentication token not found.');
    await page.waitForURL('**/login');
    expect(orders()).toBe(0);
  });

  it('with a token that is worth nothing goes to log in, and makes no order', async () => {
    const page = await journey.visitor([failedRequests]);
    const orders = countCalls(page, '/user/order');
    await page.goto('/login');
    await page.evaluate(() => localStorage.setItem('token', 'worth.nothing.at-all'));
    await page.goto('/payment');
    await page.waitForURL('**/login');
    expect([orders(), await stored(page, 'token')]).toEqual([0, null]);
  });

  it.each([
    ['is empty', ''],
    ['has spaces', 'not a token'],
    ['has characters that no header takes', 'токен'],
    ['is longer than a header', 'x'.repeat(4097)],
  ])('with a token that %s takes it for none, and lets it go', async (_, token) => {
    const page = await journey.visitor();
    await page.goto('/login');
    await page.evaluate((text) => localStorage.setItem('token', text), token);
    await page.goto('/payment');
    await toast(page, 'Authentication token not found.');
    await page.waitForURL('**/login');
    expect(await stored(page, 'token')).toBeNull();
  });

  it('with its script blocked says so, makes no order, and can be tried again', async () => {
    const page = await journey.person([failedRequests]);
    const orders = countCalls(page, '/user/order');
    await page.route('**/checkout.js', (route) => route.abort());
    await page.goto('/payment');
    await toast(page, scriptMissing);
    await slip(page, scriptMissing);
    expect(orders()).toBe(0);
    await page.unroute('**/checkout.js');
    await press(page, 'Try again');
    await checkoutOn(page).opened();
  });

  it('with a script that is something else says the same', async () => {
    const page = await journey.person();
    await page.route('**/checkout.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '// nothing' }),
    );
    await page.goto('/payment');
    await toast(page, scriptMissing);
  });

  it('with a script that never comes does not wait for ever', async () => {
    const page = await journey.person();
    await page.clock.install();
    await page.route('**/checkout.js', () => undefined);
    const asked = page.waitForRequest('**/checkout.js');
    await page.goto('/payment');
    await asked;
    await page.clock.runFor(16_000);
    await toast(page, scriptMissing);
  });

  it.each([
    ['refuses', [502, 'provider_refused']],
    ['cannot be reached', [503, 'provider_unavailable']],
    ['throttles', [429, 'too_many_requests']],
  ] as const)('where the provider %s the order: says so, and can be tried again', async (_, [status, code]) => {
    const page = await journey.person([failedRequests]);
    const restore = await answerWith(page, '/user/order', status, code);
    await page.goto('/payment');
    await toast(page, notStarted);
    await slip(page, notStarted);
    await restore();
    await press(page, 'Try again');
    await checkoutOn(page).opened();
  });

  it('with a real provider that fails, too', async () => {
    const rule = { match: { operation: 'createOrder' }, times: 0, do: { kind: 'status', status: 400 } };
    await journey.product.sandbox.control('POST', '/faults', rule);
    const page = await journey.person([failedRequests]);
    await page.goto('/payment');
    await toast(page, notStarted);
    await journey.product.sandbox.control('DELETE', '/faults');
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

  it('sends no token with the order, and one with its claim', async () => {
    const page = await journey.person();
    const order = page.waitForRequest('**/api/user/order');
    const claim = page.waitForRequest('**/api/user/order/*/claim');
    await page.goto('/payment');
    expect((await order).postDataJSON()).toEqual({ amount: 150 });
    expect(await (await order).headerValue('authorization')).toBeNull();
    expect(await (await claim).headerValue('authorization')).toBe(`Bearer ${page.token}`);
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

  it('shows the amount from the order, and gives checkout all it needs', async () => {
    const page = await journey.person();
    expect(await checkoutOptions(page)).toEqual({
      key: 'rzp_test_NovaCoreSandbx',
      amount: 15000,
      currency: 'INR',
      name: 'NovaCore',
      description: 'Test Mode',
      order_id: expect.stringMatching(/^order_/),
      prefill: { email: page.email },
      theme: { color: '#4b41d8' },
      modal: {},
    });
    expect(await page.locator('.status-card dl').textContent()).toBe('Amount₹150.00CurrencyINRDescriptionTest Mode');
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
