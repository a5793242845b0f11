import { Client } from 'pg';
import { wordsFor } from '../../apps/bff/src/commands/words';
import { shows } from '../support/eventually';
import { testOnPostgres } from '../support/on-postgres';
import { type Books, openBooks } from './world';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
beforeEach(() => books.clear());
afterAll(() => books?.close());

const of = (month = '2026-09', today = '2026-10-01') => books.month(month, today);

async function journalSum(month: string) {
  const perAccount: Record<string, number> = {};
  for (const [, , account = '', debit, credit] of await books.exported('journal', month))
    perAccount[account] = Math.round((perAccount[account] ?? 0) + (Number(debit) - Number(credit)) * 100);
  return perAccount;
}

test('an open month begins where the open months before it end, at midnight in India', async () => {
  await books.payment('2026-09-01');
  await books.payment('2026-10-31');
  await books.query("UPDATE payments SET provider_created_at = '2026-09-30T18:30:00Z' WHERE id LIKE '%2'");
  expect(await books.month('2026-10', '2026-11-01')).toMatchObject({
    ...{ firstMonth: '2026-09', nextToClose: '2026-09', lastMonth: '2026-11', canClose: false },
    ...{ openingPaise: 14_646, capturedPaise: 15_000, closingPaise: 29_292 },
  });
});

test('months close in order, once, when they are over, imported and explained', async () => {
  const payment = await books.payment('2026-09-30');
  books.settle('2026-10-02', [{ ...books.paid(payment), tax: 55 }]);
  await books.importUntil('2026-10-03');
  await books.skipUntil('2026-10-30');
  const refusal = (month: string, today: string, more = {}) =>
    books.closeMonth(month, today, more).catch((error: Error) => wordsFor(error));
  expect(await refusal('2026-09', '2026-09-30')).toMatch(/^This month is not over/);
  expect(await refusal('2026-10', '2026-11-01')).toMatch(/^This month is not over.*month 2026-10, nextToClose 2026-09/);
  expect(
    await books.closeMonth('2026-09', '2026-10-31', { openingPaise: -500, reason: 'An older system refunded' }),
  ).toMatchObject({ openingPaise: -500, openingReason: 'An older system refunded', closingPaise: 14_146 });
  expect(await refusal('2026-09', '2026-10-31')).toMatch(/^This month is closed/);
  expect(await refusal('2026-10', '2026-11-01')).toMatch(/^This month still has unexplained differences/);
  await books.dismiss(payment.id, 'The provider rounds');
  expect(await refusal('2026-10', '2026-11-01')).toMatch(/^This month is not over/);
  await books.importUntil('2026-11-01');
  expect(await refusal('2026-10', '2026-11-01', { openingPaise: 5 })).toMatch(
    /^This month opens with the closing balance/,
  );
  expect(await books.closeMonth('2026-10', '2026-11-01')).toMatchObject({ openingPaise: 14_146, closingPaise: -500 });
  await expect(books.query('UPDATE closed_months SET closing_paise = 1, opening_paise = 1')).rejects.toThrow(
    /only ever/,
  );
  await expect(books.query('DELETE FROM book_entries')).rejects.toThrow(/only ever/);
});

