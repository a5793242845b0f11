import type { Page } from 'playwright-core';
import { violations } from '../support/axe';
import { it } from '../support/in-browser';
import { answerWith, checkoutOn, slip } from './checkout';
import { failedRequests, type Journey, press, startJourney } from './journey';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

type Person = Page & { email: string; token: string };

/** Puts the pointer on each toast as soon as it is there: a busy machine would come too late. Runs in the browser. */
const keepToasts = () => {
  const enter = () => document.querySelector('.toast')?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  new MutationObserver(enter).observe(document, { subtree: true, childList: true });
};

/** How to get a signed-in person's page into each state that looks different. */
const screens: [name: string, reach: (page: Person) => Promise<unknown>][] = [
  ['account', (page) => page.goto('/account').then(() => page.getByText(page.email, { exact: true }).waitFor())],
  [
    'account with errors',
    async (page) => {
      await page.goto('/account');
      await press(page, 'Change password');
      await page.locator('#newPassword-error').waitFor();
    },
  ],
  [
    'no payments',
    (page) =>
      page.goto('/account/payments').then(() => page.getByRole('main').getByText('not paid anything').waitFor()),
  ],
  [
    'checkout dismissed',
    async (page) => {
      await page.goto('/payment');
      await checkoutOn(page).dismiss();
      await slip(page, 'Not paid yet');
    },
  ],
  [
    'payment pending, with its toast',
    async (page) => {
      await page.addInitScript(keepToasts);
      await answerWith(page, '/user/verify', 503, 'unavailable');
      await page.goto('/payment');
      await checkoutOn(page).pay();
      await page.locator('.toast').waitFor();
      await slip(page, 'Payment pending, please do not pay again');
    },
  ],
  ['paid', (page) => pay(page).then(() => page.goto('/payment').then(() => slip(page, 'Paid')))],
  [
    'payments',
    (page) => pay(page).then(() => page.goto('/account/payments').then(() => page.locator('.order').waitFor())),
  ],
  [
    'receipt',
    async (page) => {
      const id = await pay(page);
      await page.goto(`/account/payments?receipt=${id}`);
      await page.locator('.receipt').waitFor();
    },
  ],
];

async function pay({ token }: Person) {
  const id = await journey.api.newOrder();
  await journey.api.claimOrder(id, token).expect(200);
  await journey.api.verifyPayment(await journey.api.pay(id), token).expect(200);
  return id;
}

const sidewaysScroll = () => document.documentElement.scrollWidth - window.innerWidth;

/** The others have the same templates. */
const templates = ['account with errors', 'payment pending, with its toast', 'payments', 'receipt'];
const shown = screens.filter(([name]) => templates.includes(name));

it.each(shown)('the screen "%s" has nothing for axe to find, and fits a phone of 320 pixels', async (_, reach) => {
  const page = await journey.person([failedRequests]);
  await page.setViewportSize({ width: 320, height: 640 });
  await reach(page);
  expect(await page.evaluate(sidewaysScroll)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});
