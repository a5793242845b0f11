import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { deskOf } from '../support/staff';
import { checkoutOn, slip } from './checkout';
import { press, startOwnJourney, toast, useJourney } from './journey';

const journey = useJourney(startOwnJourney);

/** A browser inside an app, in which checkout redirects. */
const userAgent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

describe('a payer in the browser inside an app', () => {
  it('pays by redirect after a failure, and later traces the refund on one page', async () => {
    const page = await journey.person([], { userAgent });
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
    await page.getByRole('link', { name: /^Details for your bank: paid, / }).click();
    await page.getByRole('heading', { name: 'For your bank', exact: true }).waitFor();
    await page.getByText(/DPSS.CO.PD No.629/).waitFor();
    await expect(page.locator('.receipt')).toContainText(/RRN \(.*\)\d{12}.*Refund₹150.00, on its way.*rfnd_/);
  });

  it('is told nothing by a link of another site', async () => {
    const page = await journey.person();
    for (const query of ['failed=payment_refunded', 'failed=account_deleted&payment=pay_00000000000000']) {
      await page.goto(`/payment?${query}`);
      await slip(page, 'Not paid yet');
      expect(page.url()).toBe(`${journey.product.url}/payment`);
      expect(await page.getByRole('main').textContent()).not.toMatch(/failed|was refunded|payment arrived/);
    }
  });
});
