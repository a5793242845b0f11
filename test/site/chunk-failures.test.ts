import type { Page } from 'playwright-core';
import { failedRequests, fillCredentials, gate, type Journey, press, startJourney } from '../journeys/journey';
import { expect } from '../support/browser';
import { it } from '../support/in-browser';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

/** Failures that these tests cause: the browser's own line, and the error that the page caught. */
const expected = [failedRequests, /ChunkLoadError: Loading chunk \S+ failed/];

const deadlineMs = 120_000;

type Failure = 'missing' | 'timeout';

async function breakChunk(page: Page, chunk: string, failure: Failure) {
  if (failure === 'missing') return page.route(chunk, (route) => route.fulfill({ status: 404 }));
  await page.route(chunk, () => undefined);
  void page.waitForRequest(chunk).then(() => page.clock.fastForward(deadlineMs));
}

/** How often the most wanted script was requested. */
function countRequests(page: Page) {
  const requests: string[] = [];
  page.on('request', (request) => /\/static\/js\//.test(request.url()) && requests.push(request.url()));
  return () => Math.max(...requests.map((url) => requests.filter((other) => other === url).length));
}

const notice = (page: Page) => page.getByRole('heading', { name: 'Loading chunk failed' });

async function reload(page: Page) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: 'Reload' }).click();
}

it.each<Failure>(['missing', 'timeout'])(
  'a page whose chunk does not load (%s) gives way to an error that offers to reload',
  async (failure) => {
    const page = await journey.visitor(expected);
    await page.clock.install();
    await page.goto('/login');
    await page.route('**/api/auth/login', async (route) => {
      const response = await route.fetch();
      await breakChunk(page, '**/static/js/payment-page*', failure);
      await route.fulfill({ response });
    });
    await fillCredentials(page, (await journey.api.newPerson()).email);
    const busiest = countRequests(page);
    await press(page, 'Log in');

    await notice(page).waitFor();
    await page.getByText(`Loading chunk /payment failed (${failure}).`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/payment');
    await expect(page).toHaveTitle('Payment | NovaCore');
    await expect(page.locator('#main')).toBeFocused();
    expect(busiest()).toBeLessThanOrEqual(2);
    await reload(page);
    await page.getByRole('heading', { name: 'Payment', level: 1 }).waitFor();
  },
);

it.each(['application', 'login-page'])('a form whose chunk %s is missing keeps what is typed', async (chunk) => {
  const page = await journey.visitor(expected);
  const arrive = gate();
  await page.route(`**/static/js/${chunk}-*`, (route) => arrive.released.then(() => route.fulfill({ status: 404 })));
  const busiest = countRequests(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await fillCredentials(page, 'asha@lab.example', 'correct horse');
  arrive.release();

  await notice(page).waitFor();
  await page.getByText(/^Loading chunk \S+ failed \(missing\)\.$/).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('asha@lab.example');
  // The document asks for it too, ahead of the script.
  expect(busiest()).toBeLessThanOrEqual(3);
  await reload(page);
  await page.getByRole('button', { name: 'Show password' }).click();
});
