import { holdRequests, type Journey, startJourney } from '../journeys/journey';
import { violations } from '../support/axe';
import { it } from '../support/in-browser';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

it('keeps what is filled in before the script has loaded', async () => {
  const page = await journey.visitor();
  const release = await holdRequests(page, '**/static/js/**');
  await page.goto('/pricing', { waitUntil: 'commit' });
  await page.locator('#calculator').getByLabel('How many').fill('12');
  await page.locator('#calculator').getByLabel('GPU').selectOption('A40');
  await page.getByLabel('USD $').check();
  release();
  // The explorer starts near the view, and replaces what was scrolled to.
  await page.evaluate(() => document.querySelector('#calculator')?.scrollIntoView());
  await page.locator('.quotes').getByText('12 × A40, 300 hours each').waitFor();
  expect(await page.getByLabel('USD $').isChecked()).toBe(true);
});

it('on a phone has nothing for axe to find, and scrolls sideways only in the comparison', async () => {
  const page = await journey.visitor([], { viewport: { width: 360, height: 780 }, hasTouch: true });
  await page.goto('/pricing?compare=b200&compare=h100&compare=a30&count=9999&hours=744');
  await page.locator('.comparison-table').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole('region', { name: 'Side by side' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0);
});
