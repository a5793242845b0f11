import { startProduct, type TestProduct } from '../support/server';
import { liveDays } from './sandbox-days';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test('over ten days each planted difference is named, nothing else is, and all is explained once they are resolved', async () => {
  const days = await liveDays(product, {
    ...{ days: 10, idleDays: 5, payments: 200, refunds: 15, disputes: 3 },
    settlementFaults: ['settlement_failed', 'sum_off', 'late_row', 'line_missing'],
    lineFaults: [
      ...(['wrong_amount', 'wrong_fee', 'wrong_tax', 'currency'] as const),
      ...(['line_twice', 'unknown_payment', 'unknown_refund', 'other_day'] as const),
    ],
  });
  expect(days.planted).toHaveLength(12);
  // What failed stays failed: only a person can see whether the bank statement has one credit.
  expect(await days.resolve()).toHaveLength(1);
  expect([...days.named].sort()).toEqual(await days.expectedNames(false));
  for (const month of days.months)
    expect(await days.month(month)).toMatchObject({ unexplainedPaise: 0, unexplainedCount: 0 });
  expect(await days.month(days.months.at(-1) ?? '')).toMatchObject({ closingPaise: 0 });
});
