import { shows } from '../support/eventually';
import { describe, it } from '../support/in-browser';
import { checkoutOn, countCalls, slip } from './checkout';
import { type Journey, linkOf, press, startJourney, toast } from './journey';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

const ordersOf = async (token: string) => (await journey.api.get('/user/orders', token).expect(200)).body.items;

describe('checkout', () => {
  it('that is dismissed says what happened, and opens once on the same order, also where it cannot be seen', async () => {
    const page = await journey.person();
    const orders = countCalls(page, '/user/order');
    await page.goto('/payment');
    await checkoutOn(page).dismiss();
    await slip(page, 'Not paid yet');
    expect(await linkOf(page, 'Back to home').getAttribute('href')).toBe('/');
    await page.getByRole('main').getByRole('button', { name: 'Pay now', exact: true }).dblclick();
    await checkoutOn(page).opened();
    expect(await checkoutOn(page).count()).toBe(1);
    await checkoutOn(page).reopen();
    await checkoutOn(page).pay();
    await page.waitForURL('**/product/gpu-servers');
    expect([orders(), await ordersOf(page.token)]).toMatchObject([1, [{ status: 'PAID' }]]);
  });

  it('whose payment fails says why when it is left, and the same order is paid at the second try within', async () => {
    const page = await journey.person();
    const orders = countCalls(page, '/user/order');
    await page.goto('/payment');
    await checkoutOn(page).fail();
    await checkoutOn(page).leave();
    await slip(page, 'The payment failed');
    await page.locator('.status-card').getByText('insufficient funds').waitFor();
    await press(page, 'Pay now');
    await checkoutOn(page).fail();
    await checkoutOn(page).tryAgain();
    await checkoutOn(page).pay();
    await toast(page, 'Payment Success');
    await page.waitForURL('**/product/gpu-servers');
    expect(orders()).toBe(1);
  });

  it('takes up the same order after a reload in mid-payment, and after the tab was closed', async () => {
    const page = await journey.person();
    const orders = countCalls(page, '/user/order');
    await page.goto('/payment');
    await checkoutOn(page).opened();
    await page.reload();
    await checkoutOn(page).opened();
    const tab = await journey.tabOf(page);
    const moreOrders = countCalls(tab, '/user/order');
    await page.close();
    await tab.goto('/payment');
    await checkoutOn(tab).pay();
    await tab.waitForURL('**/product/gpu-servers');
    expect([orders(), moreOrders()]).toEqual([1, 0]);
    expect(await ordersOf(page.token)).toMatchObject([{ status: 'PAID' }]);
  });

  it('closes when the page is left', async () => {
    const page = await journey.person();
    await page.goto('/account');
    await linkOf(page, 'Make a payment of ₹150').click();
    await checkoutOn(page).opened();
    await page.goBack();
    await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor();
    await shows(() => checkoutOn(page).count(), 0);
  });
});

it('a payer who has paid sees that, pays again only when asked to, and gets checkout until that is paid too', async () => {
  const page = await journey.person();
  await page.goto('/payment');
  await checkoutOn(page).pay();
  await page.waitForURL('**/product/gpu-servers');
  const orders = countCalls(page, '/user/order');
  await page.goto('/payment');
  await slip(page, 'Paid');
  expect([orders(), await checkoutOn(page).count()]).toEqual([0, 0]);
  await press(page, 'Make another payment of ₹150');
  await checkoutOn(page).opened();
  await checkoutOn(page).reopen();
  await checkoutOn(page).dismiss();
  await slip(page, 'Not paid yet');
  await press(page, 'Pay now');
  await checkoutOn(page).opened();
  const [{ id: second }] = await ordersOf(page.token);
  await journey.api.pay(second);
  await checkoutOn(page).dismiss();
  await slip(page, 'Paid');
  await linkOf(page, 'Receipt').click();
  await page.waitForURL(`**/account/payments?receipt=${second}`);
  expect(await ordersOf(page.token)).toMatchObject([{ status: 'PAID' }, { status: 'PAID' }]);
});
