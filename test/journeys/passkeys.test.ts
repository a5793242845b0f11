import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { newEmail, password } from '../support/api';
import { eventually, shows } from '../support/eventually';
import { describe, test } from '../support/in-browser';
import { projectRoot } from '../support/paths';
import { addPasskey, plugIn } from './authenticator';
import { answerWith } from './checkout';
import {
  failedRequests,
  fillCredentials,
  holdAnswer,
  holdRequests,
  type OwnJourney,
  press,
  startOwnJourney,
  toast,
} from './journey';

const named = (page: Page, name: string) => page.getByRole('heading', { name, level: 3, exact: true });
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey', exact: true });

/** Offers wait; a person who is asked by the button cancels. @returns what the browser was asked for. */
async function withoutPasskeys(page: Page) {
  await page.addInitScript(() => {
    const asked: string[] = [];
    const get = ({ mediation = 'button', signal }: { mediation?: string; signal?: AbortSignal }) =>
      new Promise<null>((_, reject) => {
        asked.push(mediation);
        signal?.addEventListener('abort', () => {
          asked.push(`end of ${mediation}`);
          reject(new DOMException('', 'AbortError'));
        });
        if (mediation === 'button') reject(new DOMException('', 'NotAllowedError'));
      });
    Object.assign(navigator.credentials, { get });
    Object.assign(window, { asked });
  });
  return () => page.evaluate(() => (window as never as { asked: string[] }).asked);
}

/** The first of the two clicks that add another passkey. */
async function confirmSecond(page: Page) {
  await page.getByLabel('Name of the passkey', { exact: true }).fill('Two');
  await page.getByRole('button', { name: 'Confirm with a passkey' }).last().click();
  await press(page, 'Add the passkey');
  await page.getByText('Confirmed. Now create the new passkey.').waitFor();
}

/** As the translations of browsers do. In the browser. */
const replaceTexts = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.append(text.data);
    text.replaceWith(font);
  }
};

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

const offered = (page: Page) => page.locator('html[data-offered]').waitFor({ state: 'attached' });

