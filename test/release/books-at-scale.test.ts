import { liveDays } from '../books/sandbox-days';
import { startProduct, type TestProduct } from '../support/server';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.close());

const times = <Name extends string>(count: number, name: Name) => Array<Name>(count).fill(name);

test('over forty days and 2,000 payments the books name all 30 planted differences, and nothing else', async () => {
  const days = await liveDays(product, {
    ...{ days: 34, idleDays: 6, payments: 2_000, refunds: 150, disputes: 12 },
    settlementFaults: [
      ...times(2, 'line_missing'),
      ...times(2, 'settlement_failed'),
      ...times(2, 'late_row'),
      ...times(2, 'sum_off'),
    ],
    lineFaults: [
      ...[...times(3, 'wrong_amount'), ...times(3, 'wrong_fee'), ...times(3, 'wrong_tax'), ...times(2, 'currency')],
      ...[...times(3, 'line_twice'), ...times(3, 'unknown_payment'), ...times(3, 'unknown_refund')],
      ...times(2, 'other_day'),
    ],
  });
  expect(days.planted).toHaveLength(30);
  expect(await days.resolve()).toHaveLength(2);
  expect([...days.named].sort()).toEqual(await days.expectedNames(true));
  for (const month of days.months)
    expect(await days.month(month)).toMatchObject({ unexplainedPaise: 0, unexplainedCount: 0 });
  expect(await days.month(days.months.at(-1) ?? '')).toMatchObject({ closingPaise: 0 });
}, 900_000);
