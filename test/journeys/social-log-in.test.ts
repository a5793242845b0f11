import { shows } from '../support/eventually';
import { checkoutOn } from './checkout';
import { failedRequests, fillStorage, type Journey, press, startJourney, stored, toast } from './journey';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

describe('log-in through the identity provider', () => {
  it.each([
    ['GitHub', 'github'],
    ['Google', 'google-oauth2'],
  ])('%s: asked for with all it needs, back at /callback, and on to /payment', async (button, connection) => {
    const page = await journey.visitor();
    await page.goto('/login');
    await press(page, button);
    await page.waitForURL('**/idp/authorize?**');
    const asked = Object.fromEntries(new URL(page.url()).searchParams);
    expect(asked).toEqual({
      response_type: 'token',
      client_id: 'novacore-web',
      redirect_uri: `${journey.product.url}/callback`,
      connection,
      audience: 'novacore-api',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await page.getByRole('button', { name: 'Continue as Asha Rao' }).click();
    await page.waitForURL('**/payment');
    await journey.api.get('/user/me', (await stored(page, 'token')) ?? '').expect(200);
    expect(await page.evaluate(() => sessionStorage.getItem('login-state'))).toBeNull();
  });

  it('sets off with another state each time, so that nobody can know it before', async () => {
    const page = await journey.visitor();
    const setOff = async () => {
      await page.goto('/login');
      await press(page, 'GitHub');
      await page.waitForURL('**/idp/authorize?**');
      return new URL(page.url()).searchParams.get('state');
    };
    const states = [await setOff(), await setOff(), await setOff()];
    expect(new Set(states).size).toBe(3);
  });

  it('goes on to /payment where the browser’s storage is full', async () => {
    const page = await journey.visitor();
    await page.goto('/login');
    await fillStorage(page);
    await press(page, 'GitHub');
    await page.getByRole('button', { name: 'Continue as Asha Rao' }).click();
    await page.waitForURL('**/payment');
    await checkoutOn(page).opened();
    expect(await stored(page, 'token')).toBeNull();
  });

  it('leaves no token in the address or the history', async () => {
    const page = await journey.visitor();
    const addresses: string[] = [];
    await page.goto('/login');
    await press(page, 'GitHub');
    await page.getByRole('button', { name: 'Continue as Asha Rao' }).click();
    await page.waitForURL('**/payment');
    page.on('framenavigated', (frame) => void addresses.push(frame.url()));
    await page.goBack();
    await page.waitForURL((url) => url.pathname !== '/payment');
    expect(addresses.join()).not.toMatch('access_token');
  });

  it('leaves no token in the address even where the page’s scripts never come, and before they could read it', async () => {
    const page = await journey.visitor([/./]);
    const asked: string[] = [];
    await page.route('**/static/js/**', async (route) => {
      asked.push(await page.evaluate(() => window.location.href));
      await route.abort();
    });
    await page.goto('/callback#access_token=stolen&state=x');
    await shows(async () => asked.length > 0, true);
    const origin = journey.product.url;
    expect(new Set([...asked, page.url()])).toEqual(new Set([`${origin}/callback`]));
    expect(await page.evaluate(() => window.history.length)).toBe(2);
    // Nothing that could run or load stands before what takes it out.
    const html = await (await fetch(`${origin}/callback`)).text();
    const [before = ''] = html.split('location.hash');
    expect(before.length).toBeLessThan(html.length);
    expect(before.match(/<(script|style|link|img|iframe)/g)).toEqual(['<script']);
  });

  it('that is denied goes back to log-in and says so', async () => {
    const page = await journey.visitor();
    await page.goto('/signup');
    await press(page, 'GitHub');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL('**/login');
    await toast(page, 'Login Failed');
    await page.getByText('The log-in was cancelled.').waitFor();
  });

  it.each([
    ['no state', '#access_token=stolen'],
    ['a foreign state', '#access_token=stolen&state=0123456789abcdef0123456789abcdef'],
    ['nothing at all', ''],
  ])('with %s stores no token and goes to /login', async (_, fragment) => {
    const page = await journey.visitor();
    await page.goto(`/callback${fragment}`);
    await page.waitForURL('**/login');
    await toast(page, 'Login Failed');
    expect(await stored(page, 'token')).toBeNull();
  });

  it('that this tab has begun lets in no answer to another', async () => {
    const page = await journey.visitor();
    await page.goto('/login');
    await press(page, 'GitHub');
    await page.waitForURL('**/idp/authorize?**');
    await page.goto('/callback#access_token=stolen&state=0123456789abcdef0123456789abcdef');
    await page.waitForURL('**/login');
    await page.getByText('This log-in did not start in this tab.').waitFor();
    expect(await stored(page, 'token')).toBeNull();
  });

  it('works once: the same address again is refused', async () => {
    const page = await journey.visitor();
    let back = '';
    await page.goto('/login');
    await press(page, 'GitHub');
    await page.waitForURL('**/idp/authorize?**');
    page.on('response', (response) => (back = response.headers().location ?? back));
    await page.getByRole('button', { name: 'Continue as Asha Rao' }).click();
    await page.waitForURL('**/payment');
    expect(back).toMatch(/\/callback#.*access_token=/);
    await page.goto('/contact'); // a page without API calls: /payment may still be waiting
    await page.evaluate(() => localStorage.clear());
    await page.goto(back);
    await page.waitForURL('**/login');
    expect(await stored(page, 'token')).toBeNull();
  });

  it('with a token that the API does not take ends at /login', async () => {
    await journey.product.sandbox.control('POST', '/idp/faults', { fault: 'wrong_audience' });
    const page = await journey.visitor([failedRequests]);
    await page.goto('/login');
    await press(page, 'GitHub');
    await page.getByRole('button', { name: 'Continue as Asha Rao' }).click();
    await page.waitForURL('**/login');
    expect(await stored(page, 'token')).toBeNull();
    await journey.product.sandbox.control('DELETE', '/idp/faults');
  });

  it('says so where it is switched off', async () => {
    const page = await journey.visitor();
    await page.route('**/api/config', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ json: { ...(await reply.json()), identityProvider: null } });
    });
    await page.goto('/login');
    await page.getByText('Log-in through GitHub and Google is switched off here.').waitFor();
    for (const name of ['GitHub', 'Google']) expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
  });
});
