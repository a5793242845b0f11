import { expect } from '../support/browser';
import { describe, it } from '../support/in-browser';
import { checkoutOn, slip } from './checkout';
import { failedRequests, type OwnJourney, press, startOwnJourney, stored, toast } from './journey';

const notStarted = 'Something went wrong during payment initiation.';

let journey: OwnJourney;
beforeAll(async () => {
  journey = await startOwnJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

describe('a payer', () => {
  it('whose order the provider refuses reads that, and can try again', async () => {
    const rule = { match: { operation: 'createOrder' }, times: 0, do: { kind: 'status', status: 400 } };
    await journey.product.sandbox.control('POST', '/faults', rule);
    const page = await journey.person([failedRequests]);
    await page.goto('/payment');
    await toast(page, notStarted);
    await slip(page, notStarted);
    await journey.product.sandbox.control('DELETE', '/faults');
    await press(page, 'Try again');
    await checkoutOn(page).opened();
  });

  it('finishes after the server was killed in mid-payment and started again', async () => {
    const page = await journey.person([failedRequests]);
    await page.goto('/payment');
    await checkoutOn(page).opened();
    await journey.product.server.kill();
    await checkoutOn(page).pay();
    await toast(page, 'Error verifying payment.');
    await slip(page, 'Payment pending, please do not pay again');
    const main = await page.getByRole('main').textContent();
    expect(main).toContain('We keep asking Razorpay until the result is known');
    expect(main).not.toMatch(/try again|Checkout opens/i);
    await journey.product.restart();
    await press(page, 'Check again');
    await page.waitForURL('**/product/gpu-servers');
    const { body } = await journey.api.get('/user/orders', page.token).expect(200);
    expect(body.items).toMatchObject([{ status: 'PAID', payments: [{ status: 'captured', surplus: false }] }]);
  });

  it('who closes checkout while the provider does not answer is not told that nothing was paid', async () => {
    const page = await journey.person([failedRequests]);
    await page.goto('/payment');
    await checkoutOn(page).opened();
    const fault = { match: { operation: 'fetchOrderPayments' }, times: 2, do: { kind: 'status', status: 500 } };
    await journey.product.sandbox.control('POST', '/faults', fault);
    await checkoutOn(page).dismiss();
    await slip(page, 'We have not heard from the bank yet');
    await expect(page.getByRole('main').getByRole('button', { name: 'Pay now', exact: true })).toHaveCount(0);
    await press(page, 'Check again');
    await slip(page, 'Not paid yet');
  });

  it('who closes checkout sees a payment that was made elsewhere, although no event of it has arrived', async () => {
    const page = await journey.person();
    await journey.product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
    await page.goto('/payment');
    await checkoutOn(page).opened();
    const [order] = (await journey.api.get('/user/orders', page.token).expect(200)).body.items;
    await journey.api.pay(order.id);
    await checkoutOn(page).dismiss();
    await slip(page, 'Paid');
    await journey.product.sandbox.control('PUT', '/webhooks', { mode: 'on' });
  });

  it('whose tab ended while the bank’s app had the payment gets no second checkout for it', async () => {
    const page = await journey.person([failedRequests]);
    await journey.product.sandbox.control('PUT', '/webhooks', { mode: 'off' });
    await page.goto('/payment');
    await checkoutOn(page).opened();
    const [order] = (await journey.api.get('/user/orders', page.token).expect(200)).body.items;
    await journey.api.pay(order.id);
    const fault = { match: { operation: 'fetchOrderPayments' }, times: 2, do: { kind: 'status', status: 500 } };
    await journey.product.sandbox.control('POST', '/faults', fault);
    await page.reload();
    await slip(page, 'We have not heard from the bank yet');
    await page.reload();
    await slip(page, 'Paid');
    expect(await checkoutOn(page).count()).toBe(0);
    await journey.product.sandbox.control('PUT', '/webhooks', { mode: 'on' });
  });
});

it('log-in through GitHub with a token that the API does not take ends at /login', async () => {
  await journey.product.sandbox.control('POST', '/idp/faults', { fault: 'wrong_audience' });
  const page = await journey.visitor([failedRequests]);
  await page.goto('/login');
  await press(page, 'GitHub');
  await page.getByRole('button', { name: 'Continue as Asha Rao' }).click();
  await page.waitForURL('**/login');
  expect(await stored(page, 'token')).toBeNull();
  await journey.product.sandbox.control('DELETE', '/idp/faults');
});
