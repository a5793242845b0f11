import { failedRequests, fillCredentials, type Journey, press, startJourney, stored } from '../journeys/journey';
import { newEmail, password } from '../support/api';
import type { TestPage } from '../support/browser';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

/** Each would show itself: by a dialog, an attribute on the root, or a message about the security policy. */
const payloads = [
  '<img src=x onerror="document.documentElement.dataset.owned=1">',
  '"><svg onload=document.documentElement.dataset.owned=1>',
  '<script>document.documentElement.dataset.owned=1</script>',
  "';document.documentElement.dataset.owned=1;//",
  'javascript:document.documentElement.dataset.owned=1',
  '{{constructor.constructor("document.documentElement.dataset.owned=1")()}}',
];

async function expectUnharmed(page: TestPage) {
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => document.documentElement.dataset.owned)).toBeUndefined();
  expect(new URL(page.url()).origin).toBe(journey.product.url);
}

const addresses = [
  '/',
  '/contact',
  '/pricing',
  '/login',
  '/signup',
  '/payment',
  '/account',
  '/callback',
  '/no-such-page',
];

test.each(addresses)('nothing in the address of %s is run', async (path) => {
  const page = await journey.visitor([failedRequests]);
  page.on('dialog', (dialog) => page.unexpected.push(`dialog: ${dialog.message()}`));
  const names = ['topic', 'next', 'error', 'error_description', 'message', 'gpu', 'count', 'state', 'q'];
  const all = encodeURIComponent(payloads.join(' '));
  const query = names.map(
    (name, each) => `${name}=${encodeURIComponent(payloads[each % payloads.length] ?? '')}${all}`,
  );
  await page.goto(`${path}?${query.join('&')}#error=${all}&error_description=${all}`);
  await expectUnharmed(page);
});

test('what is shown again is shown as text: the e-mail address of somebody from the identity provider, and what is stored', async () => {
  const minted = await journey.product.sandbox.control<{ access_token: string }>('POST', '/idp/token', {
    connection: 'github',
    name: payloads[0],
    email: '"><svg/onload=document.documentElement.dataset.owned=1>@lab.example',
  });
  const page = await journey.visitor([failedRequests]);
  await page.goto('/login');
  const stuff = { token: minted.access_token, payload: payloads[0] as string };
  await page.evaluate(({ token, payload }) => {
    for (const key of ['token', 'consent', 'theme', 'payment', 'order', 'verification'])
      localStorage.setItem(key, payload);
    localStorage.setItem('token', token);
  }, stuff);
  for (const path of ['/account', '/account/payments', '/payment', '/']) {
    await page.goto(path);
    await expectUnharmed(page);
  }
});

test('from a page to read, log-in is a new document, so that checkout is allowed where it is needed', async () => {
  const page = await journey.visitor();
  const email = newEmail();
  await journey.api.signUp(email).expect(201);
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/\/login$/);
  await fillCredentials(page, email, password);
  await press(page, 'Log in');
  await page.waitForURL('**/payment');
  await page.waitForSelector(`script[src^="${journey.product.sandbox.url}"]`, { state: 'attached' });
  await page.waitForSelector('iframe');
  expect(await stored(page, 'token')).not.toBeNull();
});

test('the policy is in force: an inline script, an inline handler and a script out of an address do not run', async () => {
  const page = await journey.visitor([/Content Security Policy|violates|Refused/]);
  for (const path of ['/', '/login', '/payment']) {
    await page.goto(path);
    const ran = await page.evaluate(async () => {
      const owned: string[] = [];
      Object.assign(window, { own: (what: string) => owned.push(what) });
      const script = document.createElement('script');
      script.textContent = "own('inline')";
      document.body.append(script);
      document.body.insertAdjacentHTML('beforeend', `<img src="x:" onerror="own('handler')">`);
      const foreign = document.createElement('script');
      foreign.src = 'data:text/javascript,own("data")';
      document.body.append(foreign);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return owned;
    });
    expect(ran).toEqual([]);
  }
});

test('a page of another origin can neither frame the site nor read the API', async () => {
  const page = await journey.visitor([/./]);
  const { url } = journey.product;
  // The sandbox is another origin; its own policy is out of the way on a blank page of it.
  await page.route('**/stranger', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>stranger</h1>' }));
  await page.goto(`${journey.product.sandbox.url}/stranger`);
  const read = await page.evaluate(async (address) => {
    const tries = [
      fetch(`${address}/api/config`),
      fetch(`${address}/api/user/me`, { headers: { authorization: 'Bearer x' } }),
    ];
    return (await Promise.allSettled(tries)).map(({ status }) => status);
  }, url);
  expect(read).toEqual(['rejected', 'rejected']);
  await page.evaluate((address) => {
    document.body.innerHTML = `<iframe src="${address}/login"></iframe>`;
  }, url);
  await page.waitForTimeout(500);
  expect(page.frames().filter((frame) => frame.url().startsWith(url))).toEqual([]);
});
