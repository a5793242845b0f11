import type { Page } from 'playwright-core';
import { type Journey, startJourney, stored } from '../journeys/journey';
import { shows } from '../support/eventually';
import { test } from '../support/in-browser';

// The shared product is built without HOME_SCRIPT_URL: the strip that a build with it has is put into the home page here.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

const strip = `<aside class="consent" data-script="/stranger.js" hidden>
  <button type="button" value="yes">Allow</button><button type="button" value="no">Do not allow</button></aside>`;

/** A home page with a script of another party. @returns how often it was loaded */
async function withHomeScript(page: Page) {
  let loaded = 0;
  await page.route(`${journey.product.url}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('</main>', `</main>${strip}`) });
  });
  await page.route('**/stranger.js', (route) => {
    loaded += 1;
    return route.fulfill({ contentType: 'text/javascript', body: 'globalThis.stranger = true' });
  });
  return () => loaded;
}

const isRunning = (page: Page) => page.evaluate(() => 'stranger' in globalThis);

test('the script of the home page loads after consent, and neither asks nor loads while a person is signed in', async () => {
  const page = await journey.visitor();
  const loads = await withHomeScript(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await shows(() => isRunning(page), true);
  expect(await stored(page, 'consent')).toBe('yes');

  // A log-in in another tab: this page is loaded again, without the script.
  const tab = await journey.tabOf(page);
  await tab.goto('/login');
  const { token } = await journey.api.newPerson();
  const again = page.waitForEvent('load');
  await tab.evaluate((value) => localStorage.setItem('token', value), token);
  await again;
  await page.locator('html[data-user=true]').waitFor();
  await page.reload();
  expect([await isRunning(page), loads()]).toEqual([false, 1]);

  const person = await journey.person();
  const personLoads = await withHomeScript(person);
  await person.goto('/');
  await person.locator('html[data-user=true]').waitFor();
  expect(await person.locator('.consent').isVisible()).toBe(false);
  expect(personLoads()).toBe(0);
});
