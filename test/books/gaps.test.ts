import { type Books, openBooks } from './world';

let books: Books;
beforeEach(async () => {
  books = await openBooks();
});
afterEach(() => books.close());

test('days before the first import with --since are filled, and no month with a hole closes', async () => {
  const early = await books.payment('2026-08-20');
  books.settle('2026-08-24', [{ ...books.paid(early), tax: 55 }]);
  await books.importUntil('2026-10-02', '--since', '2026-09-25');
  const hole = await books.run('month', '2026-08', '--close', '--today', '2026-10-02');
  expect([hole.status, hole.stderr]).toEqual([1, expect.stringMatching(/its days imported/)]);
  await books.importUntil('2026-10-02');
  expect(await books.named()).toEqual([`line ${early.id}`]);
  await books.books('dismiss', early.id, '--reason', 'The provider rounds');
  expect(await books.month('2026-08', '2026-10-02')).toMatchObject({ canClose: true, importedUntil: '2026-10-01' });
});

test('money in no settlement is named after a gap of weeks', async () => {
  const [settled, lost] = [await books.payment('2026-11-02'), await books.payment('2026-11-02')];
  books.settle('2026-11-04', [books.paid(settled)]);
  await books.importUntil('2026-11-10');
  await books.importUntil('2026-12-20');
  expect(await books.named()).toEqual([`unsettled ${lost.id}`]);
});

test('a settlement that the bank pays after weeks is read again', async () => {
  const settlement = books.settle('2026-11-04', [books.paid(await books.payment('2026-11-02'))], { status: 'created' });
  await books.importUntil('2026-11-10');
  await books.importUntil('2026-12-10');
  expect(await books.query('SELECT status FROM settlements')).toEqual([{ status: 'created' }]);
  settlement.status = 'processed';
  await books.importUntil('2026-12-11');
  expect(await books.query('SELECT status FROM settlements')).toEqual([{ status: 'processed' }]);
});

test('an older reading does not take back that a settlement was paid, or failed', async () => {
  const settlement = books.settle('2026-11-04', [books.paid(await books.payment('2026-11-02'))]);
  for (const [reported, known] of [
    ['processed', 'processed'],
    ['created', 'processed'],
    ['failed', 'failed'],
    ['processed', 'failed'],
  ] as const) {
    settlement.status = reported;
    await books.importUntil('2026-11-05');
    expect(await books.query('SELECT status FROM settlements')).toEqual([{ status: known }]);
  }
});

test('a row with an absurd fee is named, and stops nothing', async () => {
  const poisoned = await books.payment('2026-11-02', { fee: null, tax: null });
  const other = await books.payment('2026-11-02');
  const fee = 3_000_000_000;
  const huge = { entity_id: 'pay_huge', type: 'payment', currency: 'INR', order_id: other.orderId };
  books.settle(
    '2026-11-04',
    [
      { ...books.paid(poisoned), fee, tax: fee + 1, credit: 0, debit: fee - 15_000 },
      { ...huge, amount: Number.MAX_SAFE_INTEGER, credit: Number.MAX_SAFE_INTEGER },
    ],
    { amount: 0 },
  );
  books.settle('2026-11-05', [books.paid(other)]);
  await books.importUntil('2026-11-06');
  expect((await books.items()).map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/fee is ₹30000000.00 instead of ₹150.00.*GST on the fee is/),
    expect.stringMatching(/Our order has no payment pay_huge/),
  ]);
  expect(await books.query(`SELECT state FROM settlement_lines WHERE entity_id = '${other.id}'`)).toEqual([
    { state: 'matched' },
  ]);
});

test('a list of a day that never ends is refused', async () => {
  const { id } = await books.payment('2026-11-02');
  const items = Array.from({ length: 100 }, () => ({ entity_id: id, settlement_id: 'setl_1', type: 'payment' }));
  books.answers.set('/v1/settlements/recon/combined', { entity: 'collection', count: 100, items });
  const endless = await books.run('import', '--today', '2026-11-03');
  expect([endless.status, endless.stderr]).toEqual([1, expect.stringMatching(/does not answer/)]);
});
