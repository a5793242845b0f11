import type { Browser, FrameLocator } from 'playwright-core';
import { SANDBOX_CREDENTIALS } from '../../apps/sandbox/src/credentials';
import { launchBrowser, openPage, type TestPage } from '../support/browser';
import { describe } from '../support/in-browser';
import { type Json, useSandbox } from './partner';
import { openShop } from './shop';

const { sandbox, partner } = useSandbox();
let shop: Awaited<ReturnType<typeof openShop>>;
let browser: Browser;
let page: TestPage;
let form: FrameLocator;

beforeAll(async () => {
  shop = await openShop(sandbox.url);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  shop.close();
});
beforeEach(async () => {
  page = await openPage(browser);
  await page.goto(shop.url);
  form = page.frameLocator('iframe.razorpay-checkout-frame');
});
afterEach(async () => {
  await page.context().close();
  expect(page.unexpected).toEqual([]);
});

async function open(options: Json = {}): Promise<string> {
  const order_id = await partner.createOrder({ payment: { capture: 'automatic' } });
  const all = { key: SANDBOX_CREDENTIALS.keyId, order_id, name: 'NovaCore', description: 'Test Mode', ...options };
  await page.evaluate(`buy(${JSON.stringify(all)})`);
  return order_id;
}

/** What checkout has reported to the page, once there are so many reports. */
async function reports(count: number): Promise<Json[]> {
  await page.waitForFunction(
    (least) => (globalThis as unknown as { reports: unknown[] }).reports.length >= least,
    count,
  );
  return page.evaluate('reports');
}

const click = (name: string | RegExp) => form.getByRole('button', { name }).click();
const pay = () => click('Pay ₹150.00');
const orderStatus = async (id: string) => (await partner.api('GET', `/v1/orders/${id}`)).body.status;
const closed = () => page.locator('dialog').waitFor({ state: 'detached' });

describe('Checkout', () => {
  it('takes a card and its one-time password, and hands the page the three identifiers', async () => {
    const order = await open();
    const dialog = form.getByRole('dialog', { name: 'NovaCore' });
    await dialog.getByText('No money moves here').waitFor();
    await form.getByLabel('Card number').fill('4100280000001007');
    await form.getByLabel('Expiry').fill('1230');
    await form.getByLabel('CVV').fill('123');
    await pay();
    await form.getByLabel('One-time password').fill('1234');
    await click('Submit');
    const identifiers = {
      razorpay_payment_id: expect.stringMatching(/^pay_/),
      razorpay_order_id: order,
      razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(await reports(1)).toEqual([{ success: identifiers }]);
    await closed();
    expect(await orderStatus(order)).toBe('paid');
  });

  it('reports a failure to the page, and lets the payer try again, also by UPI', async () => {
    const order = await open();
    await click('Card with insufficient funds');
    await pay();
    const failed = {
      ...{ code: 'BAD_REQUEST_ERROR', description: expect.any(String), source: 'customer' },
      ...{ step: 'payment_authorization', reason: 'insufficient_funds' },
      metadata: { payment_id: expect.stringMatching(/^pay_/), order_id: order },
    };
    expect(await reports(1)).toEqual([{ failed }]);
    await click('Try again');
    await form.getByRole('tab', { name: 'UPI' }).click();
    await form.getByLabel('UPI ID').fill('success@razorpay');
    await pay();
    expect(await reports(2)).toMatchObject([{}, { success: { razorpay_order_id: order } }]);
  });

  it('takes no payment of another amount, is closed by Escape, and the page is notified', async () => {
    await open({ amount: 100 });
    await form.getByText('different from the order').waitFor();
    await form.getByRole('button', { name: 'Leave checkout' }).press('Escape');
    expect(await reports(1)).toEqual([{ dismissed: true }]);
    await closed();
  });
});
