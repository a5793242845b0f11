import { setTimeout as sleep } from 'node:timers/promises';
import { runBooks } from '../support/commands';
import { describeOnPostgres } from '../support/on-postgres';
import { at, type Books, openBooks } from './world';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
beforeEach(() => books.clear());
afterAll(() => books?.close());

const all = () =>
  Promise.all(
    [
      'SELECT id, status, amount_paise, match, lines_paise FROM settlements ORDER BY id',
      'SELECT day, settlement_id, entity_id, copy, state, differences, order_id FROM settlement_lines ORDER BY 1, 2, 3, 4',
      'SELECT kind, subject, day, paise FROM book_entries ORDER BY 1, 2, 3, 4',
      'SELECT kind, subject, detail, paise FROM cases ORDER BY 1, 2',
      'SELECT name, day FROM book_progress ORDER BY 1',
    ].map((sql) => books.query(sql)),
  );
const settlementsAre = async (column: 'match' | 'status') =>
  (await books.query(`SELECT ${column} AS found FROM settlements ORDER BY id`)).map(({ found }) => found);
type Payment = Awaited<ReturnType<Books['payment']>>;
const payments = (count: number, day = '2026-11-02') =>
  Promise.all(Array.from({ length: count }, () => books.payment(day))) as Promise<
    [Payment, Payment, Payment, Payment, Payment, Payment, Payment]
  >;
/** Changes a row of the report, as Razorpay corrects it. */
const correct = (change: object, row = 0) => Object.assign(books.rows[row]?.row ?? {}, change);

test('what matches needs no attention, and repeating the import changes nothing', async () => {
  const [first, second] = await payments(2);
  const refund = await books.refund(second, '2026-11-03');
  books.settle('2026-11-04', [books.paid(first), books.paid(second), books.returned(refund)]);
  await books.importUntil('2026-11-05');
  const before = await all();
  expect(before.map((rows) => rows.length)).toEqual([1, 3, 10, 0, 2]);
  expect(before[1]?.map(({ state }) => state)).toEqual(['matched', 'matched', 'matched']);
  await books.importUntil('2026-11-05');
  expect(await all()).toEqual(before);
});

test('a payment has its settlement, day and UTR once it is settled, also if the UTR comes later or the bank returns it', async () => {
  const settlement = books.settle('2026-11-04', [books.paid(await books.payment('2026-11-02'))], { utr: null });
  const settled = async (change: Partial<typeof settlement>) => {
    Object.assign(settlement, change);
    await books.importUntil('2026-11-05');
    return books.query('SELECT settlement_id, settled_on::text, utr FROM payments');
  };
  const stored = { settlement_id: settlement.id, settled_on: '2026-11-04' };
  expect(await settled({})).toEqual([{ ...stored, utr: null }]);
  expect(await settled({ utr: '512077' })).toEqual([{ ...stored, utr: '512077' }]);
  expect(await settled({ status: 'failed' })).toEqual([{ settlement_id: null, settled_on: null, utr: null }]);
});

const credit = { entity_id: 'adj_1', type: 'adjustment', credit: 15_000, amount: 15_000, currency: 'INR' };
const deduction = { ...credit, credit: 0, debit: 15_000 };

test('each difference is a case, and once all are accepted, the balance is true', async () => {
  const [fee, twice, listed, missing, alone, failed, late] = await payments(7);
  books.settle('2026-11-04', [{ ...books.paid(fee), fee: 454, credit: 14_546 }]);
  for (const day of ['2026-11-04', '2026-11-05']) books.settle(day, [books.paid(twice)]);
  books.settle('2026-11-04', [books.paid(listed)], { amount: 2 * 14_646 });
  books.settle('2026-11-04', [books.paid(failed)], { status: 'failed' });
  books.settle('2026-11-05', [books.paid(failed)]);
  books.settle('2026-11-19', [books.paid(late)]);
  books.settle('2026-11-05', [books.paid(alone)]);
  books.settlements.pop();
  const wrong = ['4', '5', '8'].map((number) => `settlement setl_${number.padStart(14, '0')}`);
  expect(await books.importUntil('2026-11-06')).toEqual([`line ${fee.id}`, `line ${twice.id}`, ...wrong]);
  await books.skipUntil('2026-11-18');
  expect(await books.importUntil('2026-11-20')).toContain(`unsettled ${missing.id}`);
  for (const { subject } of await books.items()) await books.dismiss(subject, 'It is so');
  const month = await books.month('2026-11', '2026-11-20');
  expect(month).toMatchObject({ closingPaise: 14_646, unexplainedCount: 0 });
});

