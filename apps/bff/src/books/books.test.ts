import { strFromU8, unzipSync } from 'fflate';
import { journalRows } from './exports';
import { type Expectation, judge, type Line, matchLine, settlementStep, stepFor } from './match';
import { csv, paise, rupees, xlsx } from './sheet';

const line: Line = {
  ...{ day: '2026-11-04', settledDay: '2026-11-04', type: 'payment', entityId: 'pay_1', subject: 'pay_1' },
  ...{ receipt: null, amountPaise: 15_000, creditPaise: 14_646, debitPaise: 0, feePaise: 354, taxPaise: 54 },
  ...{ currency: 'INR', status: 'processed', providerOrderId: 'order_1', ourOrderId: 'ours' },
};
const known: Expectation = {
  ...{ orderId: 'ours', currency: 'INR', paise: 15_000, feePaise: 354, taxPaise: 54, isUndone: false },
};
const deducted: Expectation = { ...known, paise: -15_000, feePaise: 0, taxPaise: 0 };
const deduction = { type: 'refund', creditPaise: 0, debitPaise: 15_000, feePaise: 0, taxPaise: 0 };
const returned = { type: 'adjustment', entityId: 'adj_1', creditPaise: 15_000, feePaise: 0, taxPaise: 0 };
const foreign = { ourOrderId: null };

/** Lines of ten settlements, and the verdict on each. */
test.each<[what: string, change: Partial<Line>, known: Expectation | undefined, state: string, expected: number]>([
  ['a payment less its fee and the GST on it', {}, known, 'matched', 14_646],
  [
    'a UPI payment without a fee',
    { feePaise: 0, taxPaise: 0, creditPaise: 15_000 },
    { ...known, feePaise: 0, taxPaise: 0 },
    'matched',
    15_000,
  ],
  ['a payment whose fee was not told before', {}, { ...known, feePaise: null, taxPaise: null }, 'matched', 14_646],
  ['a refund deducted from payments of other days', deduction, deducted, 'matched', -15_000],
  [
    'an instant refund with a fee',
    { ...deduction, feePaise: 708, taxPaise: 108, debitPaise: 15_708 },
    deducted,
    'differs',
    -15_000,
  ],
  ['a refund that failed, returned by an adjustment', returned, { ...deducted, isUndone: true }, 'matched', 15_000],
  [
    'a chargeback of a lost dispute',
    { ...deduction, type: 'adjustment', entityId: 'adj_1', subject: 'disp_1' },
    deducted,
    'matched',
    -15_000,
  ],
  [
    'a chargeback that is returned although the dispute was lost',
    { ...returned, subject: 'disp_1' },
    deducted,
    'unknown',
    0,
  ],
  [
    'a transfer of Route to a linked account',
    { type: 'transfer', subject: 'trf_1', entityId: 'trf_1' },
    undefined,
    'unknown',
    0,
  ],
  ['a payment link of another system in the account', foreign, undefined, 'other', 14_646],
])('%s', (_, change, expectation, state, expectedPaise) => {
  expect(matchLine({ ...line, ...change }, expectation)).toMatchObject({ state, expectedPaise });
});

test.each<[fields: string[], change: Partial<Line>, known: Expectation | undefined, step: RegExp]>([
  [
    ['amount', 'net'],
    { amountPaise: 15_100 },
    known,
    /the amount is ₹151.00 instead of ₹150.00, and it brings ₹146.46 where/,
  ],
  [['fee'], { feePaise: 454, creditPaise: 14_546 }, known, /the fee is ₹4.54 instead of ₹3.54/],
  [['net'], { creditPaise: 14_600 }, known, /it brings ₹146.00 where its amount and fee make ₹146.46/],
  [['currency'], { currency: 'USD' }, known, /the currency is USD instead of INR/],
  [['day'], { settledDay: '2026-11-03' }, known, /it is listed on 2026-11-04 and was settled on 2026-11-03/],
  [['type'], { type: 'adjustment' }, known, /do not know what the adjustment is for/],
  [[], {}, undefined, /^Our order has no payment pay_1\. Check the order/],
  [[], { providerOrderId: null, ourOrderId: null }, undefined, /^Our books have no payment pay_1/],
])('staff read what is wrong with a line: %j', (fields, change, expectation, step) => {
  const wrong = { ...line, ...change };
  const verdict = matchLine(wrong, expectation);
  expect(verdict.differences.map(({ field }) => field)).toEqual(fields);
  expect(stepFor(wrong, verdict)).toMatch(step);
});

