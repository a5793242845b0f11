import { csv, paise, reference, rupees } from './csv';
import { workingDaysBefore } from './indian-days';
import { type Line, matchLine, missingPaise, type Place, settlementStep, stepFor } from './match';

const line: Line = {
  ...{ day: '2026-11-04', settledDay: '2026-11-04', type: 'payment', entityId: 'pay_1', providerOrderId: 'order_1' },
  ...{ receipt: null, disputeId: null, refundId: null, amountPaise: 15_000, creditPaise: 14_646, debitPaise: 0 },
  ...{ feePaise: 354, taxPaise: 54, currency: 'INR' },
};
const known = { orderId: 'ours', currency: 'INR', paise: 15_000, feePaise: 354, taxPaise: 54 };
const place: Place = { known, orderId: 'ours', isReturned: false, isRepeated: false };
const deduction = { creditPaise: 0, debitPaise: 15_000, feePaise: 0, taxPaise: 0 };
const free = { feePaise: 0, taxPaise: 0 };

test.each<
  [what: string, change: Partial<Line>, where: Partial<Place>, state: string, fields: string[], expected: number]
>([
  ['as in our books', {}, {}, 'matched', [], 14_646],
  ['another amount', { amountPaise: 15_100, creditPaise: 14_746 }, {}, 'differs', ['amount'], 14_646],
  ['another fee', { feePaise: 454, creditPaise: 14_546 }, {}, 'differs', ['fee'], 14_646],
  ['a fee that was not told yet', {}, { known: { ...known, feePaise: null, taxPaise: null } }, 'matched', [], 14_646],
  ['a credit that does not follow', { creditPaise: 14_600 }, {}, 'differs', ['net'], 14_646],
  ['another currency', { currency: 'USD' }, {}, 'differs', ['currency'], 14_646],
  ['on another day', { settledDay: '2026-11-03' }, {}, 'differs', ['day'], 14_646],
  ['settled before', {}, { isRepeated: true }, 'differs', ['repeated'], 0],
  ['a payment that our order lacks', {}, { known: undefined }, 'unknown', [], 0],
  ['a payment without an order', { providerOrderId: null }, { known: undefined, orderId: undefined }, 'unknown', [], 0],
  ['of another system', {}, { known: undefined, orderId: undefined }, 'other', [], 14_646],
  ['an unknown type', { type: 'transfer' }, {}, 'unknown', ['type'], 0],
  [
    'a refund',
    { ...deduction, type: 'refund' },
    { known: { ...known, ...free, paise: -15_000 } },
    'matched',
    [],
    -15_000,
  ],
  [
    'a refund with a fee',
    { ...deduction, type: 'refund', feePaise: 100, debitPaise: 15_100 },
    { known: { ...known, ...free, paise: -15_000 } },
    'differs',
    ['fee'],
    -15_000,
  ],
  [
    'a chargeback',
    { ...deduction, type: 'adjustment', disputeId: 'disp_1' },
    { known: { ...known, ...free, paise: -15_000 } },
    'matched',
    [],
    -15_000,
  ],
])('a line %s', (_, change, where, state, fields, expectedPaise) => {
  const verdict = matchLine({ ...line, ...change }, { ...place, ...where });
  expect([verdict.state, verdict.differences.map(({ field }) => field), verdict.expectedPaise]).toEqual([
    ...[state, fields, expectedPaise],
  ]);
});

test.each<[change: Partial<Line>, where: Partial<Place>, step: RegExp]>([
  [{ amountPaise: 15_100 }, {}, /the amount is ₹151.00 instead of ₹150.00, and it brings ₹146.46 where .* ₹147.46/],
  [{ currency: 'USD' }, {}, /the currency is USD instead of INR/],
  [{}, { isRepeated: true }, /it was settled before/],
  [{ type: 'adjustment' }, {}, /do not know what the adjustment is for/],
  [{}, { known: undefined }, /^Our order has no payment pay_1\. Check the order/],
])('staff read what is wrong with a line: %j %j', (change, where, step) => {
  const wrong = { ...line, ...change };
  expect(stepFor(wrong, matchLine(wrong, { ...place, ...where }))).toMatch(step);
});

const sums = {
  ...{ id: 'setl_1', status: 'processed', day: '2026-11-04', utr: 'utr', amountPaise: 100, repeatedBy: null },
  ...{ netPaise: 100, expectedPaise: 100, isLate: false },
};

test.each([
  [{}, 0, /^$/],
  [{ amountPaise: 101 }, 1, /do not add up to ₹1.01: they lack ₹0.01\./],
  [{ isLate: true, status: 'created' }, 0, /is not paid yet\. Ask the provider when/],
  [{ status: 'failed' }, 0, /failed\. Check the bank account/],
  [{ status: 'failed', repeatedBy: 'setl_2' }, 0, /was repeated by setl_2\. Check that the bank statement has one/],
])('staff read what is wrong with a settlement: %j', (change, paise, detail) => {
  expect(settlementStep({ ...sums, ...change })).toEqual({ paise, detail: expect.stringMatching(detail) });
});

test('a settlement lacks what its lines do not add up to, unless lines that differ explain it', () => {
  expect(missingPaise(100, { netPaise: 100, expectedPaise: 100 })).toBe(0);
  expect(missingPaise(101, { netPaise: 100, expectedPaise: 100 })).toBe(1);
  expect(missingPaise(100, { netPaise: 90, expectedPaise: 100 })).toBe(0);
  expect(missingPaise(90, { netPaise: 90, expectedPaise: 100 })).toBe(0);
});

test('working days leave out Saturday and Sunday', () => {
  expect(workingDaysBefore('2026-11-16', 9)).toBe('2026-11-03');
  expect(workingDaysBefore('2026-11-15', 1)).toBe('2026-11-13');
});

test('rupees keep every paisa', () => {
  expect([0, 5, -5, 150, -15_000, 900_719_925_474_099].map(rupees)).toEqual([
    ...['0.00', '0.05', '-0.05', '1.50', '-150.00', '9007199254740.99'],
  ]);
});

test('a cell is never a formula, and a long number stays as it is', async () => {
  async function* rows() {
    yield [
      ['=1+1', '+1', '-1', '@a', '\ta', 'a "b", c', null, paise(-150), reference('512345678901'), reference('HDFC1')],
    ];
  }
  let text = '';
  for await (const part of csv(['a', 'b'], rows())) text += part;
  expect(text).toBe(`\uFEFFa,b\r\n'=1+1,'+1,'-1,'@a,"'\ta","a ""b"", c",,-1.50,'512345678901,HDFC1\r\n`);
});
