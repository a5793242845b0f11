import type { Page } from 'playwright-core';
import { newEmail, password } from '../support/api';
import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { it } from '../support/in-browser';
import { countCalls } from './checkout';
import {
  expectAccessible,
  failedRequests,
  fillCredentials,
  holdAnswer,
  nextPersonAt,
  press,
  stored,
  tabTo,
  toast,
  useJourney,
} from './journey';

const changed = 'Password changed. Other devices are logged out.';
const newPassword = 'eight cells and one core';

const journey = useJourney();

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');

/** Puts the pointer on each toast as soon as it is there. Runs in the browser. */
const keepToasts = () => {
  const enter = () => document.querySelector('.toast')?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  new MutationObserver(enter).observe(document, { subtree: true, childList: true });
};

it('signing up and logging in work by keyboard, and each form says what is wrong with it', async () => {
  const page = await journey.visitor([failedRequests]);
  const email = newEmail();
  const sent = countCalls(page, '/auth/signup');
  await page.goto('/signup');
  await tabTo(page, 'textbox', 'Email');
  await page.keyboard.type('no address');
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Please enter an email address/);
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/Please use 8 characters or more/);
  await expectAccessible(page);
  expect(sent()).toBe(0);
  await fillCredentials(page, email, 'password123');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/common|guess/i);
  await expect(field(page, 'Password')).toBeFocused();
  await fillCredentials(page, email);
  await tabTo(page, 'button', 'Sign up');
  await page.keyboard.press('Enter');
  await toast(page, 'Signup Successful');

  await page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor();
  await expect(field(page, 'Email')).toHaveValue(email);
  await field(page, 'Password').fill('not the right one');
  await tabTo(page, 'button', 'Show password');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await press(page, 'Log in');
  await toast(page, 'Login Failed');
  await expect(alert(page)).toHaveText((await journey.api.logIn(email, 'wrong')).body.message);
  await expect(field(page, 'Password')).toHaveValue('not the right one');
  await fillCredentials(page, email);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/payment');
});

it('a log-in without a readable answer says so, and its toast stays under the pointer until it is dismissed', async () => {
  const page = await journey.visitor([failedRequests]);
  await page.clock.install();
  await page.addInitScript(keepToasts);
  await page.goto('/login');
  await fillCredentials(page, newEmail());
  for (const [answer, words] of [
    [undefined, /No answer came/],
    [{ status: 200, body: '<html>' }, /could not be read/],
  ] as const) {
    await page.route('**/api/auth/login', (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
    await press(page, 'Log in');
    await toast(page, 'Login Failed');
    await expect(alert(page)).toHaveText(words);
    expect(await stored(page, 'token')).toBeNull();
    await page.clock.runFor(10_000);
    await page.locator('.toast').getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect(page.locator('.toast')).toHaveCount(0);
  }
});

it('the account page sends a visitor to log in, once however often the button is pressed, and back', async () => {
  const page = await journey.visitor();
  const { email } = await journey.api.newPerson();
  await page.goto('/account');
  await page.waitForURL('**/login');
  await page.getByRole('main').getByText('Please log in to see this page.').waitFor();
  expect(await page.getByRole('banner').getByRole('link', { name: 'Account' }).count()).toBe(0);
  await fillCredentials(page, email);
  const sent = countCalls(page, '/auth/login');
  await page.getByRole('button', { name: 'Log in', exact: true }).dblclick();
  await page.waitForURL('**/account');
  await page.getByText(email, { exact: true }).waitFor();
  expect(sent()).toBe(1);
  await page.goto('/pricing');
  for (const [name, heading] of [
    ['Payments', 'Payments'],
    ['Account', 'Your account'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor();
  }
});

it('the account page says once that it could not load, and loads all of it at the next try', async () => {
  const page = await journey.person([failedRequests]);
  await page.route('**/api/user/*', (route) => route.abort());
  await page.goto('/account');
  await page.getByText('We could not load your passkeys.').waitFor();
  await page.getByText('We could not load your logins.').waitFor();
  await page.unroute('**/api/user/*');
  await page.getByRole('main').getByRole('button', { name: 'Try again', exact: true }).click();
  await page.getByText(page.email, { exact: true }).waitFor();
  await page.locator('.sign-ins time').first().waitFor();
  await expect(page.getByText('We could not load')).toHaveCount(0);
});

it('a changed password ends the old token, and the new one lasts until log-out', async () => {
  const page = await journey.person([failedRequests]);
  await page.goto('/account');
  await page.getByText(page.email, { exact: true }).waitFor();
  await press(page, 'Change password');
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/Please enter your/);
  await expectAccessible(page);
  await field(page, 'New password').focus();
  await page.keyboard.insertText('a'.repeat(129));
  await press(page, 'Change password');
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/Please use at most 128 characters/);
  await expect(field(page, 'New password')).toHaveValue('a'.repeat(129));
  await field(page, 'New password').fill(newPassword);
  await field(page, 'Current password').fill('not the right one');
  await press(page, 'Change password');
  await page.locator('#currentPassword-error').waitFor();
  await expect(field(page, 'Current password')).toBeFocused();
  await field(page, 'Current password').fill(password);
  await press(page, 'Change password');
  await toast(page, changed);
  const token = (await stored(page, 'token')) ?? '';
  await journey.api.me(page.token).expect(401);
  await journey.api.logIn(page.email, newPassword).expect(200);
  await press(page, 'Log out');
  await page.waitForURL((url) => url.pathname === '/');
  expect(await stored(page, 'token')).toBeNull();
  await shows(async () => (await journey.api.me(token)).status, 401);
  await page.goBack();
  await page.waitForURL('**/login');
});

/** A page that waits for the answer to its password change. The change may have ended the page's token. */
async function changingPassword() {
  const page = await journey.person([failedRequests]);
  const release = await holdAnswer(page, '/auth/password');
  await page.goto('/account');
  await page.getByText(page.email, { exact: true }).waitFor();
  await field(page, 'Current password').fill(password);
  await field(page, 'New password').fill(newPassword);
  const sent = page.waitForRequest('**/auth/password');
  await press(page, 'Change password');
  await sent;
  return { page, release };
}

it('another person who logs in, in another tab, finds no typed password, and stays logged in', async () => {
  const { page, release } = await changingPassword();
  const next = await nextPersonAt(journey, page);
  const token = await stored(next, 'token');
  await page.getByText(next.email, { exact: true }).waitFor();
  release();
  await toast(page, changed);
  expect(await stored(page, 'token')).toBe(token);
  for (const label of ['Current password', 'New password']) await expect(field(page, label)).toHaveValue('');
});

it('a password change that ends after a log-out in another tab stores no token', async () => {
  const { page, release } = await changingPassword();
  const tab = await journey.tabOf(page);
  await tab.goto('/company');
  await tab.getByRole('banner').getByRole('button', { name: 'Log out', exact: true }).click();
  await page.waitForURL('**/login');
  release();
  await toast(page, changed);
  expect(await stored(page, 'token')).toBeNull();
});
