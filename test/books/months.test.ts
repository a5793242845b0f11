import { type Books, balance, openBooks } from './world';

let books: Books;
beforeEach(async () => {
  books = await openBooks();
});
afterEach(() => books.close());

const close = (month: string, today: string, opening: object = {}) =>
  books.month(month, today, { close: true, ...opening });
const refused = async (today: string, ...args: string[]) => (await books.run(today, 'month', ...args)).stderr;

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
  const of = (month: string, today: string, ...more: string[]) => refused(today, month, '--close', ...more);
  expect(await of('2026-09', '2026-09-30')).toMatch(/is not over/);
  expect(await of('2026-10', '2026-11-01')).toMatch(/nextToClose 2026-09/);
  await close('2026-09', '2026-10-31');
  expect(await of('2026-09', '2026-10-31')).toMatch(/closed already/);
  expect(await of('2026-10', '2026-11-01')).toMatch(/not explained yet.*count 1/);
  await books.dismiss(payment.id, 'The provider rounds');
  expect(await of('2026-10', '2026-11-01')).toMatch(/its days are not all imported/);
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
  expect(await refused('2026-10-01', '2026-09', '--close', '--opening', '-500')).toMatch(/needs a --reason/);
  expect(await close('2026-09', '2026-10-01', { opening: -500, reason: 'An older system refunded' })).toMatchObject({
    openingPaise: -500,
    openingReason: 'An older system refunded',
    closingPaise: 14_146,
  });
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
  await books.dispute('disp_1', payment, '2026-09-10');
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