test('a refund that failed after its deduction needs attention until an adjustment that names it returns it, once', async () => {
  const [payment] = await payments(1);
  const refund = await books.refund(payment, '2026-11-03');
  books.settle('2026-11-04', [books.paid(payment), books.returned(refund)]);
  await books.importUntil('2026-11-06');
  await books.query("UPDATE refunds SET status = 'failed'");
  await books.skipUntil('2026-11-17');
  expect(await books.importUntil('2026-11-19')).toEqual([]);
  await books.importUntil('2026-11-20');
  expect(await books.items()).toMatchObject([
    { subject: refund.id, detail: expect.stringMatching(/failed on 2026-11-06.*no settlement has returned/) },
  ]);
  const reversal = { ...credit, description: `Reversal of ${refund.id}` };
  books.settle('2026-11-20', [reversal]);
  expect(await books.importUntil('2026-11-23')).toEqual([]);
  books.settle('2026-11-23', [
    { ...reversal, entity_id: 'adj_2', description: null },
    { ...reversal, entity_id: 'adj_3' },
  ]);
  expect(await books.importUntil('2026-11-24')).toEqual(['line adj_2', 'line adj_3']);
});

test('a dispute needs attention if its deduction or its return does not arrive, or arrives twice', async () => {
  const [a, b] = await payments(2);
  books.settle('2026-11-04', [books.paid(a), books.paid(b)]);
  for (const [id, payment] of [
    ['disp_won', a],
    ['disp_lost', b],
  ] as const)
    await books.dispute(id, payment);
  books.settle('2026-11-05', [{ ...deduction, dispute_id: 'disp_won' }]);
  await books.importUntil('2026-11-06');
  await books.query("UPDATE disputes SET status = 'won' WHERE id = 'disp_won'");
  await books.skipUntil('2026-11-13');
  expect(await books.importUntil('2026-11-16')).toEqual(['unsettled disp_lost']);
  await books.importUntil('2026-11-20');
  expect((await books.items()).map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/no settlement has deducted it/),
    expect.stringMatching(/was won on 2026-11-06.*no settlement has returned/),
  ]);
  const lost = { ...deduction, entity_id: 'adj_2', dispute_id: 'disp_lost' };
  books.settle('2026-11-20', [lost, { ...credit, entity_id: 'adj_3', dispute_id: 'disp_won' }]);
  expect(await books.importUntil('2026-11-23')).toEqual([]);
  books.settle('2026-11-23', [
    { ...lost, entity_id: 'adj_4' },
    { ...credit, entity_id: 'adj_5', dispute_id: 'disp_lost' },
  ]);
  expect(await books.importUntil('2026-11-24')).toEqual(['line adj_4', 'line adj_5']);
});

test('a late row, and one that the provider corrects, end what was said of them', async () => {
  const [a, b] = await payments(2);
  const { id } = books.settle('2026-11-04', [{ ...books.paid(a), amount: 15_100 }, books.paid(b)]);
  const late = books.rows.splice(1, 1);
  expect(await books.importUntil('2026-11-04')).toEqual([`line ${a.id}`, `settlement ${id}`]);
  books.rows.push(...late);
  correct({ amount: 15_000 });
  expect(await books.importUntil('2026-11-06')).toEqual([]);
});

test('a settlement whose only line disappears no longer adds up', async () => {
  const [payment] = await payments(1);
  const { id } = books.settle('2026-11-04', [books.paid(payment)]);
  expect(await books.importUntil('2026-11-05')).toEqual([]);
  books.rows.length = 0;
  expect(await books.importUntil('2026-11-05')).toEqual([`settlement ${id}`]);
});

test('each settlement with a wrong line of a payment differs, until none is left', async () => {
  const [payment] = await payments(1);
  for (const day of ['2026-11-04', '2026-11-05'])
    books.settle(day, [{ ...books.paid(payment), fee: 454, credit: 14_546 }]);
  await books.importUntil('2026-11-06');
  expect(await settlementsAre('match')).toEqual(['differs', 'differs']);
  correct({ fee: 354, credit: 14_646 });
  Object.assign(books.settlements[0] ?? {}, { amount: 14_646 });
  await books.importUntil('2026-11-06');
  expect(await settlementsAre('match')).toEqual(['matched', 'differs']);
});

