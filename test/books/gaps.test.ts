import { at, type Books, openBooks } from './world';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
beforeEach(() => books.clear());
afterAll(() => books?.close());

test('days before the first import with --since are filled, and no month with a hole closes', async () => {
  const early = await books.payment('2026-09-08');
  books.settle('2026-09-10', [{ ...books.paid(early), tax: 55 }]);
  await books.importUntil('2026-10-02', '2026-09-28');
  await expect(books.closeMonth('2026-09', '2026-10-02')).rejects.toThrow('This month is not over');
  await books.importUntil('2026-10-02');
  expect(await books.named()).toEqual([`line ${early.id}`]);
  await books.dismiss(early.id, 'The provider rounds');
  expect(await books.month('2026-09', '2026-10-02')).toMatchObject({ canClose: true, importedUntil: '2026-10-01' });
});

test('money in no settlement is named after a gap of weeks, also where it becomes known late', async () => {
  const [settled, lost] = [await books.payment('2026-11-02'), await books.payment('2026-11-02')];
  books.settle('2026-11-04', [books.paid(settled)]);
  await books.importUntil('2026-11-10');
  await books.skipUntil('2026-12-18');
  await books.importUntil('2026-12-20');
  expect(await books.named()).toEqual([`unsettled ${lost.id}`]);
  const late = await books.payment('2026-11-03');
  await books.importUntil('2026-12-21');
  expect(await books.named()).toEqual([`unsettled ${lost.id}`, `unsettled ${late.id}`]);
});

test('the latest reading of a settlement counts, also weeks later, until 60 days after it failed', async () => {
  const settlement = books.settle('2026-11-04', [books.paid(await books.payment('2026-11-02'))]);
  const reads = async (reported: string, today: string, expected = reported) => {
    settlement.status = reported;
    await books.importUntil(today);
    expect(await books.query('SELECT status FROM settlements')).toEqual([{ status: expected }]);
  };
  await reads('created', '2026-11-05');
  await books.skipUntil('2026-12-08');
  await reads('processed', '2026-12-10');
  await reads('failed', '2026-12-10', 'processed'); // no longer asked for
  await books.query("UPDATE settlements SET status = 'failed'");
  await books.skipUntil('2027-01-01');
  await reads('processed', '2027-01-04', 'failed');
  await reads('processed', '2027-01-03');
  await books.query("UPDATE settlements SET status = 'created', read_at = now() + interval '1 hour'");
  await reads('processed', '2027-01-03', 'created'); // an older reading
});

test('a settlement that failed and is paid under its id matches again, and its item ends', async () => {
  const payment = await books.payment('2026-11-02');
  const settlement = books.settle('2026-11-04', [books.paid(payment)], { status: 'failed', utr: null });
  await books.importUntil('2026-11-05');
  await books.skipUntil('2026-12-08');
  await books.importUntil('2026-12-10');
  expect(await books.named()).toEqual([`settlement ${settlement.id}`, `unsettled ${payment.id}`]);
  Object.assign(settlement, { status: 'processed', utr: 'again' });
  const [listed] = books.rows;
  if (listed) Object.assign(listed, { day: '2026-12-10', row: { ...listed.row, settled_at: at('2026-12-10') } });
  await books.importUntil('2026-12-11');
  expect(await books.named()).toEqual([]);
  expect(await books.query('SELECT day::text, state FROM settlement_lines')).toEqual([
    { day: '2026-12-10', state: 'matched' },
  ]);
  expect(await books.month('2026-12', '2026-12-11')).toMatchObject({ closingPaise: 0 });
});

test('a settlement that is not paid, or has no UTR, after three working days needs a person', async () => {
  const [a, b] = [await books.payment('2026-11-02'), await books.payment('2026-11-02')];
  const created = books.settle('2026-11-04', [books.paid(a)], { status: 'created', utr: null });
  const paid = books.settle('2026-11-04', [books.paid(b)], { utr: null });
  await books.importUntil('2026-11-09');
  expect(await books.named()).toEqual([]);
  await books.importUntil('2026-11-10');
  expect(await books.named()).toEqual([`settlement ${created.id}`, `settlement ${paid.id}`]);
  Object.assign(created, { status: 'processed', utr: 'one' });
  paid.utr = 'two';
  await books.importUntil('2026-11-11');
  expect(await books.named()).toEqual([]);
});

test('a day that cannot be read stops neither the other days nor the follow-up, and a person hears of it', async () => {
  const [settled, late] = [await books.payment('2026-11-02'), await books.payment('2026-11-02')];
  books.settle('2026-11-05', [books.paid(settled)]);
  books.answers.set('/v1/settlements/recon/combined 2026-11-04', {});
  await expect(books.importUntil('2026-11-20')).rejects.toThrow('does not answer');
  expect(await books.query('SELECT state FROM settlement_lines')).toEqual([{ state: 'matched' }]);
  expect(await books.items()).toEqual([
    { kind: 'settlement', subject: 'import', detail: expect.stringMatching(/imported until 2026-11-03 only/) },
    { kind: 'unsettled', subject: late.id, detail: expect.any(String) },
  ]);
  expect((await books.month('2026-11', '2026-11-20')).unexplainedCount).toBe(1);
  books.answers.clear();
  await books.importUntil('2026-11-20');
  expect(await books.named()).toEqual([`unsettled ${late.id}`]);
});

test('a provider that does not answer at all is noticed after two days', async () => {
  await books.payment('2026-11-02');
  await books.importUntil('2026-11-05');
  books.answers.set('/v1/settlements', {});
  for (const [today, named] of [
    ['2026-11-06', []],
    ['2026-11-07', ['settlement import']],
  ] as const) {
    await expect(books.importUntil(today)).rejects.toThrow('does not answer');
    expect(await books.named()).toEqual(named);
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
  expect(await books.named()).toEqual([`line ${poisoned.id}`, 'line pay_huge']);
  expect(await books.query(`SELECT state FROM settlement_lines WHERE entity_id = '${other.id}'`)).toEqual([
    { state: 'matched' },
  ]);
});

test('a list of a day that never ends is refused', async () => {
  const { id } = await books.payment('2026-11-02');
  const items = Array.from({ length: 100 }, () => ({ entity_id: id, settlement_id: 'setl_1', type: 'payment' }));
  books.answers.set('/v1/settlements/recon/combined', { entity: 'collection', count: 100, items });
  await expect(books.importUntil('2026-11-03')).rejects.toThrow('does not answer');
});
