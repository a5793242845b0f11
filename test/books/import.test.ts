import { setTimeout as sleep } from 'node:timers/promises';
import { runAlerts } from '../support/alerts';
import { runBooks } from '../support/commands';
import { describeOnPostgres } from '../support/on-postgres';
import { at, type Books, openBooks } from './world';

type Payments = [Payment, Payment, Payment];
type Payment = Awaited<ReturnType<Books['payment']>>;

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
beforeEach(() => books.clear());
afterAll(() => books?.close());

const all = (from = books) =>
  Promise.all(
    [
      'SELECT id, status, amount_paise, match, lines_paise FROM settlements ORDER BY id',
      'SELECT day, settlement_id, entity_id, copy, state, differences, order_id FROM settlement_lines ORDER BY 1, 2, 3, 4',
      'SELECT kind, subject, day, paise FROM book_entries ORDER BY 1, 2, 3, 4',
      'SELECT kind, subject, detail, paise FROM cases ORDER BY 1, 2',
      'SELECT name, day FROM book_progress ORDER BY 1',
    ].map((sql) => from.query(sql)),
  );

test('what matches needs no person, and repeating the import changes nothing', async () => {
  const [first, second] = [await books.payment('2026-11-02'), await books.payment('2026-11-02')];
  const refund = await books.refund(second, '2026-11-03');
  books.settle('2026-11-04', [books.paid(first), books.paid(second), books.returned(refund)]);
  await books.importUntil('2026-11-05');
  const before = await all();
  expect(before.map((rows) => rows.length)).toEqual([1, 3, 10, 0, 2]);
  expect(before[1]?.map(({ state }) => state)).toEqual(['matched', 'matched', 'matched']);
  await books.importUntil('2026-11-05');
  expect(await all()).toEqual(before);
});

