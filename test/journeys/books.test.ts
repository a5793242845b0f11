import { readFileSync } from 'node:fs';
import { expect } from '../support/browser';
import { runBooks } from '../support/commands';
import { indianDayIs } from '../support/database';
import { describe, test } from '../support/in-browser';
import { deskOf } from '../support/staff';
import { enterDesk, expectAccessible, failedRequests, press, startOwnJourney, toast, useJourney } from './journey';

describe('the books in a browser', () => {
  const journey = useJourney(startOwnJourney);
  let wrong: string;
  beforeAll(async () => {
    wrong = await settleTwo();
  });

  const staffPage = async (role: 'support' | 'finance') => {
    const { token } = await deskOf(journey.product).staff(role);
    return enterDesk(await journey.visitor([failedRequests]), token);
  };

  /** A settlement of two payments, one with a wrong fee, and of one paisa more. @returns the wrong one */
  async function settleTwo() {
    const { sandbox, database } = journey.product;
    const pay = async () => (await journey.api.pay(await journey.api.newOrder())).razorpay_payment_id;
    const [first, second] = [await pay(), await pay()];
    await sandbox.control('POST', '/settlements/faults', { fault: 'wrong_fee', id: first });
    await sandbox.control('POST', '/settlements/faults', { fault: 'sum_off', id: second });
    const { now } = await sandbox.control<{ now: string }>('POST', '/clock', { hours: 6 * 24 });
    await sandbox.control('POST', '/webhooks/flush');
    const env = { ...database.env, SANDBOX_PORT: String(sandbox.port) };
    await database.query(indianDayIs(now.slice(0, 10)));
    expect(await runBooks(env, 'import')).toMatchObject({ status: 0 });
    return first;
  }

  test('support sees no books, and no step that leads to them', async () => {
    const page = await staffPage('support');
    await page.goto('/desk');
    await expect(page.getByRole('row', { name: 'A settled line and our books differ' })).toContainText('₹4.54');
    expect(await page.getByRole('link', { name: /settlement/i }).count()).toBe(0);
    for (const path of ['settlements', 'settlements/setl_AAAAAAAAAAAAAA', 'months', 'months/2026-11']) {
      await page.goto(`/desk/${path}`);
      await page.getByRole('heading', { name: 'Not for your role' }).waitFor();
    }
  });

  test('an accountant finds the line that differs, accepts it with a reason, and takes the month to a spreadsheet', async () => {
    const page = await staffPage('finance');
    await page.goto('/desk');
    await page.getByRole('link', { name: /^2 differences of setl_/ }).click();
    const line = page.getByRole('row', { name: wrong });
    await expect(line).toContainText('the fee is ₹4.54 instead of ₹3.54');
    await expectAccessible(page);
    await page.getByLabel(/^setl_/).uncheck();
    await page.getByLabel('What explains them').fill('The provider charges more for this card.');
    await page.getByLabel('Account').selectOption('Fees');
    await press(page, 'Accept the ticked differences');
    await expect(line).toContainText('Accepted: The provider charges more for this card.');
    await toast(page, 'The ticked differences are accepted.');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByLabel(/^setl_/).check();
    await page.getByLabel('What explains them').fill('The provider rounds up.');
    await journey.product.database.query(
      `UPDATE cases SET paise = 2, revision = 2, detail = replace(detail, '₹0.01', '₹0.02') WHERE kind = 'settlement'`,
    );
    await press(page, 'Accept the ticked differences');
    await expect(page.getByRole('alert')).toHaveText(/^setl_\w+: This case has changed since you opened it/);
    await expect(page.locator('.desk-notice')).toContainText('they lack ₹0.02');
    await press(page, 'Accept the ticked differences');
    await expect(page.locator('.desk-notice')).toContainText('Accepted: The provider rounds up.');
    await expect(page.getByText('Differences accepted')).toBeVisible();
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Settlements' }).click();
    await expect(page.getByRole('row', { name: 'Paid to the bank' })).toContainText('₹291.93');
    await expectAccessible(page);

    await page.goto('/desk/months');
    const movements = page.getByRole('region', { name: 'Where the captured rupees went' });
    await expect(movements.getByRole('row', { name: 'Captured' })).toContainText('₹');
    await expectAccessible(page);
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'journal.csv')]);
    expect(file.suggestedFilename()).toMatch(/^\d{4}-\d{2}-journal\.csv$/);
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\uFEFFnumber,date,account,/);
  });
});
