import { isInAppBrowser } from '../../apps/web/src/ui/in-app-browser';
import { refundExpectation } from '../../apps/web/src/features/payment/refund-times';
import { failureSentence } from '../../apps/web/src/ui/failure-reasons';
import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { describe as inBrowser, test as testInBrowser } from '../support/in-browser';
import { deskOf } from '../support/staff';
import { checkoutOn, slip } from './checkout';
import { type OwnJourney, press, startOwnJourney, toast } from './journey';

let journey: OwnJourney;
beforeAll(async () => {
  journey = await startOwnJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

const webView = 'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

/** A person in the browser inside an app, where checkout redirects. */
async function personInApp() {
  const { token } = await journey.api.newPerson();
  const origin = { origin: journey.product.url, localStorage: [{ name: 'token', value: token }] };
  const page = await journey.visitor([], { userAgent: webView, storageState: { cookies: [], origins: [origin] } });
  return Object.assign(page, { token });
}

test('checkout redirects in browsers inside apps, and nowhere else', () => {
  const chrome = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1';
  const view =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
  const others = [
    'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    `${view} CriOS/126.0.6478.54 Safari/604.1`,
    `${view} FxiOS/127.0 Safari/605.1.15`,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
  ];
  const inApps = [
    webView,
    `${safari} Instagram 334.0.4.32.98 (iPhone15,2)`,
    'Mozilla/5.0 (iPhone) Mobile/15E148 [FBAN/FBIOS;FBAV/466.0.0.51.107]',
    ...['', ' Twitter for iPhone/10.32', ' musical_ly_31.1.0 JsSdk/2.0 BytedanceWebview/d8a21c6'].map(
      (app) => view + app,
    ),
    `${view} Snapchat/12.50.0.37 (like Safari/8617.1.17.10.9, panda)`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)', // an app on an iPad
    'Opera/9.80 (Android; Opera Mini/80.0/191.354; U; en) Presto/2.12.423 Version/12.16',
    `${chrome} UCBrowser/13.4.0.1306`,
  ];
  expect(inApps.filter((agent) => !isInAppBrowser(agent))).toEqual([]);
  expect([chrome, safari, ...others].filter(isInAppBrowser)).toEqual([]);
});

test('a reason becomes a sentence, and a refund an expected date, also where they are unknown', () => {
  expect(failureSentence('card_expired')).toBe('The card has expired.');
  for (const reason of ['something_new', 'toString', null])
    expect(failureSentence(reason)).toBe('The bank did not let the payment through.');
  const createdAt = '2026-11-26T10:00:00.000Z';
  const at = (method: string | null, now: string) => refundExpectation(method, { createdAt }, Date.parse(now));
  const soon = 'UPI: 2 to 7 days, today is day 3. It should show by 3 Dec 2026.';
  expect(at('upi', '2026-11-29T11:00:00.000Z')).toBe(soon);
  expect(at('upi', '2026-12-04T11:00:00.000Z')).toMatch(/is day 8. It should have arrived by 3 Dec 2026.$/);
  expect(at(null, createdAt)).toMatch(/^Most banks: 2 to 10 days/);
});

testInBrowser('a link of another site cannot say that a payment failed or was refunded', async () => {
  const page = await journey.person();
  for (const reason of ['payment_refunded', 'insufficient_funds', 'signature_invalid', 'toString', '']) {
    await page.goto(`/payment?failed=${reason}`);
    await slip(page, 'Not paid yet');
    expect(page.url()).toBe(`${journey.product.url}/payment`);
    const said = (await page.getByRole('main').textContent()) ?? '';
    expect(said).not.toMatch(/failed|was refunded|sufficient|bank did not|match this payment/);
  }
});

inBrowser('a payer in the browser inside an app', () => {
  it('pays by redirect after a failure, and later traces the refund on one page', async () => {
    const page = await personInApp();
    await page.goto('/payment');
    const checkout = checkoutOn(page);
    await checkout.opened();
    await checkout.form.getByRole('button', { name: 'Card with insufficient funds', exact: true }).click();
    await checkout.form.getByRole('button', { name: 'Pay ₹150.00', exact: true }).click();
    await page.waitForURL('**/payment');
    await slip(page, 'The payment failed');
    await page.locator('.status-card').getByText('The account has insufficient funds for this payment.').waitFor();
    const isMarked = () => page.evaluate(() => 'arrival-toast' in sessionStorage);
    expect(await isMarked()).toBe(false);
    await press(page, 'Pay now');
    await checkout.opened();
    expect(await isMarked()).toBe(true);
    await page.goto('/product/gpu-servers'); // left, without a result
    await shows(isMarked, false);
    expect(await page.locator('.payment-notice').count()).toBe(0);
    await page.goto('/payment');
    await checkout.opened();
    await checkout.form.getByRole('tab', { name: 'UPI' }).click();
    expect(await checkout.form.getByLabel('UPI ID').isVisible()).toBe(false);
    await checkout.form.getByRole('button', { name: 'Open UPI app', exact: true }).click();
    await checkout.form.getByRole('button', { name: 'Approve', exact: true }).click();
    await toast(page, 'Payment Success');
    expect(page.url()).toMatch(/\/product\/gpu-servers$/);
    await page.locator('.payment-notice').getByText('Payment received: ₹150.00').waitFor();
    await page.reload();
    await expect(page.locator('.toast, .payment-notice')).toHaveCount(0);

    const { product } = journey;
    await product.sandbox.control('PUT', '/account', { refundOutcome: 'pending' });
    const { body } = await journey.api.get('/user/orders', page.token).expect(200);
    const desk = deskOf(product);
    const { token } = await desk.staff('finance');
    expect((await desk.refund(token, body.items[0].id)).status).toBe(200);
    await page.goto('/account/payments');
    await page.getByRole('heading', { name: 'Refund on its way', exact: true }).waitFor();
    await page.getByText(/UPI: 2 to 7 days, today is day 0/).waitFor();
    await page.getByRole('link', { name: /^For your bank: paid, / }).click();
    await page.getByRole('heading', { name: 'For your bank', exact: true }).waitFor();
    await page.getByText(/DPSS.CO.PD No.629/).waitFor();
    expect(await page.locator('.receipt').textContent()).toMatch(/RRN \(.*\)\d{12}.*Refund₹150.00, on its way.*rfnd_/);
  });
});