test('opening and movements make closing over three months, also when a refund of the first fails in the third', async () => {
  const [kept, returned] = [await books.payment('2026-09-27'), await books.payment('2026-09-28')];
  const late = await books.payment('2026-09-30');
  const refund = await books.refund(returned, '2026-09-29');
  books.settle('2026-09-29', [books.paid(kept)]);
  books.settle('2026-09-30', [books.paid(returned), books.returned(refund)]);
  await books.importUntil('2026-10-02');
  const first = await books.closeMonth('2026-09', '2026-10-02');
  expect(first).toMatchObject({
    ...{ openingPaise: 0, capturedPaise: 45_000, refundedPaise: 15_000, feesPaise: 1_062, gstPaise: 162 },
    ...{ settledPaise: 14_646 - 354, closingPaise: 14_646, isClosed: true, closedBy: 'asha', corrections: [] },
  });

  books.settle('2026-10-02', [books.paid(late)]);
  await books.importUntil('2026-10-03');
  await books.skipUntil('2026-10-31');
  await books.importUntil('2026-11-03');
  const second = await books.closeMonth('2026-10', '2026-11-03');
  expect(second).toMatchObject({ openingPaise: 14_646, capturedPaise: 0, settledPaise: 14_646, closingPaise: 0 });

  await books.changeOn('2026-11-10');
  await books.query("UPDATE refunds SET status = 'failed'");
  const adjustment = { entity_id: 'adj_1', type: 'adjustment', amount: 15_000, credit: 15_000, currency: 'INR' };
  books.settle('2026-11-10', [{ ...adjustment, description: `Reversal of ${refund.id}` }]);
  await books.importUntil('2026-11-11');
  await books.skipUntil('2026-11-30');
  await books.importUntil('2026-12-02');
  const third = await books.closeMonth('2026-11', '2026-12-02');
  expect(third).toMatchObject({
    ...{ openingPaise: 0, refundedPaise: -15_000, settledPaise: 15_000, closingPaise: 0, unexplainedCount: 0 },
    corrections: [],
  });

  expect(await of('2026-09', '2026-12-02')).toMatchObject({ refundedPaise: 15_000, closingPaise: 14_646 });
  for (const { month, closingPaise, openingPaise } of [first, second, third]) {
    const accounts = await journalSum(month);
    expect(Object.values(accounts).reduce((sum, paise) => sum + paise, 0)).toBe(0);
    expect(accounts['Payment provider'] ?? 0).toBe(closingPaise - openingPaise);
  }
});

test('what another system of the account brings is part of the totals and named, also where it changes', async () => {
  await books.payment('2026-09-28');
  const ofAnother = { entity_id: 'pay_link', type: 'payment', currency: 'INR', order_id: 'order_link' };
  books.settle('2026-09-30', [{ ...ofAnother, amount: 20_000, credit: 19_500, fee: 500, tax: 76 }]);
  await books.importUntil('2026-10-01');
  expect(await of()).toMatchObject({
    ...{ capturedPaise: 35_000, feesPaise: 854, settledPaise: 19_500, closingPaise: 14_646 },
    ...{ otherLines: 1, otherPaise: 19_500, unexplainedCount: 0 },
  });
  Object.assign(books.rows[0]?.row ?? {}, { amount: 21_000, credit: 20_500 });
  await books.importUntil('2026-10-01');
  expect(await of()).toMatchObject({ otherLines: 1, otherPaise: 20_500 });
  const instant = { ...ofAnother, entity_id: 'rfnd_link', type: 'refund', amount: 10_000, debit: 10_708, credit: 0 };
  books.settle('2026-09-30', [{ ...instant, fee: 708, tax: 108 }]);
  await books.importUntil('2026-10-01');
  expect(await of()).toMatchObject({ capturedPaise: 36_000, refundedPaise: 10_000, otherPaise: 9_792 });
});

/** A second payment of an order that was refunded. */
const refunded = (id: string, before: string) =>
  books.query(`
    INSERT INTO payments (id, order_id, status, amount_paise, currency, surplus, provider_created_at)
      SELECT '${id}', order_id, '${before}', amount_paise, currency, true, provider_created_at FROM payments LIMIT 1;
    INSERT INTO refunds (provider_id, payment_id, attempt, amount_paise, status, provider_created_at)
      SELECT 'rfnd_${id}', id, 1, amount_paise, 'processed', provider_created_at FROM payments WHERE id = '${id}';
    UPDATE payments SET status = 'refunded', amount_refunded_paise = amount_paise WHERE id = '${id}'`);

test('a refund of money that was never captured moves nothing, until its fee says that it was', async () => {
  await books.payment('2026-09-02');
  await refunded('pay_released', 'authorized');
  expect(await of()).toMatchObject({ capturedPaise: 15_000, refundedPaise: 0, feesPaise: 354 });
  await books.query("UPDATE payments SET fee_paise = 354, tax_paise = 54 WHERE id = 'pay_released'");
  expect(await of()).toMatchObject({ capturedPaise: 30_000, refundedPaise: 15_000, feesPaise: 708, gstPaise: 108 });
  await refunded('pay_captured', 'captured');
  expect(await of()).toMatchObject({ capturedPaise: 45_000, refundedPaise: 30_000, feesPaise: 708 });
});

