import { password } from '../support/api';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { checkoutOn, slip } from './checkout';
import { failedRequests, type Journey, press, startJourney, stored } from './journey';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

describe('an account that is deleted while checkout is open', () => {
  it('in another tab is asked for twice; the tab that paid says whom to write to, with the payment id', async () => {
    const page = await journey.person([failedRequests]);
    await page.goto('/payment');
    await checkoutOn(page).opened();
    const tab = await journey.tabOf(page);
    await tab.goto('/account');
    await tab.getByText('Delete the account', { exact: true }).click();
    await tab.getByLabel('Your password', { exact: true }).fill(password);
    await press(tab, 'Delete for good');
    await tab.getByText('A payment of yours may be on its way. Nothing is deleted yet.').waitFor();
    await journey.api.me(page.token).expect(200);
    await press(tab, 'Delete all the same');
    await tab.waitForURL(`${journey.product.url}/`);
    await checkoutOn(page).pay();
    await slip(page, 'Your payment arrived');
    const text = await page.locator('.status-card').textContent();
    expect(text).toMatch(/account was deleted before it did\. Write to \S+@\S+ for a refund.* payment id pay_\w{14}\./);
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('payment:')))).toEqual(
      [],
    );
  });

  it('on another device is known from the answer to the verification', async () => {
    const page = await journey.person([failedRequests]);
    await page.goto('/payment');
    await checkoutOn(page).opened();
    await journey.api.post('/user/delete', { password, despitePayment: true }, page.token).expect(200);
    await checkoutOn(page).pay();
    await slip(page, 'Your payment arrived');
    expect(await stored(page, 'token')).toBeNull();
  });

  it('is known where checkout redirects, and a link of another site cannot say so', async () => {
    const userAgent =
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
    const { token } = await journey.api.newPerson();
    const origin = { origin: journey.product.url, localStorage: [{ name: 'token', value: token }] };
    const page = await journey.visitor([], { userAgent, storageState: { cookies: [], origins: [origin] } });
    await page.goto('/payment?failed=account_deleted&payment=pay_00000000000000');
    await shows(async () => new URL(page.url()).search, '');
    expect(await page.getByText('Your payment arrived').count()).toBe(0);
    await page.goto('/payment');
    await checkoutOn(page).opened();
    await journey.api.post('/user/delete', { password, despitePayment: true }, token).expect(200);
    await checkoutOn(page).pay();
    await slip(page, 'Your payment arrived');
    expect(await page.locator('.status-card').textContent()).toMatch(/give the payment id pay_\w{14}\./);
    expect(new URL(page.url()).search).toBe('');
  });
});
