import { type Books, openBooks } from './world';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
beforeEach(() => books.clear());
afterAll(() => books?.close());

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

test('a settlement that changes after its month, or fails, is listed with its fees and lines once', async () => {
  const settlement = books.settle('2026-09-29', [books.paid(await books.payment('2026-09-27'))]);
  await books.importUntil('2026-10-01');
  await books.closeMonth('2026-09', '2026-10-01');
  Object.assign(settlement, { status: 'failed' });
  books.settle('2026-10-01', books.rows.map(({ row }) => row));
  await books.importUntil('2026-10-02');
  const sums = async (name: 'lines' | 'settlements', column: number) => {
    const rows = [...(await books.exported(name, '2026-09')), ...(await books.exported(name, '2026-10'))];
    return rows.reduce((sum, row) => sum + Number(row[column]), 0);
  };
  expect(await sums('settlements', 4)).toBe(146.46);
  expect(await sums('settlements', 5)).toBeCloseTo(3.54);
  expect(await sums('lines', 7)).toBeCloseTo(146.46);
});
