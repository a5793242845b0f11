import type { Page } from 'playwright-core';
import { newEmail, password } from '../support/api';
import { shows } from '../support/eventually';
import { describe, it } from '../support/in-browser';
import { answerWith, countCalls } from './checkout';
import {
  failedRequests,
  fillCredentials,
  fillStorage,
  holdAnswer,
  holdRequests,
  type Journey,
  nextPersonAt,
  press,
  startJourney,
  stored,
  toast,
} from './journey';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());
afterEach(async () => expect(await journey.end()).toEqual([]));

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const alert = (page: Page) => page.getByRole('main').getByRole('alert').textContent();

describe('the auth screen', () => {
  it('has its title, its button and its links, and no navigation, also at an address whose anchor cannot be read', async () => {
    const page = await journey.visitor();
    for (const [path, title, button, other, to, otherTitle] of [
      ['/login#%', 'Welcome back', 'Log in', "Don't have an account yet?", '/signup', 'Create an account'],
      ['/signup', 'Create an account', 'Sign up', 'Log in', '/login', 'Welcome back'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
      await page.getByRole('button', { name: button, exact: true }).waitFor();
      for (const name of ['Privacy', 'Terms', 'FAQ'])
        expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toMatch(/^\/legal(#.*)?$/);
      expect(await page.getByRole('link', { name: 'Contact us', exact: true }).getAttribute('href')).toBe('/contact');
      await shows(() => page.getByRole('banner').count(), 0);
      await page.getByRole('link', { name: other, exact: true }).click();
      await page.getByRole('heading', { name: otherTitle, exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(to);
      await page.goBack();
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    }
  });

  it('tells browsers and password managers what its fields are, and shows the password on request', async () => {
    const page = await journey.visitor();
    await page.goto('/login');
    const secret = page.getByLabel('Password', { exact: true });
    expect(await page.getByLabel('Email', { exact: true }).getAttribute('type')).toBe('email');
    expect(await secret.getAttribute('autocomplete')).toBe('current-password');
    expect(await page.locator('form').getAttribute('method')).toBe('post');
    await secret.fill('to be seen');
    await press(page, 'Show password');
    await shows(() => secret.getAttribute('type'), 'text');
    expect(await secret.inputValue()).toBe('to be seen');
  });

  it('sends nothing while a field is wrong, says why, and moves to the first of them', async () => {
    const page = await journey.visitor();
    await page.goto('/signup');
    await fillCredentials(page, 'no address', '🥭🌳🌴🌵'); // four characters, as the server counts
    let sent = 0;
    page.on('request', (request) => (sent += Number(request.url().includes('/api/auth/'))));
    await press(page, 'Sign up');
    await page.getByText('Please enter an email address').waitFor();
    await page.getByText('Please use 8 characters or more.').waitFor();
    await shows(() => focused(page), 'email');
    const describedBy = await page.getByLabel('Email', { exact: true }).getAttribute('aria-describedby');
    expect(await page.locator(`#${describedBy}`).textContent()).toMatch('Please enter an email address');
    expect(sent).toBe(0);
  });
});

it('a long pasted text is not cut, and the form says what fits', async () => {
  const page = await journey.person();
  const pasted = `asha@${'lab.'.repeat(75)}example`;
  for (const [path, label, most, button] of [
    ['/account', 'New password', 128, 'Change password'],
    ['/signup', 'Password', 128, 'Sign up'],
    ['/login', 'Email', 254, 'Log in'],
  ] as const) {
    await page.goto(path);
    const field = page.getByLabel(label, { exact: true });
    await field.focus();
    await page.keyboard.insertText(pasted);
    await press(page, button);
    expect(await field.inputValue()).toBe(pasted);
    await page.getByText(`Use at most ${most} characters`, { exact: true }).waitFor();
  }
});

it('the account page says once that it could not load, and loads all of it at the next try', async () => {
  const page = await journey.person([failedRequests]);
  await page.route('**/api/user/*', (route) => route.abort());
  await page.goto('/account');
  await page.getByText('Your passkeys could not be loaded.').waitFor();
  await page.getByText('Your log-ins could not be loaded.').waitFor();
  const again = page.getByRole('main').getByRole('button', { name: 'Try again', exact: true });
  await shows(() => again.count(), 1);
  await page.unroute('**/api/user/*');
  await again.click();
  await page.getByText(page.email, { exact: true }).waitFor();
  await page.locator('.sign-ins time').first().waitFor();
  await shows(() => page.getByText('could not be loaded').count(), 0);
});

describe('sign-up', () => {
  it('that fails stays, keeps what was typed, and gives the reason', async () => {
    const page = await journey.visitor([failedRequests]);
    const email = newEmail();
    await journey.api.signUp(email).expect(201);
    const release = await holdAnswer(page, '/auth/signup');
    await page.goto('/signup');
    await fillCredentials(page, email);
    await press(page, 'Sign up');
    await toast(page, 'Loading...');
    release();
    await toast(page, 'Signup Failed');
    await shows(() => page.getByText('An account with this email address already exists.').count(), 1);
    expect(page.url()).toMatch(/\/signup$/);
    await shows(() => page.getByLabel('Email', { exact: true }).inputValue(), email);
    await shows(() => page.getByLabel('Password', { exact: true }).inputValue(), password);
  });

  it('that the server refuses shows the reason at its field, and else the server’s sentence alone', async () => {
    const page = await journey.visitor([failedRequests]);
    await page.goto('/signup');
    for (const [email, secret, field, reason] of [
      [newEmail(), 'password123', 'password', /common|guess/i],
      ['asha..b@lab.example', password, 'email', /^Please enter an email address, such as asha@lab.example.$/],
    ] as const) {
      await fillCredentials(page, email, secret);
      await press(page, 'Sign up');
      await shows(() => page.locator('.field-error').allTextContents(), [expect.stringMatching(reason)]);
      await shows(() => focused(page), field);
    }
    await answerWith(page, '/auth/signup', 429, 'too_many_requests', { 'retry-after': '2580' });
    await fillCredentials(page, newEmail());
    await press(page, 'Sign up');
    await shows(() => alert(page), 'It is too_many_requests.');
  });
});

describe('log-in', () => {
  it('that fails stays, keeps what was typed, says why, and succeeds at the next try', async () => {
    const page = await journey.visitor([failedRequests]);
    const { email } = await journey.api.newPerson();
    await page.goto('/login');
    await fillCredentials(page, email, 'not the right one');
    await press(page, 'Log in');
    await toast(page, 'Login Failed');
    await shows(() => alert(page), (await journey.api.logIn(email, 'wrong')).body.message);
    expect(page.url()).toMatch(/\/login$/);
    await shows(() => page.getByLabel('Password', { exact: true }).inputValue(), 'not the right one');
    await fillCredentials(page, email);
    for (const [answer, words] of [
      [{ status: 200, json: { success: false, message: 'Not today.' } }, 'Not today.'],
      [{ status: 200, body: '<html>' }, 'could not be read'],
      [{ status: 500, body: '' }, 'could not be read'],
      [undefined, 'No answer came'],
    ] as const) {
      const once = { times: 1 };
      await page.route('**/api/auth/login', (route) => (answer ? route.fulfill(answer) : route.abort()), once);
      await press(page, 'Log in');
      await toast(page, 'Login Failed');
      await shows(() => alert(page), expect.stringContaining(words));
      expect(await stored(page, 'token')).toBeNull();
    }
    await press(page, 'Log in');
    await page.waitForURL('**/payment');
  });

  it('lasts as long as the page where the browser’s storage is full', async () => {
    const page = await journey.visitor();
    const { email } = await journey.api.newPerson();
    await page.goto('/account');
    await page.waitForURL('**/login');
    await page.evaluate(() => localStorage.setItem('token', 'token.of.another'));
    await fillStorage(page);
    await fillCredentials(page, email);
    await press(page, 'Log in');
    await page.waitForURL('**/account');
    await page.getByText(email, { exact: true }).waitFor();
    expect(await stored(page, 'token')).toBeNull();
    await press(page, 'Log out');
    await page.waitForURL((url) => url.pathname === '/');
  });
});

describe.each([
  ['log-in', '/login', 'Log in', "Don't have an account yet?", 'Create an account', 'Login Successful'],
  ['sign-up', '/signup', 'Sign up', 'Log in', 'Welcome back', 'Signup Successful'],
])('a reply to a %s that comes late', (operation, path, button, other, heading, words) => {
  it('is shown, and a visitor who has left the page stays on the next one', async () => {
    const page = await journey.visitor();
    const email = operation === 'log-in' ? (await journey.api.newPerson()).email : newEmail();
    const release = await holdAnswer(page, `/auth${path}`);
    await page.goto(path);
    await fillCredentials(page, email);
    await press(page, button);
    await page.getByRole('link', { name: other, exact: true }).click();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    const { pathname } = new URL(page.url());
    release();
    await toast(page, words);
    expect([new URL(page.url()).pathname, await stored(page, 'token')]).toEqual([
      pathname,
      operation === 'log-in' ? expect.any(String) : null,
    ]);
  });
});

it('after sign-up nothing can be typed into the old form while the log-in page loads', async () => {
  const page = await journey.visitor();
  const email = newEmail();
  const letGo = await holdRequests(page, '**/static/js/login-*');
  await page.goto('/signup');
  await fillCredentials(page, email);
  await press(page, 'Sign up');
  await shows(() => page.getByLabel('Password', { exact: true }).isEditable(), false);
  letGo();
  await page.waitForURL('**/login');
  await shows(() => page.getByLabel('Email', { exact: true }).inputValue(), email);
  await fillCredentials(page, email);
  await press(page, 'Log in');
  await page.waitForURL('**/payment');
});

describe('toasts', () => {
  it('go after 2 seconds for success and 4 for an error, stay under the pointer, and can be dismissed', async () => {
    const page = await journey.visitor([failedRequests]);
    const email = newEmail();
    const toasts = () => page.locator('.toast').allInnerTexts();
    /** In small steps of the page's own time, which stands still otherwise. */
    const untilToast = (text: string) =>
      shows(async () => {
        await page.clock.runFor(20);
        return toasts();
      }, [expect.stringContaining(text)]);
    await page.clock.install();
    await page.goto('/signup');
    await fillCredentials(page, email);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click({ trial: true });
    await page.clock.pauseAt(Date.now() + 60_000);
    await press(page, 'Sign up');
    await untilToast('Signup Successful');
    await page.clock.runFor(1_800);
    expect(await toasts()).toHaveLength(1);
    await page.clock.runFor(400);
    await shows(toasts, []);

    await page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor();
    await fillCredentials(page, email, 'not the right one');
    await press(page, 'Log in');
    await untilToast('Login Failed');
    await page.clock.runFor(2_500);
    await page.locator('.toast').hover();
    await page.clock.runFor(10_000);
    expect(await toasts()).toHaveLength(1);
    await page.locator('.toast').getByRole('button', { name: 'Dismiss', exact: true }).click();
    await shows(toasts, []);
  });
});

describe('the account page', () => {
  const changed = 'Password changed. Other devices are logged out.';

  it('and the payments are linked from the bar and the menu, for people who are signed in', async () => {
    const [page, visitor] = [await journey.person(), await journey.visitor()];
    for (const each of [page, visitor]) await each.goto('/pricing');
    const links = (each: Page) => each.getByRole('banner').getByRole('link', { name: /^(Account|Payments)$/ });
    for (const width of [1440, 1216, 390]) {
      for (const each of [page, visitor]) {
        await each.setViewportSize({ width, height: 900 });
        if (width < 1216) await each.getByRole('banner').locator('summary[aria-label=Menu]').click();
        await each.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).first().waitFor();
      }
      await shows(() => links(page).count(), 2);
      expect(await links(visitor).count()).toBe(0);
      const logOut = await page
        .getByRole('banner')
        .getByRole('button', { name: 'Log out', exact: true })
        .first()
        .boundingBox();
      expect((logOut?.x ?? width) + (logOut?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    await page.getByRole('banner').getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor();
  });

  it('sends a visitor to log in, once however often the button is pressed, and back', async () => {
    const page = await journey.visitor();
    const { email } = await journey.api.newPerson();
    await page.goto('/account');
    await page.waitForURL('**/login');
    const why = 'Please log in to see this page.';
    await page.getByRole('main').getByText(why).waitFor();
    await page.reload();
    await page.getByRole('main').getByText(why).waitFor();
    await fillCredentials(page, email);
    const sent = countCalls(page, '/auth/login');
    await page.getByRole('button', { name: 'Log in', exact: true }).dblclick();
    await page.waitForURL('**/account');
    await page.getByText(email, { exact: true }).waitFor();
    expect(sent()).toBe(1);
  });

  it('changes the password: the old token ends, the new one stays until log-out', async () => {
    const page = await journey.person([failedRequests]);
    await page.goto('/account');
    await page.getByText(page.email, { exact: true }).waitFor();
    await page.getByLabel('Current password', { exact: true }).fill('not the right one');
    await page.getByLabel('New password', { exact: true }).fill('eight cells and one core');
    await press(page, 'Change password');
    await page.locator('#currentPassword-error').waitFor();
    await shows(() => focused(page), 'currentPassword');
    await page.getByLabel('Current password', { exact: true }).fill(password);
    await press(page, 'Change password');
    await toast(page, changed);
    const token = (await stored(page, 'token')) ?? '';
    await journey.api.me(page.token).expect(401);
    await journey.api.me(token).expect(200);
    await journey.api.logIn(page.email, 'eight cells and one core').expect(200);
    await press(page, 'Log out');
    await page.waitForURL((url) => url.pathname === '/');
    expect(await stored(page, 'token')).toBeNull();
    await shows(async () => (await journey.api.me(token)).status, 401);
    await page.goBack();
    await page.waitForURL('**/login');
  });

  it('forgets typed passwords when another person logs in, in another tab', async () => {
    const page = await journey.person();
    await page.goto('/account');
    await page.getByText(page.email, { exact: true }).waitFor();
    const typed = ['Current password', 'New password'].map((label) => page.getByLabel(label, { exact: true }));
    for (const field of typed) await field.fill(password);
    const next = await nextPersonAt(journey, page);
    await page.getByText(next.email, { exact: true }).waitFor();
    await shows(() => Promise.all(typed.map((field) => field.inputValue())), ['', '']);
  });

  describe('while a password change is under way', () => {
    async function startChange() {
      // Log-out may come when the change has ended its token already: 401.
      const page = await journey.person([failedRequests]);
      const release = await holdAnswer(page, '/auth/password');
      await page.goto('/account');
      await page.getByLabel('Current password', { exact: true }).fill(password);
      await page.getByLabel('New password', { exact: true }).fill('eight cells and one core');
      const sent = page.waitForRequest('**/auth/password');
      await press(page, 'Change password');
      await sent;
      return { page, release };
    }

    it('logs out in another tab: the new token is not stored', async () => {
      const { page, release } = await startChange();
      const tab = await journey.tabOf(page);
      await tab.goto('/company');
      await tab.getByRole('banner').getByRole('button', { name: 'Log out', exact: true }).click();
      await tab.waitForURL((url) => url.pathname === '/');
      await page.waitForURL('**/login');
      release();
      await toast(page, changed);
      expect(await stored(page, 'token')).toBeNull();
    });

    it('another person logs in, in another tab, and stays so', async () => {
      const { page, release } = await startChange();
      const tab = await nextPersonAt(journey, page);
      const token = await stored(tab, 'token');
      release();
      await toast(page, changed);
      expect(await stored(page, 'token')).toBe(token);
    });
  });
});
