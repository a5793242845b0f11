import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { type Journey, press, startJourney } from './journey';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

const newOrderOf = async (token: string) => {
  const id = await journey.api.newOrder();
  await journey.api.claimOrder(id, token).expect(200);
  return id;
};

const verified = async (id: string, token: string, how = {}) => {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = await journey.api.pay(id, how);
  await journey.api.verifyPayment({ razorpay_order_id, razorpay_payment_id, razorpay_signature }, token).expect(200);
  return razorpay_payment_id;
};

describe('the page Payments', () => {
  it('says that there are no orders yet, then the state of each, and when it is checked next', async () => {
    const page = await journey.person();
    await page.goto('/account/payments');
    await page.getByRole('main').getByText('You have not paid anything yet.').waitFor();
    await newOrderOf(page.token);
    const paid = await newOrderOf(page.token);
    await verified(paid, page.token);
    await page.reload();
    const orders = page.locator('.order');
    await expect(orders.getByRole('heading')).toHaveText(['Paid', 'Not paid']);
    expect(await orders.nth(0).textContent()).toMatch(/₹150\.00.*We have received your payment on/);
    expect(await orders.nth(1).textContent()).toMatch(/We check again with the payment provider by \d/);
    await shows(
      () =>
        orders
          .nth(1)
          .getByRole('link', { name: /^Receipt/ })
          .count(),
      0,
    );
  });

  it('shows full refunds and refunds of a second payment', async () => {
    const page = await journey.person();
    const refunded = await newOrderOf(page.token);
    const payment = await verified(refunded, page.token);
    const twice = await newOrderOf(page.token);
    await verified(twice, page.token);
    await journey.api.pay(twice);
    await journey.product.sandbox.control('POST', `/payments/${payment}/refund`, {});
    await journey.product.sandbox.control('POST', '/webhooks/flush');
    await page.goto('/account/payments');
    await page.getByRole('heading', { name: 'Refunded', exact: true }).waitFor();
    await page.locator('.order').getByText('You paid ₹150.00 a second time.').waitFor();
  });

  it('shows without a reload that a payment was captured', async () => {
    const page = await journey.person();
    const payment = await verified(await newOrderOf(page.token), page.token, { outcome: 'authorized' });
    await page.goto('/account/payments');
    await page.getByRole('heading', { name: 'Payment on its way', exact: true }).waitFor();
    await journey.product.sandbox.control('POST', `/payments/${payment}/capture`, {});
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  });

  it('shows more a page at a time', async () => {
    const page = await journey.person();
    await Promise.all(Array.from({ length: 23 }, () => newOrderOf(page.token)));
    await page.goto('/account/payments');
    await page.locator('.order').nth(19).waitFor();
    expect(await page.locator('.order').count()).toBe(20);
    await press(page, 'Show more');
    await page.locator('.order').nth(22).waitFor();
    await expect(page.getByRole('button', { name: 'Show more', exact: true })).toHaveCount(0);
  });

  it('prints a receipt and nothing around it, and shows none of another person', async () => {
    const page = await journey.person([/403/]);
    const id = await newOrderOf(page.token);
    const payment = await verified(id, page.token);
    await page.goto(`/account/payments?receipt=${id}`);
    await page.locator('.receipt').waitFor();
    const text = await page.locator('.receipt').textContent();
    for (const part of [
      page.email,
      '₹150.00',
      id,
      payment,
      'Card',
      'NovaCore Example Private Limited',
      'One payment of ₹150.',
    ])
      expect(text).toContain(part);
    await page.emulateMedia({ media: 'print' });
    for (const around of ['.nav', '.footer', '.no-print']) await expect(page.locator(around).first()).toBeHidden();
    await expect(page.locator('.receipt')).toBeVisible();
    const other = await newOrderOf((await journey.api.newPerson()).token);
    await page.goto(`/account/payments?receipt=${other}`);
    await page.getByRole('main').getByRole('alert').waitFor();
    await expect(page.locator('.receipt')).toHaveCount(0);
  });
});
