import { exampleMails } from '../../apps/bff/src/mail/examples';
import { useJourney } from '../journeys/journey';
import { violations } from '../support/axe';
import { describe, test } from '../support/in-browser';

describe('in a mail program', () => {
  const journey = useJourney();

  test('every kind of email is accessible, fits a phone, and reads in the order of its text without styles', async () => {
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

  test('receipt and refund state what the printed receipt states, which names each of several refunds', async () => {
    const { api, product } = journey;
    const page = await journey.person([], { timezoneId: 'Asia/Kolkata' });
    const id = await api.newOrder();
    await api.claimOrder(id, page.token).expect(200);
    const paid = await api.pay(id);
    await api.verifyPayment(paid, page.token).expect(200);
    const pairsIn = (rows: string) =>
      page.locator(rows).evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    const factsOfPage = async () => {
      await page.goto(`/account/payments?receipt=${id}`);
      await page.locator('.receipt').waitFor();
      return (await pairsIn('.receipt dl > div')).filter(([name]) => name !== 'Status');
    };
    const factsOfMail = async (subject: RegExp, count: number) => {
      await page.setContent((await api.mail(page.email, subject, count)).html);
      return pairsIn('.plate tr');
    };
    const names = (pairs: (string | null | undefined)[][]) => pairs.map(([name]) => name);
    const refund = async (amount: number) => {
      await product.sandbox.control('POST', `/payments/${paid.razorpay_payment_id}/refund`, { amount });
      await product.sandbox.control('POST', '/webhooks/flush');
    };

    const printed = await factsOfPage();
    expect(printed).toContainEqual(['Paid by', 'Card (Visa, ending 1007)']);
    expect(await factsOfMail(/^Receipt/, 2)).toEqual(printed);
    expect(names(printed)).toEqual(
      expect.arrayContaining(['GSTIN', 'Received from', 'For', 'Paid by', 'Receipt number']),
    );
    await refund(5_000);
    const mailed = await factsOfMail(/was refunded to you/, 3);
    expect(mailed).toEqual(await factsOfPage());
    expect(names(mailed)).toEqual(expect.arrayContaining(['Refund', 'Refund reference', 'Refund shows']));
    await refund(4_000);
    await api.verifyPayment(paid, page.token).expect(200);
    const several = await factsOfPage();
    expect(several).toContainEqual(['Refund 1', '₹50.00']);
    expect(several).toContainEqual(['Refund 2', '₹40.00']);
  });
});
