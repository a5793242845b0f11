import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { checkoutOn } from './checkout';
import { type Journey, linkOf, press, startJourney } from './journey';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

const purpose = /One payment of ₹150\. It does not include GPU hours/;

describe('before paying', () => {
  it('a visitor reads what the payment is for, and is asked to log in or create an account', async () => {
    const page = await journey.visitor();
    for (const path of ['/pricing', '/signup']) {
      await page.goto(path);
      await page.getByRole('main').getByText(purpose).first().waitFor();
    }
    await page.goto('/payment');
    await page.waitForURL('**/login');
    await page.getByRole('main').getByText('Log in or create an account to pay ₹150.').waitFor();
  });

  it('a person reads on log-in and sign-up that they are logged in, and on the payment page what it is for', async () => {
    const page = await journey.person();
    for (const path of ['/login', '/signup']) {
      await page.goto(path);
      await page.getByRole('main').getByText('You are logged in').waitFor();
    }
    await page.goto('/payment');
    await page.locator('.status-card').getByText(purpose).waitFor();
    await page.getByRole('main').getByText('UPI, cards, net banking · processed by Razorpay').waitFor();
    await linkOf(page, 'refund policy').waitFor();
  });

  it('log-in through GitHub names blocked storage as the reason why it cannot start', async () => {
    const page = await journey.visitor();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    await page.goto('/login');
    await press(page, 'GitHub');
    await page.getByRole('main').getByText('Your browser blocks storage for this site').waitFor();
    expect(page.url()).toMatch(/\/login$/);
  });
});

describe('after paying', () => {
  it('a notice on the next page has the amount and the receipt, keeps the focus and can be dismissed', async () => {
    const page = await journey.person();
    await page.goto('/payment');
    await checkoutOn(page).pay();
    await page.waitForURL('**/product/gpu-servers');
    const notice = page.locator('.payment-notice');
    await notice.getByText('Payment received: ₹150.00').waitFor();
    await shows(() => notice.evaluate((element) => element === document.activeElement), true);
    const receipt = await notice.getByRole('link', { name: 'View receipt' }).getAttribute('href');
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice).toHaveCount(0);
    await page.goto(String(receipt));
    await page.locator('.receipt').getByText(purpose).waitFor();
    await page.goto('/product/gpu-servers');
    await expect(notice).toHaveCount(0);
  });
});
