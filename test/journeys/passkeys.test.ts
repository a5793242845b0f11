import type { Page } from 'playwright-core';
import { expect } from '../support/browser';
import { eventually } from '../support/eventually';
import { describe, test } from '../support/in-browser';
import { addPasskey, plugIn } from './authenticator';
import {
  expectAccessible,
  failedRequests,
  fillCredentials,
  press,
  startOwnJourney,
  tabTo,
  toast,
  useJourney,
} from './journey';

const named = (page: Page, name: string) => page.getByRole('heading', { name, level: 3, exact: true });

/** Marks the page once the browser has been asked for a passkey. Runs in the browser. */
function noteOffer() {
  const { credentials } = navigator;
  const get = credentials.get.bind(credentials);
  credentials.get = (options) => {
    const answer = get(options);
    document.documentElement.dataset.offered = '';
    return answer;
  };
}

describe('passkeys in a browser', () => {
  const journey = useJourney(startOwnJourney);

  async function logOut(page: Page) {
    await page.goto('/account');
    await press(page, 'Log out');
    await page.waitForURL(`${journey.product.url}/`);
  }

  test('add, log in by the button and by the browser’s offer, rename and remove, by keyboard', async () => {
    const page = await journey.person([failedRequests]);
    const key = await plugIn(page);
    await addPasskey(page, 'My laptop');
    await named(page, 'My laptop').waitFor();
    await expectAccessible(page);
    await key.touch(false);
    await logOut(page);
    await page.addInitScript(noteOffer);
    await page.goto('/login');
    // An offer that begins after the touch would be answered before the button is pressed.
    await page.locator('html[data-offered]').waitFor({ state: 'attached' });
    await key.touch(true);
    await tabTo(page, 'button', 'Log in with a passkey');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/payment');
    await logOut(page);
    await page.goto('/login');
    await page.waitForURL('**/payment');

    await page.goto('/account');
    await page.getByText(/last used on/).waitFor();
    await page.getByText('Rename My laptop').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('New name', { exact: true }).fill('Old laptop');
    await page.keyboard.press('Enter');
    await named(page, 'Old laptop').waitFor();
    await page.getByText('Remove Old laptop').focus();
    await page.keyboard.press('Enter');
    await press(page, 'Remove for good');
    await toast(page, 'Passkey removed. Other devices are logged out.');
    await named(page, 'Old laptop').waitFor({ state: 'detached' });
    await expect(page.getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused();
    await eventually(async () => expect(await key.credentials()).toEqual([]));
    await page.getByText(/^Logged in as/).waitFor();
  });

  test('a second passkey on one device, and a security key without a PIN, have their own sentences', async () => {
    const page = await journey.person([failedRequests]);
    const withoutPin = await plugIn(page, { transport: 'usb', hasUserVerification: false, isUserVerified: false });
    await addPasskey(page, 'Two');
    await page.getByText('A security key needs a PIN').waitFor();
    await withoutPin.unplug();
    await plugIn(page);
    await page.reload();
    await addPasskey(page, 'One');
    await named(page, 'One').waitFor();
    // One click for the passkey that exists, one for the new one: Safari asks for a gesture before each.
    await page.getByLabel('Name of the passkey', { exact: true }).fill('Two');
    await press(page, 'Add the passkey');
    await page.getByText('Confirmed. Now create the new passkey.').waitFor();
    await press(page, 'Create the passkey');
    await page.getByText('This device or security key already has a passkey for your account.').waitFor();
  });

  test('in a browser that refuses passkeys there is no dead button, and the password works', async () => {
    const page = await journey.visitor();
    await page.addInitScript(() => {
      const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'));
      Object.assign(navigator.credentials, { get: refuse, create: refuse });
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false });
    });
    const { email } = await journey.api.newPerson();
    const button = page.getByRole('button', { name: 'Log in with a passkey', exact: true });
    await page.goto('/login');
    await button.click();
    await page.getByText('Your browser does not allow passkeys here.').waitFor();
    await expect(button).toHaveCount(0);
    await fillCredentials(page, email);
    await press(page, 'Log in');
    await page.waitForURL('**/payment');
  });

  test('a new password by mail names the passkeys, and removes them', async () => {
    const page = await journey.person([failedRequests]);
    await journey.product.database.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [page.email]);
    const key = await plugIn(page);
    await addPasskey(page, 'My laptop');
    await named(page, 'My laptop').waitFor();
    await key.unplug();
    await journey.api.post('/auth/password/reset-request', { email: page.email }).expect(202);
    const { text } = await journey.api.mail(page.email, /Choose a new/, 3);
    await page.goto(/https?:\S+reset-password\S+/.exec(text)?.[0] ?? '');
    await page.getByLabel('New password', { exact: true }).fill('eight cells and one core');
    await press(page, 'Set the password');
    await expect(page.getByText('These passkeys can still log in')).toBeFocused();
    await page.getByRole('listitem').filter({ hasText: 'My laptop' }).waitFor();
    await press(page, 'Remove them all');
    await page.waitForURL('**/account');
    await expect(named(page, 'My laptop')).toHaveCount(0);
  });
});
