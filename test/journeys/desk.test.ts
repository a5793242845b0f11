import { sign } from 'jsonwebtoken';
import type { Page } from 'playwright-core';
import { violations } from '../support/axe';
import { expect as expectOn } from '../support/browser';
import type { Row } from '../support/database';
import { eventually } from '../support/eventually';
import { describe, test } from '../support/in-browser';
import { startDesk, type TestDesk } from '../support/staff';
import { addPasskey, plugIn } from './authenticator';
import { failedRequests, holdRequests, type Journey, press, signedIn, startJourney, stored, toast } from './journey';

const secret = 'a secret that tests sign their own tokens with';

describe('the desk in a browser', () => {
  let desk: TestDesk;
  let journey: Journey;
  let payer: { email: string; token: string };
  beforeAll(async () => {
    desk = await startDesk({ JWT_SECRET: secret });
    journey = await startJourney(desk.product);
    payer = await desk.api.newPerson();
  });
  afterAll(async () => {
    await journey?.close();
    await desk?.product.close();
  });
  afterEach(async () => {
    await control('DELETE', '/faults');
    await control('PUT', '/webhooks', { mode: 'on' });
    expect(await journey.end()).toEqual([]);
  });

  const control = <T = unknown>(method: string, path: string, body?: unknown) =>
    desk.product.sandbox.control<T>(method, path, body);
  const query = (sql: string, values: unknown[] = []) => desk.product.database.query<Row>(sql, values);

  async function paidOrder(how?: object, { token } = payer) {
    const id = await desk.api.newOrder();
    const checkout = await desk.api.pay(id, { method: 'card', outcome: 'captured', ...how });
    await desk.api.verifyPayment(checkout, token).expect(200);
    return { id, paymentId: checkout.razorpay_payment_id };
  }

  const refundsOf = async (paymentId: string) => {
    const { refunds } = await control<{ refunds: { payment_id: string }[] }>('GET', '/state');
    return refunds.filter((each) => each.payment_id === paymentId).length;
  };

  /** A page of a member of staff whose passkey has just been used. */
  async function staffPage(role: 'support' | 'finance', options = {}) {
    const who = await desk.staff(role);
    return journey.visitor([failedRequests], { ...signedIn(desk.product.url, who.token), ...options });
  }

  /** A member of staff with a passkey in this browser, who has just logged in with it. */
  async function atDesk() {
    const page = await journey.person([failedRequests]);
    await query('UPDATE users SET email_verified_at = now() WHERE email = $1', [page.email]);
    await plugIn(page);
    await addPasskey(page, 'Desk');
    await page.getByRole('heading', { name: 'Desk', level: 3 }).waitFor();
    expect(await desk.people('grant', page.email, 'finance', '--as', 'chief')).toMatchObject({ status: 0 });
    await press(page, 'Log out');
    await page.waitForURL(`${desk.product.url}/`);
    await page.goto('/login');
    await page.waitForURL('**/payment');
    return page;
  }

  /** Replaces the page's token, as if time had passed. */
  async function grow(page: Page, minutes: number, isExpired = false) {
    const token = (await stored(page, 'token')) ?? '';
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const old = { ...claims, auth_time: claims.auth_time - minutes * 60 };
    const ended = { ...old, iat: claims.iat - 7_200, exp: claims.iat - 3_600 };
    await page.evaluate((text) => localStorage.setItem('token', text), sign(isExpired ? ended : old, secret));
  }

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
  const rows = (page: Page) => page.locator('.desk-table tbody tr');
  const refundButton = (page: Page) => page.getByRole('button', { name: /^Refund ₹150.00/ });
  const said = (page: Page) => page.locator('#refund [role=status]');
  const search = async (page: Page, text: string) => {
    await page.getByLabel('Search').fill(text);
    await page.keyboard.press('Enter');
  };
  const openOrder = async (page: Page, id: string) => {
    await page.goto(`/desk/orders/${id}`);
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
  };
  const chooseReason = (page: Page) => page.getByLabel('Reason').selectOption('The payer paid twice.');

  test('a payment is found by what a payer quotes, and refunded with a reason that everybody concerned sees', async () => {
    const card = await paidOrder({ last4: '4242' });
    const upi = await paidOrder({ method: 'upi', vpa: 'asha@okbank' });
    const [rrn] = await query("SELECT acquirer_data ->> 'rrn' AS rrn FROM payments WHERE id = $1", [upi.paymentId]);
    const page = await atDesk();
    await page.goto('/desk');
    await heading(page, 'Today').waitFor();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await heading(page, 'Orders').waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type(String(rrn?.rrn));
    await page.keyboard.press('Enter');
    await page.getByText('Read as a reference of a bank: 1 order.').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, `Order ${upi.id}`).waitFor();
    await page.goBack();
    await search(page, payer.email);
    await page.getByText('Read as an email address').waitFor();
    expect(await rows(page).count()).toBeGreaterThan(1);
    expect(page.url()).not.toContain('lab.example');
    await search(page, '4242');
    await page.getByText('Read as the last four digits of a card: 1 order.').waitFor();
    await search(page, card.paymentId);
    await heading(page, `Order ${card.id}`).waitFor();

    await page.getByText(`Refund ₹150.00 to the card ending 4242 of ${payer.email}. The payer gets a mail.`).waitFor();
    await refundButton(page).click();
    await page.getByText('Please choose a reason.').waitFor();
    await chooseReason(page);
    await refundButton(page).dblclick();
    await expectOn(said(page)).toHaveText('₹150.00 was refunded.');
    expect([await refundButton(page).count(), await refundsOf(card.paymentId)]).toEqual([0, 1]);
    await page.getByText(`${page.email}: refund of ${card.paymentId}. Reason: The payer paid twice.`).waitFor();
    await page.goto(`/desk/log?order=${card.id}&kind=action`);
    await expectOn(rows(page)).toHaveCount(1);
    await expectOn(rows(page)).toContainText('The payer paid twice.');

    await desk.api.mail(payer.email, /was refunded/);
    const other = await journey.visitor([], signedIn(desk.product.url, payer.token));
    await other.goto('/account/payments');
    await other.locator('.order', { hasText: card.id }).getByRole('heading', { name: 'Refunded' }).waitFor();
  });

  test('support sees no refund, and may do what moves no money', async () => {
    const { id } = await paidOrder();
    const page = await staffPage('support');
    await openOrder(page, id);
    expect(await refundButton(page).count()).toBe(0);
    await press(page, 'Send the receipt again');
    await page.getByText('resend receipt').waitFor();
    await page.getByRole('link', { name: payer.email }).click();
    await heading(page, payer.email).waitFor();
    await press(page, 'End all sessions');
    await page.getByText('end sessions').waitFor();
    await desk.api.me(payer.token).expect(401);
    payer = { ...payer, token: await desk.api.newToken(payer.email) };
  });

  test('to everybody else it is an address without a page, and nothing of the desk is loaded', async () => {
    for (const page of [await journey.visitor(), await journey.person([failedRequests])]) {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      for (const path of ['/desk', '/desk/orders/order_AAAAAAAAAAAAAA', '/desk/nothing']) {
        await page.goto(path);
        await heading(page, 'Page not found').waitFor();
        await expectOn(page).toHaveTitle(/^Page not found/);
      }
      await page.waitForLoadState('networkidle');
      expect(loaded).toContainEqual(expect.stringMatching(/gate-page/));
      expect(loaded.filter((path) => /\/static\/.*\/desk-(?!client)/.test(path))).toEqual([]);
    }
  });

  test('a passkey that is too old is asked for, and what was typed goes on', async () => {
    const { id, paymentId } = await paidOrder();
    const page = await atDesk();
    await grow(page, 61);
    await page.goto('/desk/orders');
    await press(page, 'Confirm with the passkey');
    await rows(page).first().waitFor();
    await grow(page, 61);
    await search(page, '4242');
    await press(page, 'Cancel');
    await expectOn(page.getByLabel('Search')).toBeFocused();
    await page.getByText('Please confirm your passkey.').waitFor();
    await press(page, 'Try again');
    await press(page, 'Confirm with the passkey');
    await page.getByText('Read as the last four digits').waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe('4242');

    // The token itself has expired.
    await openOrder(page, id);
    await page.getByLabel('Reason').selectOption('Another reason');
    await page.getByLabel('Reason, in a sentence').fill('The colour was wrong');
    await grow(page, 61, true);
    await refundButton(page).click();
    await page.getByRole('dialog').waitFor();
    expect([await page.getByLabel('Reason, in a sentence').inputValue(), await refundsOf(paymentId)]).toEqual([
      'The colour was wrong',
      0,
    ]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Leave the desk' }).waitFor();
    const busy = {
      type: 'about:blank',
      title: 'Too many requests.',
      status: 429,
      code: 'rate_limited',
      requestId: 'x',
    };
    await page.route('**/api/desk/access', (route) => route.fulfill({ status: 429, json: busy }), { times: 1 });
    await press(page, 'Confirm with the passkey');
    await page.getByRole('dialog').getByText('Too many requests.').waitFor();
    expect(await page.getByLabel('Reason, in a sentence').inputValue()).toBe('The colour was wrong');
    await press(page, 'Confirm with the passkey');
    await expectOn(said(page)).toHaveText('₹150.00 was refunded.');
    await page.getByText('Reason: The colour was wrong').waitFor();
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
    await grow(page, 6);
    await ask();
    await page.getByRole('dialog').getByText('Refund ₹150.00 waits for it.').waitFor();
    await leave();
    await expectOn(page.getByRole('dialog')).toHaveCount(0);

    // The passkey is asked for only after the page was left.
    const release = await holdRequests(page, '**/api/desk/orders/*/refund');
    const sent = page.waitForRequest('**/api/desk/orders/*/refund');
    await ask();
    await sent;
    await leave();
    const refused = page.waitForResponse('**/api/desk/orders/*/refund');
    release();
    await refused;

    // A passkey that is used for something else sends nothing.
    await grow(page, 61);
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await press(page, 'Confirm with the passkey');
    await rows(page).first().waitFor();
    expect(await refundsOf(paymentId)).toBe(0);
  });

  test('two people who refund at the same moment make one refund, and both pages tell the truth', async () => {
    const { id, paymentId } = await paidOrder();
    const pages = [await staffPage('finance'), await staffPage('finance')];
    for (const page of pages) {
      await openOrder(page, id);
      await chooseReason(page);
    }
    await Promise.all(pages.map((page) => refundButton(page).click()));
    for (const page of pages) {
      await expectOn(said(page)).toHaveText(
        /^(₹150.00 was refunded|Nothing was refunded by this call: ₹150.00 was refunded by another one)\.$/,
      );
      expect(await refundButton(page).count()).toBe(0);
    }
    const texts = await Promise.all(pages.map((page) => said(page).textContent()));
    expect(texts.filter((text) => text?.includes('Nothing was refunded by this call'))).toHaveLength(1);
    expect(await refundsOf(paymentId)).toBe(1);
  });

  test('a refund whose answer is lost is not known yet, and later it is', async () => {
    const { id, paymentId } = await paidOrder();
    const page = await staffPage('finance');
    await openOrder(page, id);
    await chooseReason(page);
    const lost = { match: { operation: 'refundPayment' }, times: 9, do: { kind: 'drop', when: 'after' } };
    await control('POST', '/faults', lost);
    await control('PUT', '/webhooks', { mode: 'hold' });
    await refundButton(page).click();
    await expectOn(said(page)).toContainText('Not known yet whether ₹150.00 was refunded');
    await page.reload();
    await expectOn(said(page)).toContainText('Not known yet');
    expect(await refundButton(page).count()).toBe(0);
    await control('DELETE', '/faults');
    await press(page, 'Ask the provider now');
    await expectOn(said(page)).toHaveText('It is known now: ₹150.00 was refunded.');
    expect([await refundButton(page).count(), await refundsOf(paymentId)]).toEqual([0, 1]);
  });

  test('a refund whose answer never reaches the page is not known yet, until the order has been read again', async () => {
    const { id, paymentId } = await paidOrder();
    const page = await staffPage('finance');
    await openOrder(page, id);
    await chooseReason(page);
    await page.route('**/api/desk/orders/*/refund', (route) => route.fetch().then(() => route.abort()));
    const release = await holdRequests(page, `**/api/desk/orders/${id}`);
    await refundButton(page).click();
    await expectOn(said(page)).toContainText('Not known yet whether ₹150.00 was refunded');
    expect(await refundButton(page).count()).toBe(0);
    release();
    await expectOn(said(page)).toHaveText('It is known now: ₹150.00 was refunded.');
    expect([await refundButton(page).count(), await refundsOf(paymentId)]).toEqual([0, 1]);
  });

  test('of an order that was paid twice, only the payment that staff chose is refunded', async () => {
    const { id, paymentId } = await paidOrder();
    const refusal = { match: { operation: 'refundPayment' }, times: 99, do: { kind: 'status', status: 400 } };
    const [fault] = await control<{ id: string }[]>('POST', '/faults', refusal);
    const { razorpay_payment_id: second } = await desk.api.pay(id, { method: 'upi', vpa: 'asha@okbank' });
    // It is tried twice.
    await control('GET', `/faults/${fault?.id}/hit?count=2&timeoutMs=60000`);
    await eventually(async () => {
      const late = "UPDATE open_items SET since = now() - interval '1 minute' WHERE subject = $1 RETURNING kind";
      const changed = await query(late, [second]);
      expect(changed).toEqual([{ kind: 'refund' }]);
    });
    const page = await staffPage('finance');
    await page.goto('/desk');
    await page.getByRole('link', { name: `Refund … ${second}` }).click();
    const form = page.getByRole('region', { name: `Payment ${second}` });
    await expectOn(form.getByLabel('Reason')).toBeFocused();
    await form.getByText('Refund ₹150.00 to the UPI address asha@okbank').waitFor();
    await form.getByLabel('Reason').selectOption('The payer paid twice.');
    await control('DELETE', '/faults');
    await form.getByRole('button', { name: /^Refund ₹150.00/ }).click();
    await expectOn(said(page)).toHaveText('₹150.00 was refunded.');
    expect([await refundsOf(second), await refundsOf(paymentId)]).toEqual([1, 0]);
    await page.getByText('Refund ₹150.00 to the card').waitFor();
    // The one payment that is left is named, too: the page showed no other one.
    const sent = page.waitForRequest('**/api/desk/orders/*/refund');
    await chooseReason(page);
    await refundButton(page).click();
    expect((await sent).postDataJSON()).toMatchObject({ paymentId });
    await expectOn(refundButton(page)).toHaveCount(0);
  });

  /** An order whose payment a bank has taken back. */
  async function lostOrder() {
    const order = await paidOrder();
    const { id } = await control<{ id: string }>('POST', `/payments/${order.paymentId}/dispute`);
    await control('POST', `/disputes/${id}/lost`);
    await eventually(async () =>
      expect(await query('SELECT status FROM disputes WHERE id = $1', [id])).toEqual([{ status: 'lost' }]),
    );
    return order.id;
  }

  test('what was noted is announced, and the focus is on the title', async () => {
    const id = await lostOrder();
    const page = await staffPage('finance');
    await openOrder(page, id);
    await page.getByLabel('Why it needs no person').fill('The bank has our answer.');
    await press(page, 'Dismiss');
    await toast(page, 'Dismissed.');
    await expectOn(heading(page, `Order ${id}`)).toBeFocused();
    expect(await page.getByLabel('Why it needs no person').count()).toBe(0);
  });

  test('what another person was first to do is announced too', async () => {
    const id = await lostOrder();
    const page = await staffPage('finance');
    await openOrder(page, id);
    await page.getByLabel('What was done about it').fill('The payer was called.');
    const { token } = await desk.staff('finance');
    await desk.put(token, `/orders/${id}/disputes`, { reason: 'Called.' }).expect(200);
    await press(page, 'Close the dispute');
    await toast(page, 'There is no open dispute.');
    await expectOn(heading(page, `Order ${id}`)).toBeFocused();
    expect(await page.getByLabel('What was done about it').count()).toBe(0);
  });

  test('the same search asks again, and is one step of the history', async () => {
    await paidOrder({ last4: '7777' });
    const page = await staffPage('support');
    await page.goto('/desk/orders');
    await search(page, '7777');
    await page.getByText('Read as the last four digits of a card: 1 order.').waitFor();
    await paidOrder({ last4: '7777' });
    await search(page, '7777');
    await page.getByText('Read as the last four digits of a card: 2 orders.').waitFor();
    await page.goBack();
    await page.getByLabel('Status').waitFor();
  });

  test('a page that the back/forward cache brings back after log-out shows no desk', async () => {
    const page = await staffPage('support');
    await page.goto('/desk/orders');
    await heading(page, 'Orders').waitFor();
    // As after a log-out in another tab: of a frozen page, no event tells.
    await page.evaluate(() => {
      localStorage.removeItem('token');
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await heading(page, 'Page not found').waitFor();
  });

  test('while the provider is down staff read everything, and the page says what may be old', async () => {
    const { id } = await paidOrder();
    const down = { match: { operation: 'listOrders' }, times: 99, do: { kind: 'status', status: 500 } };
    await control('POST', '/faults', down);
    const page = await staffPage('support');
    await openOrder(page, id);
    await page.getByText('The payment provider does not answer. State, refunds, disputes and fees').waitFor();
    await page.goto('/desk');
    await page.getByText('Does not answer', { exact: true }).waitFor();
  });

  test('days are Indian everywhere, in any time zone of the browser: plot, table and list agree', async () => {
    const { id } = await paidOrder();
    await query('ALTER TABLE orders DISABLE TRIGGER USER');
    // It may be after midnight since the tests before.
    await query('UPDATE orders SET created_at = now()');
    await query(
      `UPDATE orders SET created_at = date_trunc('day', now(), 'Asia/Kolkata') - interval '1 second' WHERE provider_order_id = $1`,
      [id],
    );
    await query('ALTER TABLE orders ENABLE TRIGGER USER');
    await query('DELETE FROM daily_figures');
    const page = await staffPage('support', { timezoneId: 'America/Los_Angeles' });
    await page.goto('/desk');
    await page.getByText('The same numbers as a table').click();
    const yesterday = page.locator('#figures tbody tr').nth(1);
    await expectOn(yesterday.getByRole('cell').first()).toHaveText('1');
    await yesterday.getByRole('link').click();
    await expectOn(rows(page)).toHaveCount(1);
    await expectOn(rows(page)).toContainText(id);
    await expectOn(rows(page)).toContainText('11:59 pm');
    await page.getByLabel('Status').selectOption('Paid');
    await press(page, 'Show');
    await page.waitForURL(/from=.+until=.+|status=PAID/);
    expect(await page.getByLabel('Status').inputValue()).toBe('PAID');
  });

  test('axe finds nothing on any page, in either scheme, and no page is wider than a phone', async () => {
    const longest = await desk.api.newPerson(`${'a'.repeat(60)}@${'b'.repeat(60)}.in`);
    const { id, paymentId } = await paidOrder({}, longest);
    await control('POST', `/payments/${paymentId}/dispute`);
    const page = await staffPage('finance', { viewport: { width: 390, height: 844 } });
    await openOrder(page, id);
    await page.getByRole('link', { name: longest.email }).click();
    await heading(page, longest.email).waitFor();
    const person = new URL(page.url()).pathname;
    for (const path of ['', '/orders', `/orders/${id}`, '/people', '/log', '/nothing']) {
      await page.goto(`/desk${path}`);
      await heading(page, /./).waitFor();
      await page.waitForLoadState('networkidle');
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, sideways, await violations(page)]).toEqual([path, 0, []]);
    }
    await page.goto(person);
    await rows(page).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await grow(page, 61);
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
