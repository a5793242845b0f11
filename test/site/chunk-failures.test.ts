import type { Page } from 'playwright-core';
import { failedRequests, fillCredentials, type Journey, press, startJourney } from '../journeys/journey';
import { shows } from '../support/eventually';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

/** Failures that these tests cause: the browser's own line, and the error that the page caught. */
const expected = [failedRequests, /ChunkLoadError: Loading chunk \S+ failed/];

const deadlineMs = 120_000;

type Failure = { prepare: (page: Page, chunk: string) => Promise<unknown>; type: 'missing' | 'timeout' };

const failures: Record<string, Failure> = {
  missing: { prepare: (page, chunk) => page.route(chunk, (route) => route.fulfill({ status: 404 })), type: 'missing' },
  blocked: { prepare: (page, chunk) => page.route(chunk, (route) => route.abort('blockedbyclient')), type: 'missing' },
  'out of reach, offline': { prepare: (page) => page.context().setOffline(true), type: 'missing' },
  'too slow': {
    prepare: async (page, chunk) => {
      await page.route(chunk, () => undefined);
      void page.waitForRequest(chunk).then(() => page.clock.fastForward(deadlineMs));
    },
    type: 'timeout',
  },
};

type Step = { from: string; to: string; chunk: string; heading: string };

const byLink: Step = { from: '/', to: '/pricing', chunk: '**/static/js/pricing*', heading: 'Priced by the hour' };
const byLogIn: Step = { from: '/login', to: '/payment', chunk: '**/static/js/payment-page*', heading: 'Payment' };

async function open(path: string) {
  const page = await journey.visitor(expected);
  await page.clock.install();
  await page.goto(path);
  await page.waitForFunction(() => window.__live === true);
  return page;
}

/** Follows a link, or logs in; `fail` runs right before the navigation. */
async function goOn(page: Page, { from, to }: Step, fail: () => Promise<unknown>) {
  if (from !== '/login') {
    await fail();
    return page.locator(`main a[href="${to}"]`).first().click();
  }
  await page.route('**/api/auth/login', async (route) => {
    const response = await route.fetch();
    await fail();
    await route.fulfill({ response });
  });
  await fillCredentials(page, (await journey.api.newPerson()).email);
  await press(page, 'Log in');
}

const cases = [byLink, byLogIn].flatMap((step) =>
  Object.entries(failures).map(([name, failure]) => ({ ...step, ...failure, step, name })),
);

it.each(cases)(
  'from $from to $to, a chunk that is $name: one request, then an error page that offers to reload',
  async ({ step, to, chunk, heading, prepare, type }) => {
    const page = await open(step.from);
    const requests: string[] = [];
    page.on('request', (request) => /\/static\/js\//.test(request.url()) && requests.push(request.url()));
    await goOn(page, step, () => prepare(page, chunk));

    await page.getByRole('heading', { name: 'Loading chunk failed' }).waitFor();
    await page.getByText(`Loading chunk ${to} failed (${type}).`).waitFor();
    expect(new URL(page.url()).pathname).toBe(to);
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    const busiest = Math.max(...requests.map((url) => requests.filter((other) => other === url).length));
    expect(busiest).toBe(1);

    await page.context().setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  },
);

it('a page that could not be prefetched is not requested again at once, but later', async () => {
  const page = await open('/');
  let requests = 0;
  await page.route(byLink.chunk, (route) => {
    requests++;
    return route.fulfill({ status: 404 });
  });
  const link = page.locator('main a[href="/pricing"]').first();
  await Promise.all([page.waitForResponse(byLink.chunk), link.hover()]);
  await shows(() => page.getByRole('progressbar').count(), 0);
  const before = requests;
  await page.mouse.move(0, 0);
  await link.hover();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(requests).toBe(before);

  await page.unroute(byLink.chunk);
  await page.clock.fastForward(5000);
  await link.click();
  await page.getByRole('heading', { name: byLink.heading }).waitFor();
});
