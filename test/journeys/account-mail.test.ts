import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { newEmail, password } from '../support/api';
import { expect } from '../support/browser';
import { shows } from '../support/eventually';
import { test } from '../support/in-browser';
import { checkoutOn } from './checkout';
import { failedRequests, fillCredentials, linkOf, press, stored, toast, useJourney } from './journey';

const newPassword = 'eight cells and one core';

const journey = useJourney();

/** Opens the newest email with this subject in the sandbox's mailbox. */
async function openMail(page: Page, email: string, subject: RegExp, count: number) {
  await journey.api.mails(email, count);
  await page.goto(`${journey.product.sandbox.url}/mailbox`);
  const row = page.getByRole('row').filter({ hasText: email }).filter({ hasText: subject }).first();
  await row.getByRole('link').click();
  await page.getByRole('heading', { name: subject, level: 1 }).waitFor();
}
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const followLink = (page: Page, path: string) => page.locator(`.mail a[href*="${path}"]`).click();

/** The page shows its token neither in the address nor to another origin. */
async function expectHidden(page: Page, asked: string[]) {
  await shows(async () => new URL(page.url()).hash, '');
  expect(asked.filter((address) => new URL(address).origin !== journey.product.url)).toEqual([]);
}

test('sign up, confirm, forget, reset, pay, read the receipt, export and delete, all in the browser', async () => {
  // The mailbox shows emails in a frame that blocks the test's scripts.
  const page = await journey.visitor([failedRequests, /Blocked script execution/]);
  const email = newEmail();
  await journey.api.signUp(email).expect(201);
  await page.goto('/login');
  await fillCredentials(page, email);
  await press(page, 'Log in');
  await page.waitForURL('**/payment');
  await page.getByText('We send receipts to your email address, which is not confirmed yet.').waitFor();
  await checkoutOn(page).opened();
  await page.goto('/account');
  await page.getByText('Your address is not confirmed yet.').waitFor();

  await openMail(page, email, /Confirm your email address/, 1);
  const asked: string[] = [];
  await followLink(page, '/verify-email');
  page.on('request', (request) => asked.push(request.url()));
  await press(page, 'Yes, confirm');
  await expect(title(page, 'Email address confirmed')).toBeFocused();
  await expectHidden(page, asked);
  await linkOf(page, 'Your account').click();
  await page.getByText('Your address is confirmed.').waitFor();
  await press(page, 'Log out everywhere');
  await page.waitForURL(`${journey.product.url}/`);

  await page.goto('/login');
  await fillCredentials(page, email, 'forgotten by now');
  await press(page, 'Log in');
  await toast(page, 'Login Failed');
  await linkOf(page, 'Forgot your password?').click();
  await title(page, 'Forgot your password?').waitFor();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await press(page, 'Send the link');
  await page.getByText('If there is an account with this address').waitFor();
  await openMail(page, email, /Choose a new/, 2);
  asked.length = 0;
  await followLink(page, '/reset-password');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await press(page, 'Set the password');
  await expectHidden(page, asked);
  await page.waitForURL('**/account');

  await page.goto('/payment');
  await checkoutOn(page).pay();
  await page.waitForURL('**/product/gpu-servers');
  await openMail(page, email, /Receipt for ₹150.00/, 4);
  await page.getByText('Receipt number:').waitFor();

  await page.goto('/account');
  const download = page.waitForEvent('download');
  await press(page, 'Download your data');
  const data = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(data.account).toMatchObject({ email });
  expect(data.orders.map(({ status }: { status: string }) => status)).toContain('PAID');

  await page.getByText('Delete the account', { exact: true }).click();
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await press(page, 'Delete for good');
  await page.getByRole('main').getByText('The current password is wrong.').first().waitFor();
  await page.getByLabel('Your password', { exact: true }).fill(newPassword);
  await press(page, 'Delete for good');
  // The payment of the first checkout may still be on its way.
  await press(page, 'Delete anyway');
  await page.waitForURL(`${journey.product.url}/`);
  expect(await stored(page, 'token')).toBeNull();
});

test('a person who did not create the account says so, and hears that a mail comes', async () => {
  const page = await journey.visitor([/Blocked script execution/]);
  const email = newEmail();
  await journey.api.signUp(email).expect(201);
  await openMail(page, email, /Confirm your email address/, 1);
  await followLink(page, '/verify-email');
  await press(page, 'No, it was not me');
  await expect(title(page, 'Is this account not yours?')).toBeFocused();
  await press(page, 'Back');
  await press(page, 'No, it was not me');
  await press(page, 'Log everyone out');
  await expect(title(page, 'Check your email')).toBeFocused();
});

test('a link that was used says so, and a page without its link says what to do', async () => {
  const page = await journey.visitor([failedRequests]);
  await page.goto(`/reset-password#token=${'A'.repeat(43)}`);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await press(page, 'Set the password');
  await page.getByText('This link was used, has expired, or was replaced by a newer one.').waitFor();
  await page.goto('/verify-email');
  await page.getByText('This page needs the link from your email.').waitFor();
});

test('password managers find in each form with a password whose it is', async () => {
  const page = await journey.person();
  await page.goto('/account');
  await page.getByText(page.email).waitFor();
  const owners = page.locator('form:has([type=password]) [autocomplete=username]');
  await expect(owners).toHaveCount(4);
  for (const owner of await owners.all()) await expect(owner).toHaveValue(page.email);
});

test('a person who came through GitHub reads that there is no password, and can delete the account', async () => {
  const how = { email: newEmail(), name: 'Ravi' };
  const { access_token } = await journey.product.sandbox.control<{ access_token: string }>('POST', '/idp/token', how);
  const page = await journey.visitor();
  await page.goto('/');
  await page.evaluate((token) => localStorage.setItem('token', token), access_token);
  await page.goto('/account');
  await page.getByText('so you have no password here').waitFor();
  await page.getByText('Delete the account', { exact: true }).click();
  await press(page, 'Delete for good');
  await page.waitForURL(`${journey.product.url}/`);
});

it('pages that get a token allow no other origin and send no referrer', async () => {
  for (const path of ['/reset-password', '/verify-email']) {
    const { headers } = await fetch(journey.product.url + path);
    expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
    expect(headers.get('content-security-policy')).not.toMatch(/https?:/);
  }
});
