import { it } from '../support/in-browser';
import { checkoutOn, slip } from './checkout';
import { failedRequests, press, startOwnJourney, toast, useJourney } from './journey';

const journey = useJourney(startOwnJourney);

it('a payer finishes after the server was killed in mid-payment and started again', async () => {
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
