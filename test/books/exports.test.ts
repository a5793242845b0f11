import type { TestDesk } from '../support/staff';
import { type Books, balance, openBooks } from './world';

let books: Books;
let token: string;
beforeEach(async () => {
  books = await openBooks({ withDesk: true });
  token = (await books.desk?.staff('finance'))?.token ?? '';
});
afterEach(() => books.close());

const close = (month: string, today: string) => books.month(month, today, { close: true });

/** The rows of a list of the desk, without quotes. */
async function exported(list: string, month: string, today: string) {
  await books.changeOn(today);
  const { text } = await (books.desk as TestDesk).api.get(`/desk/months/${month}/exports/${list}`, token).expect(200);
  expect(text).toMatch(/^\uFEFF/);
  return text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

async function journalSum(month: string, today: string) {
  const [, ...rows] = await exported('journal', month, today);
  const perAccount: Record<string, number> = {};
  for (const [, , account = '', , amount] of rows)
    perAccount[account] = Math.round((perAccount[account] ?? 0) + Number(amount) * 100);
  return perAccount;
}

test('opening and movements make closing over three months, also when a refund of the first fails in the third', async () => {
  const [kept, returned] = [await books.payment('2026-09-01'), await books.payment('2026-09-02')];
  const late = await books.payment('2026-09-30');
  const refund = await books.refund(returned, '2026-09-04');
  books.settle('2026-09-03', [books.paid(kept)]);
  books.settle('2026-09-07', [books.paid(returned), books.returned(refund)]);
  await books.importUntil('2026-10-02');
  const first = await close('2026-09', '2026-10-02');
  expect(first).toMatchObject({
    ...{ openingPaise: 0, capturedPaise: 45_000, refundedPaise: 15_000, feesPaise: 1_062, gstPaise: 162 },
    ...{ settledPaise: 14_646 - 354, closingPaise: 14_646, isClosed: true, closedBy: 'asha', corrections: [] },
  });

  books.settle('2026-10-02', [books.paid(late)]);
  await books.importUntil('2026-11-03');
  const second = await close('2026-10', '2026-11-03');
  expect(second).toMatchObject({ openingPaise: 14_646, capturedPaise: 0, settledPaise: 14_646, closingPaise: 0 });

  await books.changeOn('2026-11-10');
  await books.query("UPDATE refunds SET status = 'failed'");
  books.settle('2026-11-10', [
    {
      entity_id: 'adj_1',
      type: 'adjustment',
      amount: 15_000,
      credit: 15_000,
      currency: 'INR',
      order_id: returned.orderId,
      description: `Reversal of ${refund.id}`,
    },
  ]);
  await books.importUntil('2026-12-02');
  const third = await close('2026-11', '2026-12-02');
  expect(third).toMatchObject({
    ...{ openingPaise: 0, refundedPaise: -15_000, settledPaise: 15_000, closingPaise: 0, unexplainedCount: 0 },
    corrections: [],
  });

  const months = [first, second, third];
  expect(months.map(balance)).toEqual(months.map(({ closingPaise }) => closingPaise));
  expect(await books.month('2026-09', '2026-12-02')).toMatchObject({ refundedPaise: 15_000, closingPaise: 14_646 });
  for (const { month, closingPaise, openingPaise } of months) {
    const accounts = await journalSum(month, '2026-12-02');
    expect(Object.values(accounts).reduce((sum, paise) => sum + paise, 0)).toBe(0);
    expect(accounts['Payment provider'] ?? 0).toBe(closingPaise - openingPaise);
  }
});

test('a settlement is in the list of the month that has its money, and the list of a closed month never changes', async () => {
  const [first, second] = [await books.payment('2026-09-10'), await books.payment('2026-09-28')];
  const paid = books.settle('2026-09-14', [books.paid(first)]);
  const late = books.settle('2026-09-30', [books.paid(second)], { status: 'created' });
  await books.importUntil('2026-10-01');
  await close('2026-09', '2026-10-01');
  const september = await exported('settlements', '2026-09', '2026-10-01');
  expect(september.slice(1)).toEqual([
    [paid.id, '2026-09-14', ...[`'${paid.utr}`, 'processed', '146.46', '3.54', '0.54', '1']],
  ]);
  late.status = 'processed';
  await books.importUntil('2026-10-02');
  const october = await exported('settlements', '2026-10', '2026-10-02');
  expect(october.slice(1)).toEqual([
    [late.id, '2026-09-30', ...[`'${late.utr}`, 'processed', '146.46', '3.54', '0.54', '1']],
  ]);
  expect(await exported('settlements', '2026-09', '2026-10-02')).toEqual(september);
});

test('exports keep dates as dates and amounts as numbers, and make formulas and long references harmless', async () => {
  const payment = await books.payment('2026-09-10');
  const refund = await books.refund(payment, '2026-09-11');
  await books.query("UPDATE refunds SET reference = '512345678901'");
  await books.query(`UPDATE payments SET method = '=1+1'`);
  books.settle('2026-09-14', [books.paid(payment), books.returned(refund)], { utr: '+HDFC "N", 5' });
  await books.importUntil('2026-10-01');
  const list = (name: string) => exported(name, '2026-09', '2026-10-01');
  expect((await list('receipts'))[1]).toEqual([
    ...[expect.stringMatching(/^NC\//), '2026-09-10', payment.orderId, '150.00', "'=1+1", payment.id],
  ]);
  expect((await list('refunds'))[1]).toEqual([
    ...[refund.id, '2026-09-11', payment.id, payment.orderId, '150.00', 'processed', "'512345678901", 'own'],
  ]);
  expect((await list('fees'))[1]).toEqual([payment.id, '2026-09-10', '3.00', '0.54', '3.54', 'own']);
  expect((await list('settlements'))[1]?.join()).toMatch(
    /^setl_\d+,2026-09-14,"'\+HDFC ""N"", 5",processed,-3.54,3.54,0.54,2$/,
  );
  const journal = await list('journal');
  expect(journal.slice(1).every(([, date, , , amount]) => /^2026-09-\d\d -?\d+\.\d\d$/.test(`${date} ${amount}`))).toBe(
    true,
  );
});
