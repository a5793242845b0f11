import type { Page } from 'playwright-core';
import { failedRequests, fillCredentials, type Journey, press, startJourney } from '../journeys/journey';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

/** Failures that these tests cause: the browser's own message, and the error that the page caught. */
const expected = [failedRequests, /ChunkLoadError: Loading chunk \S+ failed/, /React Router caught/];

const paymentPage = '**/static/js/payment-page*';
const timeoutMs = 120_000;

type Failure = { cause: (page: Page, chunk: string) => Promise<unknown>; type: 'missing' | 'timeout' };

const failures: Record<string, Failure> = {
  missing: { cause: (page, chunk) => page.route(chunk, (route) => route.fulfill({ status: 404 })), type: 'missing' },
  blocked: { cause: (page, chunk) => page.route(chunk, (route) => route.abort('blockedbyclient')), type: 'missing' },
  offline: { cause: (page) => page.context().setOffline(true), type: 'missing' },
  'too slow': {
    cause: (page, chunk) => page.route(chunk, () => undefined),
    type: 'timeout',
  },
};

/** Counts requests for scripts by address, and answers with the highest count. */
function countRequests(page: Page) {
  const counts = new Map<string, number>();
  page.on('request', (request) => {
    if (/\/static\/js\//.test(request.url())) counts.set(request.url(), (counts.get(request.url()) ?? 0) + 1);
  });
  return () => Math.max(...counts.values());
}

/** The page offers to reload, and that works once the failure has ended. */
async function reload(page: Page, heading: string) {
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await page.waitForFunction(() => document.documentElement.dataset.started === '1');
}

describe('a page of the application whose chunk is', () => {
  it.each(Object.entries(failures))('%s: an error page that offers to reload', async (_, { cause, type }) => {
    const page = await journey.visitor(expected);
    await page.clock.install();
    await page.goto('/login');
    await page.waitForFunction(() => document.documentElement.dataset.started === '1');
    const busiest = countRequests(page);
    await page.route('**/api/auth/login', async (route) => {
      const response = await route.fetch();
      await cause(page, paymentPage);
      await route.fulfill({ response });
    });
    await fillCredentials(page, (await journey.api.newPerson()).email);
    const asked = type === 'timeout' && page.waitForRequest(paymentPage);
    await press(page, 'Log in');
    if (await asked) await page.clock.fastForward(timeoutMs);

    await page.getByRole('heading', { name: 'Loading chunk failed' }).waitFor();
    await page.getByText(`Loading chunk payment/payment failed (${type}).`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/payment');
    expect(busiest()).toBeLessThanOrEqual(2);
    await reload(page, 'Payment');
  });
});

describe('the script of the application that is', () => {
  const { offline, ...others } = failures;

  it.each(Object.entries(others))('%s: the same, below the form with what was typed', async (_, { cause, type }) => {
    const page = await journey.visitor(expected);
    await page.clock.install();
    const busiest = countRequests(page);
    await cause(page, '**/static/js/application-*');
    await page.goto('/login');
    await page.getByLabel('Email').fill('asha@lab.example');
    if (type === 'timeout') await page.clock.fastForward(timeoutMs);
    await page.getByRole('heading', { name: 'Loading chunk failed' }).waitFor();
    await page.getByLabel('Email').filter({ visible: true }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('asha@lab.example');
    await page.getByText(`Loading chunk application failed (${type}).`).waitFor();
    expect(busiest()).toBeLessThanOrEqual(3);
    await reload(page, 'Welcome back');
  });
});
