import { newEmail } from '../support/api';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { checkoutOn } from './checkout';
import { fillCredentials, type Journey, linkOf, press, startJourney, stored, toast } from './journey';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

describe('the main job', () => {
  it('sign up, log in, pay 150 rupees, verified, and on to GPU Servers', async () => {
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
    await checkoutOn(page).pay();
    await toast(page, 'Payment Success');
    await page.waitForURL('**/product/gpu-servers');

    const token = await stored(page, 'token');
    const { body } = await journey.api.get('/user/orders', token ?? '').expect(200);
    expect(body.items).toMatchObject([{ status: 'PAID', amountPaise: 15000, currency: 'INR' }]);
  });

  it('has a receipt, and log-out removes and revokes the token', async () => {
    const page = await journey.person();
    await page.goto('/payment');
    await checkoutOn(page).pay();
    await page.waitForURL('**/product/gpu-servers');
    await page.goto('/payment');
    await page.getByText('Your receipt is in your account and in your email.').waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('Checkout opens');
    await page.goto('/account/payments');
    await page
      .locator('.order')
      .getByRole('link', { name: /^Receipt for order / })
      .click();
    await page.getByRole('heading', { name: 'Receipt', exact: true, level: 1 }).waitFor();
    expect(await page.locator('.receipt').textContent()).toMatch(/₹150\.00[\s\S]*Paid/);
    expect(await page.locator('main').textContent()).not.toMatch(/invoice/i);

    await page.getByRole('banner').getByRole('button', { name: 'Log out', exact: true }).click();
    await page.waitForURL(`${journey.product.url}/`);
    expect(await stored(page, 'token')).toBeNull();
    await shows(async () => (await journey.api.get('/user/me', page.token)).status, 401);
  });

  it('log-out removes the token also when the server cannot be reached', async () => {
    const page = await journey.person([/Failed to load resource/]);
    await page.route('**/api/auth/logout', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true }).first().waitFor();
    expect(await stored(page, 'token')).toBeNull();
  });
});
