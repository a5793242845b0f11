import type { Page } from 'playwright-core';
import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { answerWith, checkoutOn, countCalls, slip } from './checkout';
import { failedRequests, fillCredentials, type Journey, press, startJourney, toast } from './journey';

const pending = 'Payment pending, please do not pay again';
const failed = 'Payment verification failed.';
const unsure = 'Error verifying payment.';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

/** What is kept for after the page, of every person. */
const kept = (page: Page): Promise<{ orderId: string; verification?: object }[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('payment:'))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '')),
  );

const identifiers = {
  razorpay_order_id: expect.stringMatching(/^order_/),
  razorpay_payment_id: expect.stringMatching(/^pay_/),
  razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
};

describe('a verification that says nothing about the money', () => {
  it.each([
    ['the provider is out of reach', [503, 'provider_unavailable'], unsure],
    ['too many ask', [429, 'too_many_requests'], failed],
  ] as const)('because %s keeps the identifiers, and asks for no second payment', async (_, [status, code], words) => {
    const page = await journey.person([failedRequests]);
    const orders = countCalls(page, '/user/order');
    const restore = await answerWith(page, '/user/verify', status, code, { 'retry-after': '30' });
    await page.goto('/payment');
    await checkoutOn(page).pay();
    await toast(page, words);
    await slip(page, pending);
    if (status === 429) await page.locator('.status-card').getByText('You can check again in 30 seconds').waitFor();
    await shows(() => kept(page), [{ orderId: expect.any(String), verification: identifiers }]);
    await press(page, 'Check again');
    await slip(page, pending);
    await expect(page.getByRole('main').getByRole('button', { name: /pay/i })).toHaveCount(0);
    await restore();
    await press(page, 'Check again');
    await toast(page, 'Payment Success');
    await page.waitForURL('**/product/gpu-servers');
    await shows(() => kept(page), []);
    expect(orders()).toBe(1);
  });

  it.each([
    ['no answer', undefined, unsure],
    ['a page of something in between', { contentType: 'text/html', body: '<h1>Welcome</h1>' }, unsure],
    ['an answer without a message', { json: {} }, failed],
  ])('because of %s: a reload finishes the job', async (_, answer, words) => {
    const page = await journey.person([failedRequests]);
    await page.route('**/api/user/verify', (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
    await page.goto('/payment');
    await checkoutOn(page).pay();
    await toast(page, words);
    await slip(page, pending);
    await page.reload();
    await page.waitForURL('**/product/gpu-servers');
    await shows(() => kept(page), []);
  });

  it('because the session ended: log in, then verification completes', async () => {
    const page = await journey.person([failedRequests]);
    const restore = await answerWith(page, '/user/verify', 401, 'token_invalid');
    await page.goto('/payment');
    await checkoutOn(page).pay();
    await toast(page, failed);
    await page.waitForURL('**/login');
    expect(await kept(page)).toMatchObject([{ verification: identifiers }]);
    await restore();
    await fillCredentials(page, page.email);
    await press(page, 'Log in');
    await toast(page, 'Payment Success');
    await page.waitForURL('**/product/gpu-servers');
  });
});

describe('a verification whose answer is final', () => {
  it.each([
    [400, 'signature_invalid'],
    [409, 'payment_mismatch'],
  ])('(%i %s) lets the identifiers go and says so', async (status, code) => {
    const page = await journey.person([failedRequests]);
    await answerWith(page, '/user/verify', status, code);
    await page.goto('/payment');
    await checkoutOn(page).pay();
    await toast(page, failed);
    await slip(page, failed);
    await shows(() => kept(page), []);
    await shows(
      () => page.getByRole('main').getByRole('button', { name: 'Try again', exact: true }).count(),
      code === 'payment_mismatch' ? 0 : 1,
    );
  });

  it('(409 payment_failed) keeps the order, because it can still be paid', async () => {
    const page = await journey.person([failedRequests]);
    await answerWith(page, '/user/verify', 409, 'payment_failed');
    await page.goto('/payment');
    await checkoutOn(page).pay();
    await slip(page, failed);
    await shows(() => kept(page), [{ orderId: expect.stringMatching(/^order_/) }]);
  });
});
