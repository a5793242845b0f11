import { Client } from 'pg';
import { runOrders } from '../support/commands';
import { eventually } from '../support/eventually';
import { describeOnPostgres } from '../support/on-postgres';
import { at, type Books, openBooks } from './world';

let books: Books;
beforeEach(async () => {
  books = await openBooks();
});
afterEach(() => books.close());

const close = (month: string, today: string) => books.month(month, today, { close: true });
const of = (month = '2026-09', today = '2026-10-01') => books.month(month, today);
type Payment = Awaited<ReturnType<Books['payment']>>;

const dispute = ({ id }: Payment, status: string, deducted = 15_000) =>
  books.query(
    `INSERT INTO disputes (id, payment_id, order_id, status, amount_paise, amount_deducted_paise, created_at,
       closed_at, closing_reason)
     SELECT 'disp_1', id, order_id, '${status}', 15000, ${deducted}, provider_created_at, now(), 'seed' FROM payments
     WHERE id = '${id}'`,
  );
const adjustment = (id: string, more: object) => ({
  ...{ entity_id: id, type: 'adjustment', amount: 15_000, currency: 'INR', ...more },
});

test('work on an order leaves open what the books say of its lines', async () => {
  const payment = await books.payment('2026-09-02');
  books.settle('2026-09-04', [{ ...books.paid(payment), tax: 55 }]);
  await books.importUntil('2026-09-05');
  const { id, orderId: order_id, amount, fee, tax } = payment;
  const entity = { id, order_id, status: 'refunded', amount, amount_refunded: amount, currency: 'INR', fee, tax };
  const refund = { id: 'rfnd_1', payment_id: id, status: 'processed', amount, created_at: at('2026-09-05') };
  const list = (...items: object[]) => ({ entity: 'collection', count: items.length, items });
  books.answers.set(`/v1/orders/${order_id}/payments`, list({ ...entity, created_at: at('2026-09-02') }));
  books.answers.set(`/v1/payments/${id}/refunds`, list(refund));
  const { status, stdout, stderr } = await runOrders(books.env, 'reconcile', order_id);
  expect([status, stderr, stdout]).toEqual([0, '', expect.stringContaining('REFUNDED')]);
  expect(await books.named()).toEqual([`line ${id}`]);
});

test('a dispute is deducted once and returned only when it is won, whatever the ids of the adjustments', async () => {
  const payment = await books.payment('2026-09-02');
  await dispute(payment, 'lost');
  books.settle('2026-09-04', [books.paid(payment)]);
  books.settle('2026-09-07', [adjustment('adj_1', { debit: 15_000, dispute_id: 'disp_1' })]);
  books.settle('2026-09-14', [adjustment('adj_2', { debit: 15_000, dispute_id: 'disp_1' })]);
  books.settle('2026-09-15', [adjustment('adj_3', { credit: 15_000, dispute_id: 'disp_1' })]);
  await books.importUntil('2026-09-16');
  expect(await books.named()).toEqual(['line adj_2', 'line adj_3']);
  await books.query("UPDATE disputes SET status = 'won'");
  await books.importUntil('2026-09-17');
  expect(await books.named()).toEqual(['line adj_2']);
});

test('a refund that a bank returned is credited once', async () => {
  const payment = await books.payment('2026-09-02');
  const { id } = await books.refund(payment, '2026-09-03', 'failed');
  books.settle('2026-09-04', [books.paid(payment)]);
  const description = `Reversal of ${id}`;
  books.settle('2026-09-07', [adjustment('adj_1', { credit: 15_000, description })]);
  books.settle('2026-09-14', [adjustment('adj_2', { credit: 15_000, description })]);
  await books.importUntil('2026-09-16');
  expect(await books.named()).toEqual(['line adj_2']);
});