test('money in no settlement for more than 13 days is named, and no longer once it is settled', async () => {
  const [payment, refunded] = [await books.payment('2026-11-02'), await books.payment('2026-11-03')];
  const refund = await books.refund(refunded, '2026-11-03');
  books.settle('2026-11-05', [books.paid(refunded)]);
  expect(await books.importUntil('2026-11-13')).toEqual([]);
  expect(await books.importUntil('2026-11-16')).toEqual([`unsettled ${payment.id}`]);
  expect(await books.importUntil('2026-11-17')).toEqual([`unsettled ${payment.id}`, `unsettled ${refund.id}`]);
  books.settle('2026-11-17', [books.paid(payment), books.returned(refund)]);
  expect(await books.importUntil('2026-11-18')).toEqual([]);
});

test('money from before the first settlement is looked for, also after a gap of weeks, or if it becomes known late', async () => {
  const [lost] = await payments(1, '2026-09-02');
  expect(await books.importUntil('2026-09-04')).toEqual([]);
  await books.skipUntil('2026-11-03');
  await books.query(`BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE book_entries SET at = at - interval '60 days'; COMMIT`);
  const [settled] = await payments(1);
  books.settle('2026-11-04', [books.paid(settled)]);
  for (const today of ['2026-11-05', '2026-11-06']) await books.importUntil(today);
  expect(await books.named()).toEqual([`unsettled ${lost.id}`]);
  await books.skipUntil('2026-12-18');
  const [late] = await payments(1, '2026-11-03');
  expect(await books.importUntil('2026-12-21')).toEqual([`unsettled ${lost.id}`, `unsettled ${late.id}`]);
});

test('a fee that the provider told late is taken from its line, also if that differs in something else', async () => {
  const payment = await books.payment('2026-11-02', { fee: null, tax: null });
  books.settle('2026-11-04', [{ ...books.paid(payment), listed_at: at('2026-11-05') }]);
  expect(await books.importUntil('2026-11-06')).toEqual([`line ${payment.id}`]);
  expect(await books.month('2026-11', '2026-11-30')).toMatchObject({ feesPaise: 354, gstPaise: 54, closingPaise: 0 });
});

test('an accepted difference opens again only when it changes', async () => {
  const [payment] = await payments(1);
  books.settle('2026-11-04', [{ ...books.paid(payment), tax: 55 }]);
  expect(await books.importUntil('2026-11-05')).toEqual([`line ${payment.id}`]);
  await books.dismiss(payment.id, 'The provider rounds');
  await books.query("UPDATE cases SET detail = 'Another wording'");
  expect(await books.importUntil('2026-11-05')).toEqual([]);
  correct({ tax: 56 });
  for (let imports = 0; imports < 2; imports += 1) await books.importUntil('2026-11-05');
  const [found] = await books.query<{ history: { event: string }[] }>('SELECT history FROM cases');
  expect(found?.history.map(({ event }) => event)).toEqual(['opened', 'reopened']);
});

test('--since reads older days again', async () => {
  const [early] = await payments(1, '2026-09-08');
  books.settle('2026-09-10', [{ ...books.paid(early), tax: 55 }]);
  expect(await books.importUntil('2026-10-02', '2026-09-28')).toEqual([`line ${early.id}`]);
  correct({ tax: 54 });
  expect(await books.importUntil('2026-10-02', '2026-09-10')).toEqual([]);
  expect(await books.month('2026-09', '2026-10-02')).toMatchObject({ canClose: true, importedUntil: '2026-10-01' });
});

test('a settlement that is not paid is read again for weeks, and a paid one that the bank returns for 15 days', async () => {
  const [payment] = await payments(1);
  const settlement = books.settle('2026-11-04', [books.paid(payment)]);
  const reads = async (reported: string, today: string) => {
    settlement.status = reported;
    await books.importUntil(today);
    return settlementsAre('status');
  };
  expect(await reads('created', '2026-11-05')).toEqual(['created']);
  await books.skipUntil('2026-12-08');
  expect(await reads('processed', '2026-12-10')).toEqual(['processed']);
  expect(await reads('failed', '2026-12-10')).toEqual(['processed']);
});

