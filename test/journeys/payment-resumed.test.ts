import type { Page } from 'playwright-core';
import { shows } from '../support/eventually';
import { describe, it } from '../support/in-browser';
import { answerWith, checkoutOn, countCalls, slip } from './checkout';
import {
  failedRequests,
  fillCredentials,
  fillStorage,
  type Journey,
  linkOf,
  nextPersonAt,
  press,
  startJourney,
  stored,
} from './journey';

const keptForYou = 'Your payment is saved';
const pending = 'Payment pending, please do not pay again';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

const recordKey = async (token: string) => `payment:${(await journey.api.get('/user/me', token).expect(200)).body.id}`;

async function logIn(page: Page, email: string) {
  await fillCredentials(page, email);
  await press(page, 'Log in');
}

describe('a payment whose payer is no longer the one signed in', () => {
  it('is kept, never sent with another user’s token, and verified when its payer logs in again', async () => {
    const page = await journey.person();
    const key = await recordKey(page.token);
    const [orders, verifications] = [countCalls(page, '/user/order'), countCalls(page, '/user/verify')];
    await page.goto('/payment');
    await checkoutOn(page).opened();
    const tab = await nextPersonAt(journey, page);
    await checkoutOn(page).pay();
    await slip(page, keptForYou);
    await page.locator('.status-card').getByText('Log in again to finish your payment.').waitFor();
    expect([verifications(), JSON.parse((await stored(page, key)) ?? '{}')]).toMatchObject([
      0,
      { verification: { razorpay_payment_id: expect.stringMatching(/^pay_/) } },
    ]);
    await slip(tab, 'Not paid yet');
    await tab.close();
    await linkOf(page, 'Log in').click();
    await logIn(page, page.email);
    await page.waitForURL('**/product/gpu-servers');
    expect([orders(), verifications(), await stored(page, key)]).toEqual([1, 1, null]);
    const { body } = await journey.api.get('/user/orders', page.token).expect(200);
    expect(body.items).toMatchObject([{ status: 'PAID', payments: [{ status: 'captured', surplus: false }] }]);
  });

  it('and that is checked again asks for no second payment', async () => {
    const page = await journey.person([failedRequests]);
    const restore = await answerWith(page, '/user/verify', 503, 'unavailable');
    await page.goto('/payment');
    await checkoutOn(page).pay();
    await slip(page, pending);
    await restore();
    const next = await journey.api.newPerson();
    await page.evaluate((token) => localStorage.setItem('token', token), next.token);
    await press(page, 'Check again');
    await slip(page, keptForYou);
    expect(await page.getByRole('main').getByRole('button', { name: /pay/i }).count()).toBe(0);
  });

  it('but has a newer token of their own is verified at once', async () => {
    const page = await journey.person();
    await page.goto('/payment');
    await checkoutOn(page).opened();
    const { body } = await journey.api.logIn(page.email).expect(200);
    await page.evaluate((token) => localStorage.setItem('token', token), body.token);
    await checkoutOn(page).pay();
    await page.waitForURL('**/product/gpu-servers');
  });
});

it('what checkout answered, while the browser’s storage is full, is verified at once, and held as long as the page lives', async () => {
  const page = await journey.person([failedRequests]);
  const verifications = countCalls(page, '/user/verify');
  const restore = await answerWith(page, '/user/verify', 503, 'unavailable');
  await page.goto('/payment');
  await checkoutOn(page).opened();
  await fillStorage(page);
  await checkoutOn(page).pay();
  await slip(page, pending);
  expect(verifications()).toBe(1);
  await restore();
  await press(page, 'Check again');
  await page.waitForURL('**/product/gpu-servers');
  expect(verifications()).toBe(2);
});

describe('a record that could never be verified', () => {
  const wellFormed = {
    razorpay_order_id: 'order_Q2b7XkLm90PzTa',
    razorpay_payment_id: 'pay_Q2b8Zc3VnR41sD',
    razorpay_signature: 'a'.repeat(64),
  };

  it('is dropped, and the person can pay', async () => {
    const page = await journey.person();
    const key = await recordKey(page.token);
    for (const verification of [
      { ...wellFormed, razorpay_payment_id: ['pay_Q2b8Zc3VnR41sD'] },
      { ...wellFormed, razorpay_signature: 'a'.repeat(20_000) },
      { ...wellFormed, razorpay_payment_id: 'pay_../../orders//' },
      { razorpay_order_id: wellFormed.razorpay_order_id },
      { ...wellFormed, more: 'a'.repeat(20_000) },
    ]) {
      const record = JSON.stringify({ orderId: wellFormed.razorpay_order_id, verification });
      await page.goto('/robots.txt');
      await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, record] as const);
      await page.goto('/payment');
      await checkoutOn(page).opened();
      await shows(async () => JSON.parse((await stored(page, key)) ?? 'null'), { orderId: expect.any(String) });
    }
  });
});
