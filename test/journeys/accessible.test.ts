import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { answerWith, checkoutOn, slip } from './checkout';
import { failedRequests, type Journey, press, startJourney } from './journey';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

type Person = Page & { token: string };

/** How to get a signed-in person's page into each state that looks different. */
const screens: [name: string, reach: (page: Person) => Promise<unknown>][] = [
  ['account', (page) => page.goto('/account').then(() => page.getByText('lab.example').waitFor())],
  [
    'account with errors',
    async (page) => {
      await page.goto('/account');
      await press(page, 'Change password');
      await page.locator('#newPassword-error').waitFor();
    },
  ],
  ['no payments', (page) => page.goto('/account/payments').then(() => page.getByText('not paid anything').waitFor())],
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
      await answerWith(page, '/user/verify', 503, 'unavailable');
      await page.goto('/payment');
      await checkoutOn(page).pay();
      await slip(page, 'Payment pending, please do not pay again');
      await page.locator('.toast').waitFor();
    },
  ],
  ['paid', (page) => paid(page).then(() => page.goto('/payment').then(() => slip(page, 'Paid')))],
  [
    'payments',
    (page) => paid(page).then(() => page.goto('/account/payments').then(() => page.locator('.order').waitFor())),
  ],
  [
    'receipt',
    async (page) => {
      const id = await paid(page);
      await page.goto(`/account/payments?receipt=${id}`);
      await page.locator('.receipt').waitFor();
    },
  ],
];

async function paid({ token }: Person) {
  const id = await journey.api.newOrder();
  await journey.api.claimOrder(id, token).expect(200);
  await journey.api.verifyPayment(await journey.api.pay(id), token).expect(200);
  return id;
}

/** Runs in the browser: which rule is broken, and where. */
const violations = async (values: string[]) => {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] });
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message})`).join(', ')}`,
  );
};

const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

const sidewaysScroll = () => document.documentElement.scrollWidth - window.innerWidth;

describe.each(screens)('the screen "%s"', (_, reach) => {
  it('has nothing for axe to find by day or night, and fits a phone of 320 pixels', async () => {
    const page = await journey.person([failedRequests]);
    await page.addInitScript({ content: axe });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await reach(page);
    expect(await page.evaluate(sidewaysScroll)).toBeLessThanOrEqual(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(painted);
      expect(await page.evaluate(violations, tags)).toEqual([]);
    }
  });
});