test('a payment has its settlement, day and UTR once it is settled, also where the UTR comes later or the bank returns it', async () => {
  const payment = await books.payment('2026-11-02');
  const settlement = books.settle('2026-11-04', [books.paid(payment)], { utr: null });
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

test('a page of the report that takes longer than a payer would wait is imported', async () => {
  const paid = await books.payment('2026-11-02');
  books.settle('2026-11-04', [books.paid(paid)]);
  books.onCall((_, page) => page.endsWith('/combined 2026-11-04') && sleep(3_000));
  await books.importUntil('2026-11-05');
  books.onCall(() => {});
  expect(await books.query('SELECT state FROM settlement_lines')).toEqual([{ state: 'matched' }]);
});

const credit = { entity_id: 'adj_1', type: 'adjustment', credit: 15_000, amount: 15_000, currency: 'INR' };
const deduction = { ...credit, credit: 0, debit: 15_000 };

/** Each plants an error in the report of three payments, and has the open items that it causes. */
const planted: Record<string, [plant: (payments: Payments) => void, items: RegExp[]]> = {
  'a wrong fee': [
    ([a]) => books.settle('2026-11-04', [{ ...books.paid(a), fee: 454, credit: 14_546 }]),
    [/^line pay_0+1: .*fee is ₹4.54 instead of ₹3.54/],
  ],
  'a line again in a later settlement': [
    ([a, b]) => [
      books.settle('2026-11-04', [books.paid(a)]),
      books.settle('2026-11-05', [books.paid(a), books.paid(b)]),
    ],
    [/^line pay_0+1: .*settled before/],
  ],
  'a line missing': [
    ([a, b]) => books.settle('2026-11-04', [books.paid(a)], { amount: a.amount + b.amount - 708 }),
    [/^settlement setl_0+1: .*lack ₹146.46/],
  ],
  'lines of a settlement that is not reported': [
    ([a]) => [books.settle('2026-11-04', [books.paid(a)]), books.settlements.pop()],
    [/^settlement setl_0+1: The provider has lines of settlement/],
  ],
  'a settlement that failed and was made again': [
    ([a]) => [
      books.settle('2026-11-04', [books.paid(a)], { status: 'failed' }),
      books.settle('2026-11-05', [books.paid(a)]),
    ],
    [/^settlement setl_0+1: .*failed\. Check the bank account/],
  ],
};

test.each(Object.entries(planted))(
  '%s is named; once accepted, the balance is true',
  async (what, [plant, expected]) => {
    const payments: Payment[] = [];
    for (let count = 0; count < 3; count += 1) payments.push(await books.payment('2026-11-02'));
    plant(payments as Payments);
    await books.importUntil('2026-11-06');
    const told = (await books.items()).map(({ kind, subject, detail }) => `${kind} ${subject}: ${detail}`);
    expect(told).toEqual(expected.map((text) => expect.stringMatching(text)));

    await books.payment('2026-11-19');
    await books.skipUntil('2026-11-18');
    await books.importUntil('2026-11-20');
    for (const { subject } of await books.items()) await books.dismiss(subject, 'It is so');
    // What is in no settlement is accepted too. A settlement that is not reported has brought nothing.
    const left = what === 'lines of a settlement that is not reported' ? 2 : 1;
    const month = await books.month('2026-11', '2026-11-20');
    expect(month).toMatchObject({ closingPaise: left * 14_646, unexplainedCount: 0 });
  },
);

test('a refund that failed after its deduction needs attention until an adjustment that names it returns it, once', async () => {
  const payment = await books.payment('2026-11-02');
  const refund = await books.refund(payment, '2026-11-03');
  books.settle('2026-11-04', [books.paid(payment), books.returned(refund)]);
  await books.importUntil('2026-11-06');
  await books.query("UPDATE refunds SET status = 'failed'");
  await books.skipUntil('2026-11-17');
  await books.importUntil('2026-11-19');
  expect(await books.named()).toEqual([]);
  await books.importUntil('2026-11-20');
  expect(await books.items()).toMatchObject([
    { subject: refund.id, detail: expect.stringMatching(/failed on 2026-11-06.*no settlement has returned/) },
  ]);
  books.settle('2026-11-20', [{ ...credit, description: `Reversal of ${refund.id}` }]);
  await books.importUntil('2026-11-23');
  expect(await books.named()).toEqual([]);
  books.settle('2026-11-23', [{ ...credit, entity_id: 'adj_2', payment_id: payment.id }]);
  books.settle('2026-11-23', [{ ...credit, entity_id: 'adj_3', description: `Reversal of ${refund.id}` }]);
  await books.importUntil('2026-11-24');
  expect((await books.items()).map(({ subject, detail }) => `${subject} ${detail}`)).toEqual([
    expect.stringMatching(/^adj_2.*what the adjustment is for/),
    expect.stringMatching(/^adj_3.*settled before/),
  ]);
});

test('a dispute needs a person where its deduction or its return does not arrive, or arrives twice', async () => {
  const [a, b] = [await books.payment('2026-11-02'), await books.payment('2026-11-02')];
  books.settle('2026-11-04', [books.paid(a), books.paid(b)]);
  await books.dispute('disp_won', a);
  await books.dispute('disp_lost', b);
  books.settle('2026-11-05', [{ ...deduction, dispute_id: 'disp_won' }]);
  await books.importUntil('2026-11-06');
  await books.query("UPDATE disputes SET status = 'won' WHERE id = 'disp_won'");
  await books.skipUntil('2026-11-13');
  await books.importUntil('2026-11-16');
  expect(await books.named()).toEqual(['unsettled disp_lost']);
  await books.importUntil('2026-11-20');
  expect((await books.items()).map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/no settlement has deducted it/),
    expect.stringMatching(/was won on 2026-11-06.*no settlement has returned/),
  ]);
  books.settle('2026-11-20', [
    { ...deduction, entity_id: 'adj_2', dispute_id: 'disp_lost' },
    { ...credit, entity_id: 'adj_3', dispute_id: 'disp_won' },
  ]);
  await books.importUntil('2026-11-23');
  expect(await books.named()).toEqual([]);
  books.settle('2026-11-23', [
    { ...deduction, entity_id: 'adj_4', dispute_id: 'disp_lost' },
    { ...credit, entity_id: 'adj_5', dispute_id: 'disp_lost' },
  ]);
  await books.importUntil('2026-11-24');
  expect(await books.named()).toEqual(['line adj_4', 'line adj_5']);
});

test('a late row, and one that the provider corrects, end what was said of them', async () => {
  const [a, b] = [await books.payment('2026-11-02'), await books.payment('2026-11-02')];
  books.settle('2026-11-04', [{ ...books.paid(a), amount: 15_100 }, books.paid(b)]);
  const late = books.rows.pop();
  await books.importUntil('2026-11-04');
  expect(await books.named()).toEqual([`line ${a.id}`, 'settlement setl_00000000000001']);
  if (late) books.rows.push(late);
  Object.assign(books.rows[0]?.row ?? {}, { amount: 15_000 });
  await books.importUntil('2026-11-06');
  expect(await books.named()).toEqual([]);
});

