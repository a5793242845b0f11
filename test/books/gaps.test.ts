import { type Books, openBooks } from './world';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
beforeEach(() => books.clear());
afterAll(() => books?.close());

test('--since reads older days again, and never leaves a day out', async () => {
  const early = await books.payment('2026-09-08');
  books.settle('2026-09-10', [{ ...books.paid(early), tax: 55 }]);
  await books.importUntil('2026-10-02', '2026-09-28');
  expect(await books.named()).toEqual([`line ${early.id}`]);
  Object.assign(books.rows[0]?.row ?? {}, { tax: 54 });
  await books.importUntil('2026-10-02', '2026-09-10');
  expect(await books.named()).toEqual([]);
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

test('money that no settlement had before the first one is looked for once there is one', async () => {
  const lost = await books.payment('2026-09-02');
  await books.importUntil('2026-09-04');
  await books.skipUntil('2026-11-03');
  await books.query(`BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE book_entries SET at = at - interval '60 days'; COMMIT`);
  books.settle('2026-11-04', [books.paid(await books.payment('2026-11-02'))]);
  for (const today of ['2026-11-05', '2026-11-06']) await books.importUntil(today);
  expect(await books.named()).toEqual([`unsettled ${lost.id}`]);
});

test('a settlement that is not paid is read again for weeks, and a paid one that the bank returns for 15 days', async () => {
  const settlement = books.settle('2026-11-04', [books.paid(await books.payment('2026-11-02'))]);
  const reads = async (reported: string, today: string) => {
    settlement.status = reported;
    await books.importUntil(today);
    return (await books.query<{ status: string }>('SELECT status FROM settlements'))[0]?.status;
  };
  expect(await reads('created', '2026-11-05')).toBe('created');
  await books.skipUntil('2026-12-08');
  expect(await reads('processed', '2026-12-10')).toBe('processed');
  expect(await reads('failed', '2026-12-10')).toBe('processed');
});

test('a settlement that is not paid, or has no UTR, after five days needs attention', async () => {
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

test('a day that cannot be read stops the import there, and staff hear of it until it goes on', async () => {
  const [settled, late] = [await books.payment('2026-11-02'), await books.payment('2026-11-02')];
  books.settle('2026-11-03', [books.paid(settled)]);
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