describe('passkeys in a browser', () => {
  let journey: OwnJourney;
  beforeAll(async () => {
    journey = await startOwnJourney();
  });
  afterAll(() => journey?.close());
  afterEach(async () => expect(await journey.end()).toEqual([]));

  /** A person with a passkey, logged out, at the log-in page, whose authenticator waits to be touched. */
  async function atLogIn() {
    const page = await journey.person([failedRequests]);
    await journey.product.database.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [page.email]);
    const key = await plugIn(page);
    await addPasskey(page, 'My laptop');
    await named(page, 'My laptop').waitFor();
    await key.touch(false);
    await press(page, 'Log out');
    await page.waitForURL(`${journey.product.url}/`);
    await page.addInitScript(noteOffer);
    await page.goto('/login');
    await offered(page);
    return { page, key };
  }

  test('sign up, add, log in by the button and by the browser’s offer, rename and remove', async () => {
    const page = await journey.visitor([failedRequests]);
    const email = newEmail();
    await page.goto('/signup');
    await fillCredentials(page, email);
    await press(page, 'Sign up');
    await page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor();
    await fillCredentials(page, email);
    await press(page, 'Log in');
    await page.waitForURL('**/payment');
    const key = await plugIn(page);
    await addPasskey(page, 'My laptop');
    await named(page, 'My laptop').waitFor();
    await key.touch(false);
    await press(page, 'Log out');
    await page.waitForURL(`${journey.product.url}/`);
    await page.addInitScript(noteOffer);
    await page.goto('/login');
    // An offer that begins after the touch would be answered before the button is pressed.
    await offered(page);
    await key.touch(true);
    await passkeyButton(page).click();
    await page.waitForURL('**/payment');
    await page.goto('/account');
    await press(page, 'Log out');
    await page.waitForURL(`${journey.product.url}/`);

    await page.goto('/login');
    await page.waitForURL('**/payment');

    await page.goto('/account');
    await page.getByText(/last used on/).waitFor();
    await page.getByText('Rename My laptop').click();
    await page.getByLabel('New name', { exact: true }).fill('Old laptop');
    await press(page, 'Rename');
    await named(page, 'Old laptop').waitFor();
    await page.getByText('Remove Old laptop').click();
    await page.getByRole('button', { name: 'Confirm with a passkey' }).last().click();
    await press(page, 'Remove for good');
    await toast(page as never, 'Passkey removed. Other devices are logged out.');
    await named(page, 'Old laptop').waitFor({ state: 'detached' });
    await shows(() => page.evaluate(() => document.activeElement?.textContent), 'Passkeys');
    // The browser was told.
    await eventually(async () => expect(await key.credentials()).toEqual([]));
    await page.getByText(/^Signed in as/).waitFor();
  });

  test('a cancelled attempt is no error: the offer ends before it, comes back, and ends before the password', async () => {
    const page = await journey.visitor([failedRequests]);
    const asked = await withoutPasskeys(page);
    const { email } = await journey.api.newPerson();
    await page.goto('/login');
    await shows(asked, ['conditional']);
    await passkeyButton(page).click();
    await page.getByText('No passkey was used.').waitFor();
    expect(await page.locator('.alert').count()).toBe(0);
    const afterCancel = ['conditional', 'end of conditional', 'button', 'end of button', 'conditional'];
    await shows(asked, afterCancel);
    const answer = await holdAnswer(page, '/auth/login');
    await fillCredentials(page, email, 'not the one');
    await press(page, 'Log in');
    await shows(asked, [...afterCancel, 'end of conditional']);
    answer();
    await toast(page, 'Login Failed');
    await shows(asked, [...afterCancel, 'end of conditional', 'conditional']);
    await page.evaluate(() => Object.assign(Storage.prototype, { setItem: () => undefined }));
    await press(page, 'GitHub');
    await page.getByText('Your browser blocks storage for this site').waitFor();
    const round = ['end of conditional', 'conditional'];
    await shows(asked, [...afterCancel, ...round, ...round]);
  });

  test('a log-in with the password is not interrupted by a passkey that was asked for before', async () => {
    const page = await journey.visitor([failedRequests]);
    const asked = await withoutPasskeys(page);
    const { email } = await journey.api.newPerson();
    const release = await holdRequests(page, '**/api/auth/passkey/options');
    const answer = await holdAnswer(page, '/auth/login');
    await page.goto('/login');
    await passkeyButton(page).click();
    await fillCredentials(page, email, 'not the one');
    await press(page, 'Log in');
    await toast(page, 'Loading...');
    const released = page.waitForResponse('**/api/auth/passkey/options');
    release();
    await released;
    answer();
    await toast(page, 'Login Failed');
    await shows(asked, ['conditional']);
  });

  test('a log-in by the browser’s offer that the server cannot answer says so', async () => {
    const { page, key } = await atLogIn();
    await answerWith(page, '/auth/passkey', 503, 'unavailable');
    await key.touch(true);
    await page.goto('/login');
    await toast(page, 'Login Failed');
    await page.getByText('It is unavailable.').waitFor();
  });

  test('a removal counts although the browser cannot be told of it', async () => {
    const page = await journey.person([failedRequests]);
    await plugIn(page);
    await addPasskey(page, 'My laptop');
    await page.getByText('Remove My laptop').click();
    await page.locator('[name^=password-]').fill(password);
    await page.route('**/api/user/passkeys', (route) => route.abort());
    await press(page, 'Remove for good');
    await toast(page, 'Passkey removed. Other devices are logged out.');
    expect(await page.locator('.alert').count()).toBe(0);
  });

  test('without password and WebAuthn there is no form to remove a passkey, but the reason', async () => {
    const page = await journey.visitor();
    await page.addInitScript(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'));
    const person = await journey.person();
    const key = await plugIn(person);
    await addPasskey(person, 'My laptop');
    await named(person, 'My laptop').waitFor();
    await key.unplug();
    await page.addInitScript((token) => localStorage.setItem('token', token), person.token);
    await page.route('**/api/user/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), hasPassword: false } });
    });
    await page.goto('/account');
    await page.getByText('You confirm a removal with a passkey').waitFor();
    expect(await page.getByText('Remove My laptop').count()).toBe(0);
  });

  test('a copy in another browser is refused once its counter is behind', async () => {
    const { page, key } = await atLogIn();
    const [copied] = await key.credentials();
    await key.touch(true);
    await page.goto('/login');
    await page.waitForURL('**/payment');
    const thief = await journey.visitor([failedRequests]);
    const copy = await plugIn(thief);
    await copy.add({ ...copied, rpId: 'localhost' });
    await thief.goto('/login');
    await thief.getByText('The passkey was not accepted.').first().waitFor();
    await copy.unplug();
    const mail = await journey.api.mail(page.email, /may have been copied/, 3);
    expect(mail.text).toContain('“My laptop”');
  });

  test('a second passkey on one device, and a security key without a PIN, have their own sentences', async () => {
    const page = await journey.person([failedRequests]);
    const key = await plugIn(page);
    await addPasskey(page, 'One');
    await named(page, 'One').waitFor();
    // One click for the passkey that exists, one for the new one: Safari asks for a gesture before each.
    await confirmSecond(page);
    await press(page, 'Create the passkey');
    await page.getByText('This device or security key has a passkey for your account already.').waitFor();
    await key.unplug();
    await plugIn(page, { transport: 'usb', hasUserVerification: false, isUserVerified: false });
    await addPasskey(page, 'Two');
    await page.getByText('A security key needs a PIN').waitFor();
  });

  test('a page that the browser has translated goes on to the second passkey', async () => {
    const page = await journey.person([failedRequests]);
    await plugIn(page);
    await addPasskey(page, 'One');
    await named(page, 'One').waitFor();
    await confirmSecond(page);
    await page.evaluate(replaceTexts);
    await press(page, 'Create the passkey');
    await page.getByText('This device or security key has a passkey for your account already.').waitFor();
    expect(await page.getByText('Confirmed.').count()).toBe(0);
  });

  test('who creates the passkey too late after the confirmation confirms once more', async () => {
    const page = await journey.person([failedRequests]);
    await page.clock.install();
    const key = await plugIn(page);
    await addPasskey(page, 'One');
    await named(page, 'One').waitFor();
    await confirmSecond(page);
    await page.clock.fastForward('04:01');
    const confirmed = page.waitForResponse('**/api/user/passkeys/options');
    await press(page, 'Create the passkey');
    await confirmed;
    await page.getByText('Confirmed. Now create the new passkey.').waitFor();
    expect(await key.credentials()).toHaveLength(1);
  });

  test('a new passkey that the server refuses is removed from the device', async () => {
    const page = await journey.person([failedRequests]);
    const key = await plugIn(page);
    await answerWith(page, '/user/passkeys/add', 403, 'passkey_refused');
    const added = page.waitForResponse('**/api/user/passkeys/add');
    await addPasskey(page, 'Late');
    await added;
    await shows(() => key.credentials(), []);
    await page.getByText('It is passkey_refused.').waitFor();
  });

  test.each([
    ['without WebAuthn', () => void Reflect.deleteProperty(window, 'PublicKeyCredential')],
    [
      'that refuses it',
      () => {
        const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'));
        Object.assign(navigator.credentials, { get: refuse, create: refuse });
        Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false });
      },
    ],
  ])('in a browser %s there is no dead button, and the password works', async (browser, prepare) => {
    const page = await journey.visitor();
    await page.addInitScript(prepare);
    const { email } = await journey.api.newPerson();
    await page.goto('/login');
    if (browser === 'that refuses it') {
      await passkeyButton(page).click();
      await page.getByText('Your browser does not allow passkeys here.').waitFor();
    }
    await passkeyButton(page).waitFor({ state: 'detached' });
    await fillCredentials(page, email);
    await press(page, 'Log in');
    await page.waitForURL('**/payment');
  });

  test('a new password by mail names the passkeys, and removes them', async () => {
    const { page, key } = await atLogIn();
    await key.unplug();
    await journey.api.post('/auth/password/reset-request', { email: page.email }).expect(202);
    const { text } = await journey.api.mail(page.email, /Choose a new/, 3);
    await page.goto(/https?:\S+reset-password\S+/.exec(text)?.[0] ?? '');
    await page.getByLabel('New password', { exact: true }).fill('eight cells and one core');
    await press(page, 'Set the password');
    const lead = page.getByText('These passkeys can still log in');
    await shows(() => lead.evaluate((element) => element === document.activeElement), true);
    await page.getByRole('listitem').filter({ hasText: 'My laptop' }).waitFor();
    await press(page, 'Remove them all');
    await page.waitForURL('**/account');
    expect((await journey.api.mail(page.email, /password was changed/, 5)).text).toContain('“My laptop”');
    expect(await named(page, 'My laptop').count()).toBe(0);
  });

  test('a page that idles for ten minutes still logs in', async () => {
    const { page, key } = await atLogIn();
    await page.clock.install();
    await page.goto('/login');
    await offered(page);
    await journey.product.server.stop();
    const preload = `--require ${join(projectRoot, 'test/support/shifted-clock.cjs')}`;
    await journey.product.restart({ CLOCK_SHIFT_MS: '600000', NODE_OPTIONS: preload });
    const renewed = page.waitForResponse('**/api/auth/passkey/options');
    await key.touch(true);
    await page.clock.fastForward('10:00');
    expect((await renewed).status()).toBe(200);
    await page.waitForURL('**/payment');
  });
});
