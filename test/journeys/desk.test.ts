import type { Page } from 'playwright-core';
import { chromiumPath, expect, launchBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { describe, test } from '../support/in-browser';
import { deskOf } from '../support/staff';
import { addPasskey, plugIn } from './authenticator';
import {
  enterDesk,
  expectAccessible,
  failedRequests,
  holdRequests,
  press,
  signedIn,
  startOwnJourney,
  tabTo,
  useJourney,
} from './journey';

describe('the desk in a browser', () => {
  const journey = useJourney(startOwnJourney);
  let desk: ReturnType<typeof deskOf<typeof journey.product>>;
  let payer: { email: string; token: string };
  beforeAll(async () => {
    desk = deskOf(journey.product);
    payer = await desk.api.newPerson();
  });

  const control = <T = unknown>(method: string, path: string, body?: unknown) =>
    journey.product.sandbox.control<T>(method, path, body);
  const query = (sql: string, values: unknown[] = []) => journey.product.database.query(sql, values);

  const paidOrder = (how?: object) => desk.paidOrder(payer, how);

  const refundsOf = async (paymentId: string) => {
    const { refunds } = await control<{ refunds: { payment_id: string }[] }>('GET', '/state');
    return refunds.filter((each) => each.payment_id === paymentId).length;
  };

  /** A page of a member of staff whose passkey has just been used. */
  async function staffPage(role: 'support' | 'finance') {
    const { token } = await desk.staff(role);
    return enterDesk(await journey.visitor([failedRequests]), token);
  }

  /** A member of staff with a passkey in this browser, who has just logged in with it. */
  async function atDesk() {
    const page = await journey.person([failedRequests]);
    await query('UPDATE users SET email_verified_at = now() WHERE email = $1', [page.email]);
    await plugIn(page);
    await addPasskey(page, 'Desk');
    await page.getByRole('heading', { name: 'Desk', level: 3 }).waitFor();
    expect(await desk.people('grant', page.email, 'finance', '--as', 'chief')).toMatchObject({ status: 0 });
    const { text } = await desk.api.mail(page.email, /You now have a staff role/);
    await page.goto(/https?:\S+\/desk\S*/.exec(text)?.[0] ?? '');
    await press(page, 'Log in with your passkey');
    await heading(page, 'Today').waitFor();
    return page;
  }

  const tokenIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('desk'));

  /** Makes the passkey login of the page's token too old, or ends its session. */
  async function forgetPasskey(page: Page, isEnded = false) {
    const token = (await tokenIn(page)) ?? '';
    if (isEnded) return desk.api.logOut(token).expect(204);
    await page.evaluate((text) => sessionStorage.setItem('desk', text), desk.aged(token, 61));
  }

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
  const rows = (page: Page) => page.locator('.desk-table tbody tr');
  const refundButton = (page: Page) => page.getByRole('button', { name: /^Refund ₹150.00/ });
  const said = (page: Page) => page.locator('#refund [role=status]');
  const openOrder = async (page: Page, id: string) => {
    await page.goto(`/desk/orders/${id}`);
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
  };
  const chooseReason = (page: Page) => page.getByLabel('Reason').selectOption('The payer paid twice.');

  test('a refund by keyboard: the order is found, the passkey is asked for, and what was typed goes on', async () => {
    const upi = await paidOrder({ method: 'upi', vpa: 'asha@okbank' });
    const [rrn] = await query("SELECT acquirer_data ->> 'rrn' AS rrn FROM payments WHERE id = $1", [upi.paymentId]);
    const page = await atDesk();
    await expectAccessible(page);
    await tabTo(page, 'link', 'Orders');
    await page.keyboard.press('Enter');
    await heading(page, 'Orders').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(payer.email);
    await page.keyboard.press('Enter');
    await page.getByText('Read as an email address').waitFor();
    expect(page.url()).not.toContain('lab.example');
    await forgetPasskey(page);
    await page.getByLabel('Search').fill(String(rrn?.rrn));
    await page.keyboard.press('Enter');
    await press(page, 'Confirm with the passkey');
    await page.getByText('Read as a bank reference: 1 order.').waitFor();
    await page.getByLabel('Search').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, `Order ${upi.id}`).waitFor();
    await expectAccessible(page);

    await page.getByText(`Refund ₹150.00 to the UPI address asha@okbank of ${payer.email}.`).waitFor();
    await refundButton(page).press('Enter');
    await page.getByText('Please choose a reason.').waitFor();
    await page.getByLabel('Reason').selectOption('Another reason');
    await page.getByLabel('Reason, in a sentence').fill('The colour was wrong');
    await forgetPasskey(page, true);
    await refundButton(page).press('Enter');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Leave the desk' }).waitFor();
    await expect(page.getByLabel('Reason, in a sentence')).toHaveValue('The colour was wrong');
    expect(await refundsOf(upi.paymentId)).toBe(0);
    await tabTo(page, 'button', 'Confirm with the passkey');
    await page.keyboard.press('Enter');
    await expect(said(page)).toHaveText('₹150.00 was refunded.');
    await expect(said(page)).toBeFocused();
    expect([await refundButton(page).count(), await refundsOf(upi.paymentId)]).toEqual([0, 1]);
    await page
      .getByText(`${page.email}: refund ₹150.00 of ${upi.paymentId}. Refunded. Reason: The colour was wrong`)
      .waitFor();
    await page.goto(`/desk/log?order=${upi.id}&kind=action`);
    await expect(rows(page)).toContainText([/Refunded\s*The colour was wrong/]);
    await expectAccessible(page);

    const other = await journey.visitor([], signedIn(journey.product.url, payer.token));
    await other.goto('/account/payments');
    await other.locator('.order', { hasText: upi.id }).getByRole('heading', { name: 'Refunded' }).waitFor();
  });

  test('a refund that waits for the passkey says so, and is not sent after its page was left', async () => {
    const { id, paymentId } = await paidOrder();
    const page = await atDesk();
    const leave = async () => {
      await page.goBack();
      await heading(page, 'Orders').waitFor();
    };
    const ask = async () => {
      await page.getByRole('link', { name: id }).click();
      await chooseReason(page);
      await refundButton(page).click();
    };
    await page.goto('/desk/orders');
    await rows(page).first().waitFor();
    await page.getByRole('link', { name: id }).click();
    await chooseReason(page);
    await forgetPasskey(page);
    await refundButton(page).click();
    await page.getByRole('dialog').getByText('Refund ₹150.00 waits for it.').waitFor();
    await leave();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // The passkey is asked for only after the page was left.
    const release = await holdRequests(page, '**/api/desk/orders/*/refund');
    const sent = page.waitForRequest('**/api/desk/orders/*/refund');
    await ask();
    await sent;
    await leave();
    const refused = page.waitForResponse('**/api/desk/orders/*/refund');
    release();
    await refused;

    // Using the passkey for something else sends nothing.
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await press(page, 'Confirm with the passkey');
    await rows(page).first().waitFor();
    expect(await refundsOf(paymentId)).toBe(0);
  });

  test('a refund whose answer never arrives is not known yet, until the order has been read again', async () => {
    const { id, paymentId } = await paidOrder();
    const [page, late] = [await staffPage('finance'), await staffPage('finance')];
    for (const each of [page, late]) {
      await openOrder(each, id);
      await chooseReason(each);
    }
    await page.route('**/api/desk/orders/*/refund', (route) => route.fetch().then(() => route.abort()));
    const release = await holdRequests(page, `**/api/desk/orders/${id}`);
    await refundButton(page).click();
    await expect(said(page)).toContainText('Not known yet whether ₹150.00 was refunded');
    await expect(refundButton(page)).toHaveCount(0);
    release();
    await expect(said(page)).toHaveText('It is known now: ₹150.00 was refunded.');
    // Another member of staff, whose page still offers the refund, learns the truth.
    await refundButton(late).click();
    await expect(said(late)).toHaveText('Nothing was refunded by this call: ₹150.00 was refunded by another one.');
    expect([await refundButton(late).count(), await refundsOf(paymentId)]).toEqual([0, 1]);
  });

  test('of an order that was paid twice, only the payment that staff chose is refunded', async () => {
    const { id, paymentId } = await paidOrder();
    const refusal = { match: { operation: 'refundPayment' }, times: 99, do: { kind: 'status', status: 400 } };
    const [fault] = await control<{ id: string }[]>('POST', '/faults', refusal);
    const { razorpay_payment_id: second } = await desk.api.pay(id, { method: 'upi', vpa: 'asha@okbank' });
    await control('GET', `/faults/${fault?.id}/hit?count=1&timeoutMs=60000`);
    await eventually(async () => {
      const late = "UPDATE cases SET state = 'open', wait_until = NULL WHERE subject = $1 RETURNING kind";
      expect(await query(late, [second])).toEqual([{ kind: 'refund' }]);
    });
    const page = await staffPage('finance');
    await page.goto('/desk');
    await page.getByRole('link', { name: `A refund failed or is late ${second}` }).click();
    const form = page.getByRole('region', { name: `Payment ${second}` });
    await expect(form.getByLabel('Reason')).toBeFocused();
    await form.getByText('Refund ₹150.00 to the UPI address asha@okbank').waitFor();
    await form.getByLabel('Reason').selectOption('The payer paid twice.');
    await control('DELETE', '/faults');
    await form.getByRole('button', { name: /^Refund ₹150.00/ }).click();
    await expect(said(page)).toHaveText('₹150.00 was refunded.');
    expect([await refundsOf(second), await refundsOf(paymentId)]).toEqual([1, 0]);
    await page.getByText('Refund ₹150.00 to the card').waitFor();
  });

  test('support sees no refund, may do what moves no money, and reads everything while the provider is down', async () => {
    const { id } = await paidOrder();
    const page = await staffPage('support');
    await openOrder(page, id);
    expect(await refundButton(page).count()).toBe(0);
    await press(page, 'Send the receipt again');
    await page.getByText('resend receipt').waitFor();
    await page.getByRole('link', { name: payer.email }).click();
    await heading(page, payer.email).waitFor();
    await page.getByLabel('Reason, in a sentence').fill('A shared computer');
    await press(page, 'End all sessions');
    await page.getByText('end sessions').waitFor();
    await desk.api.me(payer.token).expect(401);
    payer = { ...payer, token: await desk.api.newToken(payer.email) };
    await expectAccessible(page);

    const down = { match: { operation: 'listOrders' }, times: 99, do: { kind: 'status', status: 500 } };
    await control('POST', '/faults', down);
    await openOrder(page, id);
    await page.getByText('Razorpay does not answer. State, refunds, disputes and fees').waitFor();
    await control('DELETE', '/faults');
  });

  test('its token is for one tab, and goes with the desk', async () => {
    const page = await atDesk();
    expect(await tokenIn(page)).not.toBeNull();
    await page.goto('/login');
    expect(await tokenIn(page)).toBeNull();
    const tab = Object.assign(await journey.tabOf(page), { unexpected: [] });
    await tab.goto('/desk/staff');
    await heading(tab, 'Log in to the desk').waitFor();
  });

  test('no page with checkout can read its token, even one that the browser restores', async () => {
    const { token, siteToken } = await desk.staff('finance');
    const browser = await launchBrowser(chromiumPath, { ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    const { url: baseURL } = journey.product;
    const page = await (await browser.newContext({ baseURL, ...signedIn(baseURL, siteToken) })).newPage();
    await page.goto('/account');
    const link = page.getByRole('link', { name: 'Desk', exact: true });
    await link.waitFor();
    // A third-party script could do this.
    await page.evaluate(() => {
      Storage.prototype.removeItem = () => undefined;
      const seen: (string | null)[][] = [];
      Object.assign(window, { seen });
      for (const event of ['resume', 'visibilitychange', 'pageshow'])
        addEventListener(event, () => seen.push([event, sessionStorage.getItem('desk')]), true);
    });
    await link.click();
    await heading(page, 'Log in to the desk').waitFor();
    await page.evaluate((text) => sessionStorage.setItem('desk', text), token);
    await page.evaluate(() => void setTimeout(() => history.back()));
    await eventually(async () => {
      const seen = await page.evaluate(() => (window as never as { seen: (string | null)[][] }).seen);
      expect(seen).toContainEqual(['pageshow', null]);
      expect(seen.filter(([, read]) => read !== null)).toEqual([]);
    });
    await browser.close();
  });

  test('staff are listed with their passkeys, and a limit says when to try again', async () => {
    const page = await staffPage('support');
    await page.goto('/desk/staff');
    await expect(rows(page).filter({ hasText: 'finance' }).first()).toContainText(/(Key|Desk), added .*, last used/);
    await expectAccessible(page);
    const limited = { type: 'about:blank', title: 'Too many calls. Please try again in 4 seconds.', status: 429 };
    await page.route('**/api/desk/access', (route) =>
      route.fulfill({
        ...{ status: 429, contentType: 'application/problem+json', headers: { 'Retry-After': '4' } },
        body: JSON.stringify({ ...limited, code: 'too_many_requests', requestId: 'req-1' }),
      }),
    );
    await page.reload();
    await page.getByText(/try again in 4 seconds/).waitFor();
  });

  test('to everybody else it is an address without a page, and nothing of the desk is loaded', async () => {
    for (const page of [await journey.visitor(), await journey.person([failedRequests])]) {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      for (const path of ['/desk', '/desk/orders/order_AAAAAAAAAAAAAA']) {
        await page.goto(path);
        await heading(page, 'Page not found').waitFor();
        await expect(page).toHaveTitle(/^Page not found/);
      }
      await page.waitForLoadState('networkidle');
      expect(loaded).toContainEqual(expect.stringMatching(/desk-part/));
      expect(loaded.filter((path) => /\/static\/.*\/desk-(?!client|part)/.test(path))).toEqual([]);
    }
  });
});
