import { type Books, openBooks } from './world';

let books: Books;
beforeEach(async () => {
  books = await openBooks();
});
afterEach(() => books.close());

test('what matches needs no person, and repeating the import changes nothing', async () => {
  const [first, second] = [await books.payment('2026-11-02'), await books.payment('2026-11-02')];
  const refund = await books.refund(second, '2026-11-03');
  books.settle('2026-11-04', [books.paid(first), books.paid(second), books.returned(refund)]);
  await books.importUntil('2026-11-05');
  const all = () =>
    Promise.all(
      ['settlements', 'settlement_lines', 'book_entries'].map((table) =>
        books.query(`SELECT * FROM ${table} ORDER BY 1`),
      ),
    );
  const before = await all();
  expect(before.map((rows) => rows.length)).toEqual([1, 3, 8]);
  expect(before[1]?.map(({ state }) => state)).toEqual(['matched', 'matched', 'matched']);
  await books.importUntil('2026-11-05');
  expect([await all(), await books.named()]).toEqual([before, []]);
});
