import { readFile } from 'node:fs/promises';
import { describe } from '../support/in-browser';
import { failedRequests, linkOf, press, toast, useJourney } from './journey';

const journey = useJourney();

const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22A Instagram 350.0';

describe('elsewhere', () => {
  it('receipts and bank sheets show Indian time everywhere, and lists name their time zone', async () => {
    const page = await journey.person([], { timezoneId: 'America/Los_Angeles' });
    const id = await journey.api.paidOrder(page.token);
    const { body } = await journey.api.get(`/user/order/${id}`, page.token).expect(200);
    const india = new Date(Date.parse(body.paidAt) + 330 * 60_000);
    const time = `${india.getUTCHours() % 12 || 12}:${String(india.getUTCMinutes()).padStart(2, '0')}`;
    await page.goto('/account/payments');
    await page.getByText('Times are in your time zone, America/Los Angeles.').waitFor();
    await linkOf(page, `Receipt for order ${id}`).click();
    await page.getByText(new RegExp(`^${india.getUTCDate()} .*, ${time} [ap]m IST$`)).waitFor();
    await page.goto(`/account/payments?sheet=${body.payments[0].id}&order=${id}`);
    await page.getByText(/, \d+:\d\d [ap]m IST$/).waitFor();
  });

  it('inside an app the page says before the click what does not work there', async () => {
    const page = await journey.person([], { userAgent: instagram });
    await page.goto('/login');
    const google = page.getByRole('button', { name: 'Google' });
    await page.getByText(/^Google does not allow login inside this app/).waitFor();
    expect(await google.getAttribute('aria-describedby')).toBe('google-in-app');
    await page.getByText(`${journey.product.url}/login`, { exact: true }).waitFor();
    const id = await journey.api.paidOrder(page.token);
    await page.goto(`/account/payments?receipt=${id}`);
    await page.getByText(/^This app may not be able to print/).waitFor();
    await page.goto('/account');
    await page.getByText(/^This app may not be able to save files/).waitFor();
  });

  it('an answer of the identity provider in another tab names a way out', async () => {
    const page = await journey.visitor();
    await page.goto('/callback#access_token=aaa&state=of-another-tab');
    await page.getByText(/If another app opens each time, open this site in your browser/).waitFor();
    await toast(page, 'Login Failed');
  });

  it('a downloaded file stays readable after the click', async () => {
    const page = await journey.person();
    await page.addInitScript(() => {
      const revoked: string[] = [];
      Object.assign(window, { revoked });
      URL.revokeObjectURL = (url) => void revoked.push(url);
    });
    await page.goto('/account');
    const download = page.waitForEvent('download');
    await press(page, 'Download your data');
    expect(await readFile((await (await download).path()) ?? '', 'utf8')).toContain(page.email);
    expect(await page.evaluate(() => (window as unknown as { revoked: string[] }).revoked)).toEqual([]);
  });

  it('programs that click on everything in an email do not reject an account', async () => {
    const page = await journey.visitor([failedRequests]);
    const { api } = journey;
    for (const inReverse of [false, true]) {
      const { email } = await api.newPerson();
      const mail = await api.mail(email, /Confirm/);
      const address = /https?:\/\/\S+#token=\S+/.exec(mail.text)?.[0] ?? '';
      await page.goto('about:blank');
      await page.goto(address);
      await page.getByRole('button', { name: 'No, it was not me' }).waitFor();
      const buttons = await page.locator('main button').elementHandles();
      for (const button of inReverse ? buttons.reverse() : buttons)
        await button.click({ timeout: 2_000 }).catch(() => undefined);
      await api.logIn(email).expect(200);
    }
  });
});