test('a refund of money that was never captured moves nothing, until its fee says that it was', async () => {
  await books.payment('2026-09-02');
  const refunded = (id: string, before: string) =>
    books.query(`
      INSERT INTO payments (id, order_id, status, amount_paise, currency, surplus, provider_created_at)
        SELECT '${id}', order_id, '${before}', amount_paise, currency, true, provider_created_at FROM payments LIMIT 1;
      INSERT INTO refunds (provider_id, payment_id, attempt, amount_paise, status, provider_created_at)
        SELECT 'rfnd_${id}', id, 1, amount_paise, 'processed', provider_created_at FROM payments WHERE id = '${id}';
      UPDATE payments SET status = 'refunded', amount_refunded_paise = amount_paise WHERE id = '${id}'`);
  await refunded('pay_released', 'authorized');
  expect(await of()).toMatchObject({ capturedPaise: 15_000, refundedPaise: 0, feesPaise: 354 });
  await books.query("UPDATE payments SET fee_paise = 354, tax_paise = 54 WHERE id = 'pay_released'");
  expect(await of()).toMatchObject({ capturedPaise: 30_000, refundedPaise: 15_000, feesPaise: 708, gstPaise: 108 });
  await refunded('pay_captured', 'captured');
  expect(await of()).toMatchObject({ capturedPaise: 45_000, refundedPaise: 30_000, feesPaise: 708 });
});

test('an accepted difference is part of the closing balance, with its reason, until it ends', async () => {
  const payment = await books.payment('2026-09-02');
  books.settle('2026-09-04', [{ ...books.paid(payment), fee: 454, credit: 14_546 }]);
  await books.importUntil('2026-10-01');
  expect(await of()).toMatchObject({ acceptedPaise: 0, closingPaise: 100, unexplainedPaise: 100 });
  await books.dismiss(payment.id, 'An agreed fee');
  expect(await close('2026-09', '2026-10-01')).toMatchObject({
    ...{ acceptedPaise: -100, closingPaise: 0 },
    accepted: [{ subject: payment.id, day: '2026-09-04', paise: -100, reason: 'An agreed fee' }],
  });
  Object.assign(books.rows[0]?.row ?? {}, { fee: 354, credit: 14_646 });
  Object.assign(books.settlements[0] ?? {}, { amount: 14_646 });
  await books.importUntil('2026-10-01', '2026-09-04');
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
  await dispute(disputed, 'lost', 0);
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

test('lines of another system are counted once, also where they change', async () => {
  await books.payment('2026-09-01');
  const other = { entity_id: 'pay_link', type: 'payment', amount: 20_000, credit: 19_500, fee: 500, tax: 76 };
  books.settle('2026-09-30', [{ ...other, currency: 'INR', order_id: 'order_link' }]);
  await books.importUntil('2026-10-01');
  Object.assign(books.rows[0]?.row ?? {}, { amount: 21_000, credit: 20_500 });
  await books.importUntil('2026-10-01');
  expect(await of()).toMatchObject({ otherLines: 1, otherPaise: 20_500 });
});

describeOnPostgres('a close that waits for an import', () => {
  test('refuses what the import left unexplained', async () => {
    await books.payment('2026-09-02');
    await books.importUntil('2026-10-01');
    const importer = new Client({ connectionString: books.env.DATABASE_URL });
    await importer.connect();
    try {
      await importer.query("SELECT pg_advisory_lock(hashtext('books'))");
      const closing = books.start('month', '2026-09', '--close');
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_try_advisory_xact%'
        AND pid <> pg_backend_pid()`;
      await eventually(async () => expect(await books.query(waiting)).toHaveLength(1));
      await importer.query(
        "INSERT INTO open_items (kind, subject, day, paise, detail) VALUES ('settlement', 'setl_1', '2026-09-30', 1, 'off')",
      );
      await importer.query("SELECT pg_advisory_unlock(hashtext('books'))");
      await closing.untilPrinted(/not explained yet. \(month 2026-09, count 1\)/);
    } finally {
      await importer.end();
    }
    expect(await of()).toMatchObject({ isClosed: false, unexplainedCount: 1 });
  });
});
