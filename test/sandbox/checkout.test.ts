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

async function open(options: Json = {}, withHandler = true): Promise<string> {
  const order_id = await partner.createOrder({ payment: { capture: 'automatic' } });
  const all = { key: SANDBOX_CREDENTIALS.keyId, order_id, name: 'NovaCore', description: 'Test Mode', ...options };
  await page.evaluate(`buy(${JSON.stringify(all)}, ${withHandler})`);
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
    expect(await reports(1)).toEqual([
      {
        failed: {
          code: 'BAD_REQUEST_ERROR',
          description: expect.any(String),
          source: 'customer',
          step: 'payment_authorization',
          reason: 'insufficient_funds',
          metadata: { payment_id: expect.stringMatching(/^pay_/), order_id: order },
        },
      },
    ]);
    await click('Try again');
    await form.getByRole('tab', { name: 'UPI' }).click();
    await form.getByLabel('UPI ID').fill('failure@razorpay');
    await pay();
    await click('Try again');
    await form.getByLabel('UPI ID').fill('success@razorpay');
    await pay();
    expect(await reports(3)).toMatchObject([
      {},
      { failed: { reason: 'payment_declined' } },
      { success: { razorpay_order_id: order } },
    ]);
  });

  it('is closed by its button and by Escape, and the page is notified', async () => {
    await open();
    await click('Close checkout');
    expect(await reports(1)).toEqual([{ dismissed: true }]);
    await open();
    await form.getByRole('tab', { name: 'Card' }).press('Escape');
    expect(await reports(2)).toEqual([{ dismissed: true }, { dismissed: true }]);
    await closed();
  });

  it('takes no payment for a paid order, or of another amount', async () => {
    await open({ amount: 100 });
    await form.getByText('different from the order').waitFor();
    await click('Leave checkout');
    const paid = await partner.createOrder();
    await partner.pay(paid);
    await open({ order_id: paid });
    await form.getByText('already paid').waitFor();
  });

  it('posts the three identifiers to the callback URL where there is no handler', async () => {
    const order = await open({ callback_url: '/paid' }, false);
    await form.getByRole('tab', { name: 'UPI' }).click();
    await click('success@razorpay');
    await pay();
    await page.waitForURL('**/paid');
    expect(await page.textContent('body')).toContain(`razorpay_order_id=${order}`);
  });

  it('takes messages only from the page that opened it, and the page only from the form', async () => {
    await open();
    await form.getByRole('tab', { name: 'Card' }).waitFor();
    await page.evaluate("postMessage({ from: 'razorpay-sandbox', type: 'success', data: { forged: true } }, '*')");
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    expect(await page.evaluate('reports')).toEqual([]);
  });
});
