import { exampleMails } from '../../apps/bff/src/mail/examples';
import { type Journey, startJourney } from '../journeys/journey';
import { apiOf } from '../support/api';
import { violations } from '../support/axe';
import { describe as inBrowser } from '../support/in-browser';
import { sharedProduct } from '../support/shared-product';

test.each(exampleMails)('$kind is small, loads nothing, and says who writes and why', ({ html, text, subject }) => {
  expect(Buffer.byteLength(html)).toBeLessThan(30_000);
  expect(html).not.toMatch(/\bsrc=|<link|url\(|@import|<img/);
  expect(html).toContain('lang="en-IN"');
  for (const part of [html, text]) {
    expect(part).toContain('You get this mail because');
    expect(part).toContain('NovaCore Example Private Limited, 1 Example Road, Hyderabad');
  }
  expect(subject).not.toMatch(/undefined|null|NaN/);
  expect(text).not.toMatch(/undefined|null|NaN/);
});

inBrowser('in a mail program', () => {
  let journey: Journey;
  beforeAll(async () => {
    journey = await startJourney();
  });
  afterEach(async () => expect(await journey.end()).toEqual([]));
  afterAll(() => journey?.close());

  it('every kind is accessible, fits a phone, and reads in the order of its text without styles', async () => {
    const page = await journey.visitor([], { viewport: { width: 390, height: 844 }, bypassCSP: true });
    const order = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
    for (const { kind, html, text } of exampleMails) {
      await page.setContent(html);
      expect([kind, await violations(page)]).toEqual([kind, []]);
      expect([kind, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([kind, 390]);
      await page.evaluate(() => document.querySelector('style')?.remove());
      const read = order((await page.locator('main').textContent()) ?? '');
      let at = 0;
      for (const line of text.split('\n').map(order).filter(Boolean)) {
        at = read.indexOf(line, at);
        expect([kind, line, at >= 0]).toEqual([kind, line, true]);
      }
    }
  });

  it('receipt and refund state what the printed receipt states', async () => {
    const { api, product } = journey;
    const page = await journey.person([], { timezoneId: 'Asia/Kolkata' });
    const id = await api.newOrder();
    await api.claimOrder(id, page.token).expect(200);
    const paid = await api.pay(id);
    await api.verifyPayment(paid, page.token).expect(200);
    const factsOfPage = async () => {
      await page.goto(`/account/payments?receipt=${id}`);
      await page.locator('.receipt').waitFor();
      const pairs = await page
        .locator('.receipt dl > div')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));
      return pairs.filter(([name]) => name !== 'Status');
    };
    const factsOfMail = async (subject: RegExp, count: number) => {
      await page.setContent((await api.mail(page.email, subject, count)).html);
      const pairs = await page
        .locator('.plate tr')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));
      return pairs.map(([name, value]) => [name, value?.replace(/ IST$/, '')]);
    };
    const names = (pairs: (string | null | undefined)[][]) => pairs.map(([name]) => name);

    const printed = await factsOfPage();
    expect(printed).toContainEqual(['Paid by', 'Card (Visa, ending 1007)']);
    expect(await factsOfMail(/^Receipt/, 2)).toEqual(printed);
    expect(names(printed)).toEqual(
      expect.arrayContaining(['GSTIN', 'Received from', 'For', 'Paid by', 'Receipt number']),
    );

    await product.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/refund`);
    await product.sandbox.control('POST', '/webhooks/flush');
    const mailed = await factsOfMail(/was refunded to you/, 3);
    const refunded = await factsOfPage();
    expect(mailed).toEqual(refunded);
    expect(names(refunded)).toEqual(expect.arrayContaining(['Refund', 'Refund reference', 'Refund shows']));
  });

  it('the printed receipt names each of several refunds', async () => {
    const { api, product } = journey;
    const page = await journey.person();
    const id = await api.newOrder();
    await api.claimOrder(id, page.token).expect(200);
    const paid = await api.pay(id);
    for (const amount of [5_000, 4_000])
      await product.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/refund`, { amount });
    await api.verifyPayment(paid, page.token).expect(200);
    await page.goto(`/account/payments?receipt=${id}`);
    for (const [name, amount] of [
      ['Refund 1', '₹50.00'],
      ['Refund 2', '₹40.00'],
    ] as const) {
      const line = page.locator('.receipt dl > div').filter({ has: page.getByText(name, { exact: true }) });
      expect(await line.locator('dd').textContent()).toBe(amount);
    }
  });

  it('the sandbox shows a mail as HTML and as text, in a frame without scripts', async () => {
    const { api, product } = journey;
    const { email } = await api.newPerson();
    await api.mail(email, /Confirm/);
    const page = await journey.visitor([/Blocked script execution/]);
    await page.goto(`${product.sandbox.url}/mailbox`);
    await page.getByRole('row', { name: email }).getByRole('link').first().click();
    await page.getByRole('link', { name: 'Dark', exact: true }).click();
    await page.getByRole('link', { name: '390 px', exact: true }).click();
    const frame = page.frameLocator('iframe');
    const link = frame.getByRole('link', { name: 'Confirm this address' });
    const [form] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await form.getByRole('button', { name: 'Confirm' }).waitFor();
    expect(await page.locator('iframe').evaluate(({ offsetWidth }: HTMLElement) => offsetWidth)).toBe(392);
    await page.locator('.mail').getByRole('link').waitFor();
    await page.goto(`${product.sandbox.url}/mailbox/kinds`);
    expect(await page.locator('iframe').count()).toBe(exampleMails.length);
  });
});

test('a mail is sent as plain ASCII in short lines, with text and HTML', async () => {
  const api = apiOf(sharedProduct);
  const { email } = await api.newPerson();
  const { source } = await api.mail(email, /Confirm/);
  expect(source).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(source.match(/^Content-Transfer-Encoding: .*$/gm)?.map((line) => line.slice(27))).toEqual(
    Array(2).fill('quoted-printable'),
  );
  expect(source).not.toMatch(/[^\t\r\n\x20-\x7e]/);
  expect(source.split('\r\n').filter((line) => line.length > 76 && !/^\S+: |^ /.test(line))).toEqual([]);
});