test('a settlement that is not paid, or has no UTR, after five days needs attention', async () => {
  const [a, b] = await payments(2);
  const created = books.settle('2026-11-04', [books.paid(a)], { status: 'created', utr: null });
  const paid = books.settle('2026-11-04', [books.paid(b)], { utr: null });
  expect(await books.importUntil('2026-11-09')).toEqual([]);
  expect(await books.importUntil('2026-11-10')).toEqual([`settlement ${created.id}`, `settlement ${paid.id}`]);
  for (const each of [created, paid]) Object.assign(each, { status: 'processed', utr: each.id });
  expect(await books.importUntil('2026-11-11')).toEqual([]);
});

test('a day that cannot be read, or has no end, stops the import there, and staff hear of it after two days', async () => {
  const [settled, late] = await payments(2);
  books.settle('2026-11-03', [books.paid(settled)]);
  const endless = Array.from({ length: 100 }, () => ({ ...books.paid(settled), settlement_id: 'setl_1' }));
  for (const reply of [{}, { entity: 'collection', count: 100, items: endless }]) {
    books.answers.set('/v1/settlements/recon/combined 2026-11-04', reply);
    await expect(books.importUntil('2026-11-05')).rejects.toThrow('does not answer');
    expect(await books.named()).toEqual([]);
  }
  // A second error, after the first, does not hide the cause.
  await books.query('ALTER VIEW subject_balances RENAME TO hidden');
  await expect(books.importUntil('2026-11-06')).rejects.toThrow('does not answer');
  await books.query('ALTER VIEW hidden RENAME TO subject_balances');
  await expect(books.importUntil('2026-11-20')).rejects.toThrow('does not answer');
  expect(await books.items()).toEqual([
    { kind: 'settlement', subject: 'import', detail: expect.stringMatching(/imported until 2026-11-03 only/) },
    { kind: 'unsettled', subject: late.id, detail: expect.any(String) },
  ]);
  expect((await books.month('2026-11', '2026-11-20')).unexplainedCount).toBe(1);
  books.answers.clear();
  expect(await books.importUntil('2026-11-20')).toEqual([`unsettled ${late.id}`]);
});

test('a row with an absurd fee is named, and stops nothing', async () => {
  const poisoned = await books.payment('2026-11-02', { fee: null, tax: null });
  const [other] = await payments(1);
  const fee = 3_000_000_000;
  const row = { ...books.paid(poisoned), fee, tax: fee + 1, credit: 0, debit: fee - 15_000 };
  const huge = { ...credit, entity_id: 'pay_huge', type: 'payment', order_id: other.orderId };
  const amount = Number.MAX_SAFE_INTEGER;
  books.settle('2026-11-04', [row, { ...huge, amount, credit: amount }], { amount: 0 });
  books.settle('2026-11-05', [books.paid(other)]);
  expect(await books.importUntil('2026-11-06')).toEqual([`line ${poisoned.id}`, 'line pay_huge']);
  expect(await settlementsAre('match')).toEqual(['differs', 'matched']);
});

describeOnPostgres('an import that is interrupted', () => {
  async function seed() {
    for (const [index, day] of ['2026-11-04', '2026-11-05', '2026-11-06', '2026-11-09'].entries()) {
      const lines = (await payments(3, day)).map(books.paid);
      books.settle(day, lines, index === 1 ? { amount: 1 } : {});
    }
  }

  test('at any of three points and by two at once, or that waits for a slow page, leaves the same tables', async () => {
    await seed();
    books.onCall((_, page) => page.endsWith('/combined 2026-11-04') && sleep(3_000));
    await books.importUntil('2026-11-10');
    const expected = await all();
    await books.clear();
    await seed();
    for (const point of [1, 3, 6]) {
      const stopped = books.start('import', '--since', '2026-11-04');
      await new Promise<void>((resolve) => books.onCall((call) => call === point && resolve()));
      await stopped.kill();
    }
    books.onCall(() => {});
    const both = await Promise.all([1, 2].map(() => runBooks(books.env, 'import')));
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    expect(await all()).toEqual(expected);
  });
});
