import { expect } from '../support/browser';
import { describe } from '../support/in-browser';
import { expectAccessible, press, useJourney } from './journey';

const journey = useJourney();

const newOrderOf = async (token: string) => {
  const id = await journey.api.newOrder();
  await journey.api.claimOrder(id, token).expect(200);
  return id;
};

const verified = async (id: string, token: string, how = {}) => {
  const checkout = await journey.api.pay(id, how);
  await journey.api.verifyPayment(checkout, token).expect(200);
  return checkout.razorpay_payment_id;
};

describe('the page Payments', () => {
  it('lists each order with its state, and shows without a reload that a payment was captured', async () => {
    const page = await journey.person();
    await page.goto('/account/payments');
    await page.getByRole('main').getByText('You have not paid anything yet.').waitFor();
    await newOrderOf(page.token);
    const payment = await verified(await newOrderOf(page.token), page.token, { outcome: 'authorized' });
    await page.reload();
    const orders = page.locator('.order');
    await expect(orders.getByRole('heading')).toHaveText(['Payment on its way', 'Not paid']);
    await expect(orders.nth(1)).toContainText(/We will check with Razorpay again by \d/);
    await journey.product.sandbox.control('POST', `/payments/${payment}/capture`, {});
    await expect(orders.getByRole('heading')).toHaveText(['Paid', 'Not paid']);
    await expect(orders.nth(0)).toContainText(/₹150\.00.*We have received your payment on/);
    await expect(orders.getByRole('link', { name: /^Receipt/ })).toHaveCount(1);
    await expectAccessible(page);
  });

  it('shows more a page at a time', async () => {
    const page = await journey.person();
    await Promise.all(Array.from({ length: 23 }, () => newOrderOf(page.token)));
    await page.goto('/account/payments');
    await expect(page.locator('.order')).toHaveCount(20);
    await press(page, 'Show more');
    await expect(page.locator('.order')).toHaveCount(23);
    await expect(page.getByRole('button', { name: 'Show more', exact: true })).toHaveCount(0);
  });

  it('prints a receipt and nothing around it, and shows none of another person', async () => {
    const page = await journey.person([/403/]);
    const id = await newOrderOf(page.token);
    const payment = await verified(id, page.token);
    await page.goto(`/account/payments?receipt=${id}`);
    const receipt = page.locator('.receipt');
    for (const part of [page.email, '₹150.00', id, payment, 'Card', 'NovaCore Example Private Limited'])
      await expect(receipt).toContainText(part);
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    for (const around of ['.nav', '.footer', '.no-print']) await expect(page.locator(around).first()).toBeHidden();
    await expect(receipt).toBeVisible();
    const other = await newOrderOf((await journey.api.newPerson()).token);
    await page.goto(`/account/payments?receipt=${other}`);
    await page.getByRole('main').getByRole('alert').waitFor();
    await expect(receipt).toHaveCount(0);
  });
});
