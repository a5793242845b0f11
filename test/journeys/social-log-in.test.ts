import { shows } from '../support/eventually';
import { describe } from '../support/in-browser';
import { press, stored, toast, useJourney } from './journey';

const journey = useJourney();

describe('log-in through the identity provider', () => {
  it('is asked for with all it needs and a different state each time, leaves no token in address or history, and goes on to /payment', async () => {
    const states = new Set<string>();
    for (const [button, connection] of [
      ['GitHub', 'github'],
      ['Google', 'google-oauth2'],
    ] as const) {
      const page = await journey.visitor();
      await page.goto('/login');
      await press(page, button);
      await page.waitForURL('**/idp/authorize?**');
      const asked = Object.fromEntries(new URL(page.url()).searchParams);
      states.add(asked.state ?? '');
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
      const addresses: string[] = [];
      page.on('framenavigated', (frame) => void addresses.push(frame.url()));
      await page.goBack();
      await page.waitForURL((url) => url.pathname !== '/payment');
      expect(addresses.join()).not.toMatch('access_token');
    }
    expect(states.size).toBe(2);
  });

  it('removes the token from the address before any other script runs', async () => {
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
    // Nothing that could run or load comes before the script that removes the token.
    const html = await (await fetch(`${origin}/callback`)).text();
    const [before = ''] = html.split('location.hash');
    expect(before.length).toBeLessThan(html.length);
    expect(before.match(/<(script|style|link|img|iframe)/g)).toEqual(['<script']);
  });

  it('that is denied, or answered with a token that this tab did not ask for, goes back to log-in and says so', async () => {
    const page = await journey.visitor();
    await page.goto('/signup');
    await press(page, 'GitHub');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL('**/login');
    await toast(page, 'Login Failed');
    await page.getByRole('main').getByText('The login was cancelled.').waitFor();
    await page.goto('/callback#access_token=stolen&state=0123456789abcdef0123456789abcdef');
    await page.waitForURL('**/login');
    await page.getByRole('main').getByText('This login did not start in this tab.').waitFor();
    expect(await stored(page, 'token')).toBeNull();
  });

  it('says so where it is switched off, or cannot work because storage is blocked', async () => {
    const page = await journey.visitor();
    await page.route('**/api/config', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ json: { ...(await reply.json()), identityProvider: null } });
    });
    await page.goto('/login');
    await page.getByText('Login with GitHub and Google is not available here.').waitFor();
    for (const name of ['GitHub', 'Google'])
      expect(await page.getByRole('main').getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    await page.unroute('**/api/config');
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    await page.goto('/login');
    await press(page, 'GitHub');
    await page.getByRole('main').getByText('Your browser blocks storage for this site').waitFor();
  });
});
