import type { Page } from 'playwright-core';
import { password } from '../support/api';
import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { answerWith, checkoutOn, countCalls, slip } from './checkout';
import { expectAccessible, failedRequests, linkOf, press, stored, toast, useJourney } from './journey';

const scriptMissing = 'Razorpay SDK not loaded. Please refresh the page.';
const pending = 'Payment pending, please do not pay again';
const failed = 'Payment verification failed.';

const journey = useJourney();

const ordersOf = async (token: string) => (await journey.api.get('/user/orders', token).expect(200)).body.items;

/** The payments that this browser has stored. */
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('payment:')));

describe('before checkout', () => {
  it('a visitor without a valid token is sent to log in, and no order is made', async () => {
    const page = await journey.visitor([failedRequests]);
    const orders = countCalls(page, '/user/order');
    for (const text of [null, 'токен', 'not.a.valid-token']) {
      await page.goto('/robots.txt');
      if (text !== null) await page.evaluate((token) => localStorage.setItem('token', token), text);
      await page.goto('/payment');
      if (text !== 'not.a.valid-token') await toast(page, 'Authentication token not found.');
      await page.waitForURL('**/login');
      await page.getByRole('main').getByText('Log in or create an account to pay ₹150.').waitFor();
      await shows(() => stored(page, 'token'), null);
    }
    expect(orders()).toBe(0);
  });

  it('a script that is blocked, or never comes, is named as the reason, and can be tried again', async () => {
    const page = await journey.person([failedRequests]);
    const orders = countCalls(page, '/user/order');
    await page.clock.install();
    await page.route('**/checkout.js', (route) => route.abort());
    await page.goto('/payment');
    await toast(page, scriptMissing);
    await slip(page, scriptMissing);
    await page.unroute('**/checkout.js');
    await page.route('**/checkout.js', () => undefined);
    const asked = page.waitForRequest('**/checkout.js');
    await press(page, 'Try again');
    await asked;
    await page.clock.runFor(16_000);
    await toast(page, scriptMissing);
    expect(orders()).toBe(0);
    await page.unroute('**/checkout.js');
    await press(page, 'Try again');
    await checkoutOn(page).opened();
  });

  /** Opens the page with a checkout that only records its options. */
  async function checkoutOptions(page: Page) {
    const body = `window.Razorpay = class {
      constructor(options) { document.body.dataset.options = JSON.stringify(options) }
      on() {} open() {} close() {}
    }`;
    await page.route('**/checkout.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto('/payment');
    return JSON.parse((await page.locator('body[data-options]').getAttribute('data-options')) ?? '');
  }

  it('the claim of the order alone has the token, and checkout gets all it needs', async () => {
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
});

describe('checkout', () => {
  it('that is dismissed, or whose payment fails, says what happened and opens again on the same order', async () => {
    const page = await journey.person();
    const orders = countCalls(page, '/user/order');
    await page.goto('/payment');
    await checkoutOn(page).dismiss();
    await slip(page, 'Not paid yet');
    await expectAccessible(page);
    await page.getByRole('main').getByRole('button', { name: 'Pay now', exact: true }).dblclick();
    await checkoutOn(page).fail();
    expect(await checkoutOn(page).count()).toBe(1);
    await checkoutOn(page).leave();
    await slip(page, 'The payment failed');
    await page.locator('.status-card').getByText('insufficient funds').waitFor();
    await press(page, 'Pay now');
    await checkoutOn(page).opened();
    await checkoutOn(page).reopen();
    await checkoutOn(page).fail();
    await checkoutOn(page).tryAgain();
    await checkoutOn(page).pay();
    await page.waitForURL('**/product/gpu-servers');
    expect([orders(), await ordersOf(page.token)]).toMatchObject([1, [{ status: 'PAID' }]]);
  });

  it('takes up the same order after a reload and after the tab was closed, and closes when the page is left', async () => {
    const page = await journey.person();
    const orders = countCalls(page, '/user/order');
    await page.goto('/account');
    await linkOf(page, 'Make a payment of ₹150').click();
    await checkoutOn(page).opened();
    await page.goBack();
    await shows(() => checkoutOn(page).count(), 0);
    await page.goForward();
    await checkoutOn(page).opened();
    await page.reload();
    await checkoutOn(page).opened();
    const tab = await journey.tabOf(page);
    const moreOrders = countCalls(tab, '/user/order');
    await page.close();
    await tab.goto('/payment');
    await checkoutOn(tab).pay();
    await tab.waitForURL('**/product/gpu-servers');
    expect([orders(), moreOrders()]).toEqual([1, 0]);
  });
});

describe('a verification', () => {
  it('that says nothing about the money keeps the identifiers, and a check or a reload finishes the job', async () => {
    const page = await journey.person([failedRequests]);
    const orders = countCalls(page, '/user/order');
    const restore = await answerWith(page, '/user/verify', 429, 'too_many_requests', { 'retry-after': '30' });
    await page.goto('/payment');
    await checkoutOn(page).pay();
    await toast(page, failed);
    await slip(page, pending);
    await page.locator('.status-card').getByText('You can check again in 30 seconds').waitFor();
    await expectAccessible(page);
    await expect(page.getByRole('main').getByRole('button', { name: /pay/i })).toHaveCount(0);
    await restore();
    await page.route('**/api/user/verify', (route) => route.abort(), { times: 1 });
    await press(page, 'Check again');
    await toast(page, 'Error verifying payment.');
    expect(await kept(page)).toHaveLength(1);
    await page.reload();
    await page.waitForURL('**/product/gpu-servers');
    await shows(() => kept(page), []);
    expect(orders()).toBe(1);
  });
});

describe('two tabs', () => {
  const elsewhere = 'Checkout is open in another tab';

  it('open one checkout on one order, and the second sees what the first has paid', async () => {
    const first = await journey.person();
    const second = await journey.tabOf(first);
    const orders = [countCalls(first, '/user/order'), countCalls(second, '/user/order')];
    await first.goto('/payment');
    await checkoutOn(first).opened();
    await second.goto('/payment');
    await slip(second, elsewhere);
    await checkoutOn(first).pay();
    await first.waitForURL('**/product/gpu-servers');
    await slip(second, 'Paid');
    expect([orders.map((count) => count()), await checkoutOn(second).count()]).toEqual([[1, 0], 0]);
  });

  it('go on in the second when the first dies, and open nothing by themselves', async () => {
    const first = await journey.person();
    const second = await journey.tabOf(first);
    await first.goto('/payment');
    await checkoutOn(first).opened();
    await second.goto('/payment');
    await slip(second, elsewhere);
    await first.close();
    await slip(second, 'Not paid yet');
    expect(await checkoutOn(second).count()).toBe(0);
    await press(second, 'Pay now');
    await checkoutOn(second).opened();
    expect(await ordersOf(first.token)).toHaveLength(1);
  });

  it('of which one deletes the account during checkout ask twice, and the tab that paid says whom to write to', async () => {
    const page = await journey.person([failedRequests]);
    await page.goto('/payment');
    await checkoutOn(page).opened();
    const tab = await journey.tabOf(page);
    await tab.goto('/account');
    await tab.getByText('Delete the account', { exact: true }).click();
    await tab.getByLabel('Your password', { exact: true }).fill(password);
    await press(tab, 'Delete for good');
    await tab.getByText('One of your payments may still be in progress. Nothing has been deleted.').waitFor();
    await press(tab, 'Delete anyway');
    await tab.waitForURL(`${journey.product.url}/`);
    await checkoutOn(page).pay();
    await slip(page, 'Your payment arrived');
    const text = await page.locator('.status-card').textContent();
    expect(text).toMatch(
      /account was deleted before it arrived\. Write to \S+@\S+ for a refund.* payment ID pay_\w{14}\./,
    );
    expect([await page.getByRole('main').getByRole('button').count(), await kept(page)]).toEqual([0, []]);
  });
});