testOnPostgres('a refund that fails while its payment changes moves nothing', async () => {
  await books.payment('2026-09-02');
  await refunded('pay_released', 'authorized');
  const refunding = new Client({ connectionString: books.env.DATABASE_URL });
  await refunding.connect();
  await refunding.query("BEGIN; UPDATE refunds SET status = 'failed'");
  const captured = books.query("UPDATE payments SET fee_paise = 354, tax_paise = 54 WHERE id = 'pay_released'");
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await Promise.race([captured, shows(() => books.query(waiting), [{}])]);
  await refunding.query('COMMIT');
  await refunding.end();
  await captured;
  expect(await of()).toMatchObject({ capturedPaise: 30_000, refundedPaise: 0 });
});

test('an accepted difference is part of the closing balance, with its reason, until it ends', async () => {
  const payment = await books.payment('2026-09-28');
  books.settle('2026-09-30', [{ ...books.paid(payment), fee: 454, credit: 14_546 }]);
  await books.importUntil('2026-10-01');
  expect(await of()).toMatchObject({ acceptedPaise: 0, closingPaise: 100, unexplainedPaise: 100 });
  await books.dismiss(payment.id, 'An agreed fee', 'fees');
  expect(await books.closeMonth('2026-09', '2026-10-01')).toMatchObject({
    ...{ acceptedPaise: -100, closingPaise: 0 },
    accepted: [{ subject: payment.id, day: '2026-09-30', account: 'fees', paise: -100, reason: 'An agreed fee' }],
  });
  Object.assign(books.rows[0]?.row ?? {}, { fee: 354, credit: 14_646 });
  Object.assign(books.settlements[0] ?? {}, { amount: 14_646 });
  await books.importUntil('2026-10-01', '2026-09-30');
  expect(await of('2026-10', '2026-10-31')).toMatchObject({
    ...{ acceptedPaise: 100, settledPaise: 100, openingPaise: 0, closingPaise: 0 },
    corrections: [
      { kind: 'accepted', paise: 100 },
      { kind: 'settled', paise: 100 },
    ],
  });
});

test('what is deducted, won or returned later counts on that day, and leaves the months before as they are', async () => {
  const [disputed, returned] = [await books.payment('2026-09-02'), await books.payment('2026-09-02')];
  await books.dispute('disp_1', disputed, 0);
  await books.refund(returned, '2026-09-03');
  await books.changeOn('2026-10-03');
  await books.query("UPDATE disputes SET amount_deducted_paise = 15000; UPDATE refunds SET status = 'failed'");
  await books.changeOn('2026-11-04');
  await books.query("UPDATE disputes SET status = 'won'");
  const totals = async (month: string) => {
    const { chargebacksPaise, refundedPaise } = await of(month, '2026-11-30');
    return [chargebacksPaise, refundedPaise];
  };
  expect(await totals('2026-09')).toEqual([0, 15_000]);
  expect(await totals('2026-10')).toEqual([15_000, -15_000]);
  expect(await totals('2026-11')).toEqual([-15_000, 0]);
});