test('of several lines about one payment the first counts, and those of failed settlements do not', () => {
  const verdicts = judge([{ ...line, status: 'failed' }, line, line], known);
  expect(verdicts.map(({ state, expectedPaise }) => [state, expectedPaise])).toEqual([
    ['returned', 0],
    ['matched', 14_646],
    ['differs', 0],
  ]);
});

const sums = {
  ...{ id: 'setl_1', status: 'processed', day: '2026-11-04', utr: 'utr', amountPaise: 100 },
  ...{ netPaise: 100, expectedPaise: 100, isLate: false },
};

test.each([
  [{}, 0, /^$/],
  [{ amountPaise: 101 }, 1, /do not add up to ₹1.01: they lack ₹0.01\./],
  // Lines that differ explain it.
  [{ netPaise: 90 }, 0, /^$/],
  [{ amountPaise: 90, netPaise: 90 }, 0, /^$/],
  [{ isLate: true, status: 'created' }, 0, /is not paid yet\. Ask Razorpay when/],
  [{ status: 'failed' }, 0, /failed\. Check the bank account/],
])('staff read what is wrong with a settlement: %j', (change, paise, detail) => {
  expect(settlementStep({ ...sums, ...change })).toEqual({ paise, detail: expect.stringMatching(detail) });
});

test('rupees keep every paisa', () => {
  expect([0, 5, -5, 150, -15_000, 900_719_925_474_099].map(rupees)).toEqual([
    ...['0.00', '0.05', '-0.05', '1.50', '-150.00', '9007199254740.99'],
  ]);
});

test('a day is one entry of the journal, and a change of a closed month is dated in the open one', () => {
  const sums = [
    { kind: 'captured', paise: 15_000 },
    { kind: 'accepted_fees', paise: -100 },
  ];
  expect(journalRows('2026-10-31', '2026-11-01', sums)).toEqual([
    ['RZP-20261031-202611', '2026-11-01', 'Payment provider', paise(14_900), null, 'Correction of 2026-10-31'],
    ['RZP-20261031-202611', '2026-11-01', 'Receipts', null, paise(15_000), 'Correction of 2026-10-31'],
    ['RZP-20261031-202611', '2026-11-01', 'Fees', paise(100), null, 'Correction of 2026-10-31'],
  ]);
});

async function* rows() {
  yield [['=1+1', '+1', '-1', '@a', '\ta', 'a "b", c', null, paise(-150), '512345678901']];
}
const columns = ['a', 'b'];

test('a cell of a CSV is never a formula, and a reference stays as it is', async () => {
  let text = '';
  for await (const part of csv(columns, rows())) text += part;
  expect(text).toBe(`\uFEFFa,b\r\n'=1+1,'+1,'-1,'@a,"'\ta","a ""b"", c",,-1.50,512345678901\r\n`);
});

test('an XLSX file has texts as text cells, so that nothing is calculated or rounded', async () => {
  const parts: Uint8Array[] = [];
  for await (const part of xlsx(columns, rows())) parts.push(part);
  const files = unzipSync(Buffer.concat(parts));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array())).toMatch(/>=1\+1<.*>512345678901</s);
  expect(sheet.match(/<c r="[AI]2"[^>]*t="s"/g)).toHaveLength(2);
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('<v>-1.5</v>');
});