test('a settlement whose only line disappears or moves to another one no longer adds up', async () => {
  const settlement = books.settle('2026-11-04', [books.paid(await books.payment('2026-11-02'))]);
  await books.importUntil('2026-11-05');
  books.rows.length = 0;
  await books.importUntil('2026-11-05');
  expect(await books.named()).toEqual([`settlement ${settlement.id}`]);
});

test('each settlement with a wrong line of a payment differs, until none is left', async () => {
  const wrong = { ...books.paid(await books.payment('2026-11-02')), fee: 454, credit: 14_546 };
  for (const day of ['2026-11-04', '2026-11-05']) books.settle(day, [wrong]);
  const matches = async () => {
    await books.importUntil('2026-11-06');
    return (await books.query('SELECT match FROM settlements ORDER BY id')).map(({ match }) => match);
  };
  expect(await matches()).toEqual(['differs', 'differs']);
  Object.assign(books.rows[0]?.row ?? {}, { fee: 354, credit: 14_646 });
  Object.assign(books.settlements[0] ?? {}, { amount: 14_646 });
  expect(await matches()).toEqual(['matched', 'differs']);
});

test('money in no settlement for more than 13 days is named, and no longer once it is settled', async () => {
  const payment = await books.payment('2026-11-02'); // a Monday
  const refunded = await books.payment('2026-11-03');
  const refund = await books.refund(refunded, '2026-11-03');
  books.settle('2026-11-05', [books.paid(refunded)]);
  await books.importUntil('2026-11-13');
  expect(await books.named()).toEqual([]);
  await books.importUntil('2026-11-16');
  expect(await books.named()).toEqual([`unsettled ${payment.id}`]);
  await books.importUntil('2026-11-17');
  expect(await books.named()).toEqual([`unsettled ${payment.id}`, `unsettled ${refund.id}`]);
  books.settle('2026-11-17', [books.paid(payment), books.returned(refund)]);
  await books.importUntil('2026-11-18');
  expect(await books.named()).toEqual([]);
});

test('a fee that the provider told late is taken from its line, also where that differs in something else', async () => {
  const payment = await books.payment('2026-11-02', { fee: null, tax: null });
  books.settle('2026-11-04', [{ ...books.paid(payment), listed_at: at('2026-11-05') }]);
  await books.importUntil('2026-11-06');
  expect(await books.named()).toEqual([`line ${payment.id}`]);
  expect(await books.month('2026-11', '2026-11-30')).toMatchObject({ feesPaise: 354, gstPaise: 54, closingPaise: 0 });
});

test('an accepted difference opens once more when it changes, with its history and one email', async () => {
  const a = await books.payment('2026-11-02');
  books.settle('2026-11-04', [{ ...books.paid(a), tax: 55 }]);
  await books.importUntil('2026-11-05');
  await books.dismiss(a.id, 'The provider rounds');
  await books.importUntil('2026-11-05');
  expect(await books.named()).toEqual([]);
  // Another wording is no news.
  await books.query("UPDATE cases SET detail = 'Off'");
  Object.assign(books.rows[0]?.row ?? {}, { tax: 56 });
  for (let imports = 0; imports < 2; imports += 1) await books.importUntil('2026-11-05');
  expect(await books.named()).toEqual([`line ${a.id}`]);
  const [found] = await books.query<{ history: { event: string }[] }>('SELECT history FROM cases');
  expect(found?.history.map(({ event }) => event)).toEqual(['opened', 'reopened']);
  for (let times = 0; times < 2; times += 1) await runAlerts(books.env);
  expect(await books.query("SELECT FROM mail_outbox WHERE kind = 'OPERATOR_ALERT'")).toHaveLength(1);
});

describeOnPostgres('an import that is interrupted', () => {
  const days = ['2026-11-04', '2026-11-05', '2026-11-06', '2026-11-09'];

  async function seed() {
    for (const day of days) {
      const lines = [];
      for (let count = 0; count < 3; count += 1) lines.push(books.paid(await books.payment(day)));
      books.settle(day, lines, day === '2026-11-05' ? { amount: 1 } : {});
    }
  }

  test('at any of three points and by two at once, leaves the same tables as one that is not', async () => {
    await seed();
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