test('a settlement is listed in the month that has its money, and with its fees and lines only once', async () => {
  const [first, second] = [await books.payment('2026-09-27'), await books.payment('2026-09-28')];
  const paid = books.settle('2026-09-29', [books.paid(first)]);
  const late = books.settle('2026-09-30', [books.paid(second)], { status: 'created' });
  await books.importUntil('2026-10-01');
  await books.closeMonth('2026-09', '2026-10-01');
  const [amounts, fees] = [
    ['146.46', '3.54', '0.54'],
    ['-146.46', '-3.54', '-0.54'],
  ];
  const september = [[paid.id, '2026-09-29', paid.utr, 'processed', ...amounts]];
  expect(await books.exported('settlements', '2026-09')).toEqual(september);
  late.status = 'processed';
  paid.status = 'failed';
  await books.importUntil('2026-10-02');
  expect(await books.exported('settlements', '2026-10')).toEqual([
    [paid.id, '2026-09-29', paid.utr, 'failed', ...fees],
    [late.id, '2026-09-30', late.utr, 'processed', ...amounts],
  ]);
  const nets = async (month: string) => (await books.exported('lines', month)).map((line) => line[7]);
  expect([await nets('2026-09'), await nets('2026-10')]).toEqual([['146.46'], ['-146.46', '146.46']]);
  const changed = september.map((row) => row.with(3, 'failed'));
  expect(await books.exported('settlements', '2026-09')).toEqual(changed);
});

test('exports list receipts, refunds, lines and a journal, with harmless formulas and plain references', async () => {
  const payment = await books.payment('2026-09-27');
  const refund = await books.refund(payment, '2026-09-28');
  const { id: settlement, utr } = books.settle('2026-09-29', [books.paid(payment)]);
  await books.query("UPDATE payments SET method = '=1+1'; UPDATE refunds SET reference = '514890931358'");
  await books.importUntil('2026-09-30');
  const lists = ['receipts', 'refunds', 'lines', 'journal'] as const;
  const [receipts, refunds, lines, journal] = await Promise.all(lists.map((name) => books.exported(name, '2026-09')));
  const { id, orderId } = payment;
  const receipt = expect.stringMatching(/^NC\//);
  expect(receipts).toEqual([[receipt, '2026-09-27', orderId, '150.00', "'=1+1", id]]);
  const money = ['150.00', 'processed', '514890931358', 'own'];
  expect(refunds).toEqual([[refund.id, '2026-09-28', id, receipt, orderId, ...money]]);
  const amounts = ['150.00', '3.00', '0.54', '146.46'];
  expect(lines).toEqual([[id, receipt, 'payment', id, ...amounts, utr, '2026-09-29', settlement]]);
  expect(journal?.slice(0, 4)).toEqual([
    ['RZP-20260927', '2026-09-27', 'Payment provider', '146.46', '', 'Razorpay 2026-09-27'],
    ['RZP-20260927', '2026-09-27', 'Receipts', '', '150.00', 'Razorpay 2026-09-27'],
    ['RZP-20260927', '2026-09-27', 'Fees', '3.00', '', 'Razorpay 2026-09-27'],
    ['RZP-20260927', '2026-09-27', 'GST on fees', '0.54', '', 'Razorpay 2026-09-27'],
  ]);
});

test('receipts, payments without one, and amounts across the edge of a month add up to what was captured', async () => {
  const first = await books.payment('2026-09-27');
  await books.payment('2026-09-30', { paidOn: '2026-10-01' });
  await books.payment('2026-10-02');
  await books.query(`
    INSERT INTO payments (id, order_id, status, amount_paise, currency, surplus, provider_created_at)
      SELECT 'pay_second', order_id, 'captured', amount_paise, currency, true, provider_created_at
      FROM payments WHERE id = '${first.id}'`);
  const second = { paymentId: 'pay_second', orderId: first.orderId, day: '2026-09-27', paise: 15_000 };
  const september = await of('2026-09', '2026-10-05');
  expect(september).toMatchObject({
    capturedPaise: 45_000,
    receipts: { issuedPaise: 15_000, withoutReceiptPaise: 15_000, acrossPaise: 15_000, withoutReceipt: [second] },
  });
  expect(await of('2026-10', '2026-10-05')).toMatchObject({
    capturedPaise: 15_000,
    receipts: { issuedPaise: 30_000, withoutReceiptPaise: 0, acrossPaise: -15_000, withoutReceipt: [] },
  });
  expect(await books.exported('without-receipt', '2026-09')).toEqual([
    ['pay_second', '2026-09-27', first.orderId, '150.00', 'own'],
    [expect.any(String), '2026-09-30', expect.any(String), '150.00', 'other month'],
  ]);
});
