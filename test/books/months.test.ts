import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Books, openBooks } from './world';

let books: Books;
beforeEach(async () => {
  books = await openBooks();
});
afterEach(() => books.close());

const close = (month: string, today: string, ...more: string[]) =>
  books.month(month, today, '--close', '--as', 'asha', ...more);
const refused = async (...args: string[]) => (await books.run('month', ...args)).stderr;
const folder = mkdtempSync(join(tmpdir(), 'novacore-csv-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The rows of an exported list, without quotes. */
async function exported(list: string, month: string, today: string) {
  const file = join(folder, `${list}.csv`);
  await books.books('export', list, month, '--out', file, '--today', today);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^\uFEFF/);
  return text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

type Totals = Record<string, number>;
const balance = (month: Totals) =>
  ['openingPaise', 'capturedPaise'].reduce((sum, name) => sum + Number(month[name]), 0) -
  ['refundedPaise', 'chargebacksPaise', 'feesPaise', 'settledPaise'].reduce(
    (sum, name) => sum + Number(month[name]),
    0,
  );

async function journalSum(month: string, today: string) {
  const [, ...rows] = await exported('journal', month, today);
  const perAccount: Totals = {};
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

test('an open month begins where the open months before it end', async () => {
  await books.payment('2026-09-01');
  await books.payment('2026-10-31');
  expect(await books.month('2026-10', '2026-11-01')).toMatchObject({
    ...{ firstMonth: '2026-09', nextToClose: '2026-09', lastMonth: '2026-11', canClose: false },
    ...{ openingPaise: 14_646, capturedPaise: 15_000, closingPaise: 29_292 },
  });
});

test('a month is Indian: what is captured at midnight there, counts in the month that begins', async () => {
  const { id } = await books.payment('2026-09-15');
  await books.payment('2026-10-01');
  await books.query("UPDATE payments SET provider_created_at = '2026-09-30T18:30:00Z' WHERE id <> $1", [id]);
  expect(await books.month('2026-09', '2026-10-01')).toMatchObject({ capturedPaise: 15_000 });
});

test('months close in order, once, when they are over, imported and explained', async () => {
  const payment = await books.payment('2026-09-30');
  books.settle('2026-10-02', [{ ...books.paid(payment), tax: 55 }]);
  await books.importUntil('2026-10-31');
  const of = (month: string, today: string, ...more: string[]) => refused(month, '--close', '--today', today, ...more);
  expect(await of('2026-09', '2026-09-30')).toMatch(/cannot be closed/);
  expect(await of('2026-10', '2026-11-01')).toMatch(/The next one is 2026-09/);
  await close('2026-09', '2026-10-31');
  expect(await of('2026-09', '2026-10-31')).toMatch(/2026-09 is closed/);
  expect(await of('2026-10', '2026-11-01')).toMatch(/1 unexplained/);
  await books.books('dismiss', payment.id, '--reason', 'The provider rounds', '--as', 'asha');
  expect(await of('2026-10', '2026-11-01')).toMatch(/its days imported/);
  await books.importUntil('2026-11-01');
  expect(await of('2026-10', '2026-11-01', '--opening', '5', '--reason', 'x y')).toMatch(/opens with the balance/);
  expect(await close('2026-10', '2026-11-01')).toMatchObject({ openingPaise: 14_646, closingPaise: 0 });
  await expect(books.query('UPDATE closed_months SET closing_paise = 1, opening_paise = 1')).rejects.toThrow(
    /only ever/,
  );
  await expect(books.query('DELETE FROM book_entries')).rejects.toThrow(/only ever/);
});

test('the first month may open with a balance, for a reason', async () => {
  await books.payment('2026-09-30');
  await books.importUntil('2026-10-01');
  expect(await refused('2026-09', '--close', '--opening', '-500', '--today', '2026-10-01')).toMatch(/needs a --reason/);
  expect(
    await close('2026-09', '2026-10-01', '--opening', '-500', '--reason', 'An older system refunded'),
  ).toMatchObject({ openingPaise: -500, openingReason: 'An older system refunded', closingPaise: 14_146 });
});

test('what another system of the account brings is part of the totals and named', async () => {
  await books.payment('2026-09-30');
  const other = { entity_id: 'pay_link', type: 'payment', amount: 20_000, credit: 19_500, fee: 500, tax: 76 };
  books.settle('2026-09-30', [{ ...other, currency: 'INR', order_id: 'order_link' }]);
  await books.importUntil('2026-10-01');
  const month = await books.month('2026-09', '2026-10-01');
  expect(month).toMatchObject({
    ...{ capturedPaise: 35_000, feesPaise: 854, settledPaise: 19_500, closingPaise: 14_646 },
    ...{ otherLines: 1, otherPaise: 19_500, unexplainedCount: 0 },
  });
  expect(balance(month)).toBe(month.closingPaise);
});

test('a chargeback is deducted, and its settlement may be negative', async () => {
  const payment = await books.payment('2026-09-10');
  await books.query(
    `INSERT INTO disputes (id, payment_id, order_id, status, amount_paise, amount_deducted_paise, created_at,
       closed_at, closing_reason)
     SELECT 'disp_1', id, order_id, 'lost', 15000, 15000, provider_created_at, now(), 'seed' FROM payments`,
  );
  books.settle('2026-09-14', [books.paid(payment)]);
  books.settle('2026-09-15', [
    { entity_id: 'adj_1', type: 'adjustment', amount: 15_000, debit: 15_000, currency: 'INR', dispute_id: 'disp_1' },
  ]);
  await books.importUntil('2026-10-01');
  expect(await books.named()).toEqual([]);
  expect(await close('2026-09', '2026-10-01')).toMatchObject({
    ...{ chargebacksPaise: 15_000, settledPaise: -354, closingPaise: 0 },
    settlements: [{ paise: 14_646 }, { paise: -15_000 }],
  });
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
