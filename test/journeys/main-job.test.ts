import { newEmail } from '../support/api';
import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { it } from '../support/in-browser';
import { checkoutOn } from './checkout';
import { fillCredentials, linkOf, press, stored, toast, useJourney } from './journey';

const journey = useJourney();

it('a visitor can sign up, log in, pay 150 rupees, arrive at GPU Servers with a notice, and log out', async () => {
  const page = await journey.visitor();
  const email = newEmail();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true }).first().click();
  await linkOf(page, "Don't have an account yet?").click();
  await page.getByRole('heading', { name: 'Create an account', exact: true }).waitFor();
  await fillCredentials(page, email);
  await press(page, 'Sign up');
  await toast(page, 'Signup Successful');
  await page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor();
  await fillCredentials(page, email);
  await press(page, 'Log in');
  await toast(page, 'Login Successful');
  await page.waitForURL('**/payment');
  await page
    .locator('.status-card')
    .getByText(/₹150: Sets up your account for GPU orders \(one time\)\. Not included: GPU hours/)
    .waitFor();
  await checkoutOn(page).pay();
  await toast(page, 'Payment Success');
  await page.waitForURL('**/product/gpu-servers');

  const notice = page.locator('.payment-notice');
  await notice.getByText('Payment received: ₹150.00').waitFor();
  await expect(notice).toBeFocused();
  await expect(notice.getByRole('link', { name: 'H100' })).toHaveAttribute('href', /^\/contact\?topic=H100/);
  const receipt = await notice.getByRole('link', { name: 'View receipt' }).getAttribute('href');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  const token = (await stored(page, 'token')) ?? '';
  const { body } = await journey.api.get('/user/orders', token).expect(200);
  expect(body.items).toMatchObject([{ status: 'PAID', amountPaise: 15000, currency: 'INR' }]);
  await page.goto(String(receipt));
  await page.locator('.receipt').getByText('₹150.00').first().waitFor();

  await page.getByRole('banner').getByRole('button', { name: 'Log out', exact: true }).click();
  await page.waitForURL(`${journey.product.url}/`);
  expect(await stored(page, 'token')).toBeNull();
  await shows(async () => (await journey.api.me(token)).status, 401);
});
it('log-out removes the token also when the server cannot be reached', async () => {
  const page = await journey.person([/Failed to load resource/]);
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true }).first().waitFor();
  expect(await stored(page, 'token')).toBeNull();
});
