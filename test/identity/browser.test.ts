import type { Page } from 'playwright-core';
import { failedRequests, fillCredentials, press, stored, useJourney } from '../journeys/journey';
import { newEmail } from '../support/api';
import type { TestPage } from '../support/browser';
import { shows } from '../support/eventually';
import { test } from '../support/in-browser';

const journey = useJourney();

/** Each would be noticed by a dialog, an attribute on the root or a message about the security policy. */
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

test('nothing in the address of a page is run', async () => {
  const names = ['topic', 'next', 'error', 'error_description', 'message', 'gpu', 'count', 'state', 'q'];
  const all = encodeURIComponent(payloads.join(' '));
  const query = names.map((name, at) => `${name}=${encodeURIComponent(payloads[at % payloads.length] ?? '')}${all}`);
  const visit = async (path: string) => {
    const page = await journey.visitor([failedRequests]);
    page.on('dialog', (dialog) => page.unexpected.push(`dialog: ${dialog.message()}`));
    await page.goto(`/${path}?${query.join('&')}#error=${all}&error_description=${all}`);
    await expectUnharmed(page);
  };
  const paths = ['', 'contact', 'login', 'payment', 'callback', 'no-such-page'];
  await Promise.all(paths.map(visit));
});

test('what is shown again is shown as text: an email address of the identity provider, and what is stored', async () => {
  const email = '"><svg/onload=document.documentElement.dataset.owned=1>@lab.example';
  const minted = await journey.product.sandbox.control<{ access_token: string }>('POST', '/idp/token', {
    connection: 'github',
    name: payloads[0],
    email,
  });
  const page = await journey.visitor([failedRequests]);
  const { id } = (await journey.api.get('/user/me', minted.access_token).expect(200)).body;
  const paid = await journey.api.paidOrder(minted.access_token);
  await page.goto('/login');
  const stuff = { id, token: minted.access_token, payload: payloads[0] as string };
  await page.evaluate(({ id, token, payload }) => {
    for (const key of ['consent', 'theme', 'font', 'payment']) localStorage.setItem(key, payload);
    const verification = { razorpay_order_id: payload, razorpay_payment_id: payload, razorpay_signature: payload };
    localStorage.setItem(`payment:${id}`, JSON.stringify({ orderId: payload, verification }));
    sessionStorage.setItem('login-state', payload);
    localStorage.setItem('token', token);
  }, stuff);
  const receipt = `/account/payments?receipt=${encodeURIComponent(payloads.join(' '))}`;
  for (const path of ['/account', '/account/payments', receipt, '/payment', '/']) {
    await page.goto(path);
    await expectUnharmed(page);
  }
  await page.goto(`/account/payments?receipt=${paid}`);
  await page.locator('.receipt').getByText('Received by').waitFor();
  expect(await page.locator('.receipt').textContent()).not.toContain('onload'); // such an address is not kept
  await expectUnharmed(page);
});

/** Parameter names that other sites use for a redirect target. */
const redirectParameters = 'next url redirect redirect_uri return returnTo continue from to callback'.split(' ');

test('no parameter leads elsewhere after log-in', async () => {
  const email = newEmail();
  await journey.api.signUp(email).expect(201);
  const script = 'javascript:document.documentElement.dataset.owned=1';
  // The payment page loses its token during the payment.
  const page = await journey.visitor([failedRequests]);
  const visited: string[] = [];
  page.on('request', (request) => void (request.isNavigationRequest() && visited.push(request.url())));
  for (const to of ['//stranger.example', script]) {
    const query = redirectParameters.map((name) => `${name}=${encodeURIComponent(to)}`).join('&');
    await page.evaluate(() => localStorage.clear()).catch(() => undefined); // about:blank has none
    await page.goto(`/login?${query}#${query}`);
    await fillCredentials(page, email);
    await press(page, 'Log in');
    await page.waitForURL(/\/payment$/);
    await expectUnharmed(page);
  }
  const own = [journey.product.url, journey.product.sandbox.url];
  expect(visited.filter((url) => !own.includes(new URL(url).origin))).toEqual([]);
});

// The shared product is built without HOME_SCRIPT_URL, so the consent strip of a build with it is added here.
const strip = `<aside class="consent" data-script="/stranger.js" hidden>
  <button type="button" value="yes">Allow</button><button type="button" value="no">Do not allow</button></aside>`;

/** A home page with a third-party script. @returns how often it was loaded */
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

  // After a login in another tab, this page reloads without the script.
  const tab = await journey.tabOf(page);
  await tab.goto('/login');
  const again = page.waitForEvent('load');
  await tab.evaluate((token) => localStorage.setItem('token', token), (await journey.api.newPerson()).token);
  await again;
  await page.locator('html[data-user=true]').waitFor();
  expect([await isRunning(page), loads()]).toEqual([false, 1]);

  const person = await journey.person();
  const personLoads = await withHomeScript(person);
  await person.goto('/');
  await person.locator('html[data-user=true]').waitFor();
  expect(await person.locator('.consent-strip').isVisible()).toBe(false);
  expect(personLoads()).toBe(0);
});
