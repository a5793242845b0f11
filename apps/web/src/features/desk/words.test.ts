import { adjacentMonth, closingWaitsFor, countOfLines, monthOf, stateOfLine } from './books-words';
import type { Schemas } from './desk-client';
import { outcomeOf, stateOf, storyOf, timeLeft, timeOf } from './desk-words';

test('times and months of the desk are Indian', () => {
  expect(timeOf('2026-01-15T18:29:59.000Z')).toBe('15 Jan 2026, 11:59 pm');
  expect(timeOf('2026-01-15T18:30:00.000Z')).toBe('16 Jan 2026, 12:00 am');
  expect([monthOf('2026-01'), adjacentMonth('2026-01', -1), adjacentMonth('2026-12', 1)]).toEqual([
    'Jan 2026',
    '2025-12',
    '2027-01',
  ]);
});

test('an order is described by its status, its refund and its dispute', () => {
  const state = (status: string, refundStatus: string, disputed = false, refundedPaise = 0) =>
    stateOf({ status, refundStatus, disputed, refundedPaise, amountPaise: 15_000, currency: 'INR' } as Parameters<
      typeof stateOf
    >[0]);
  expect(state('PAID', 'none')).toBe('Paid');
  expect(state('PAID', 'failed', true)).toBe('Paid, refund failed, disputed');
  expect(state('PAID', 'processed', false, 4_000)).toBe('Paid, ₹40.00 of ₹150.00 refunded');
  expect(state('PAID', 'failed', false, 4_000)).toBe('Paid, ₹40.00 of ₹150.00 refunded, refund failed');
  expect(state('REFUNDED', 'processed', false, 15_000)).toBe('Refunded');
});

test('the outcome of an action is a refusal only if it was refused', () => {
  expect(['known', 'not_ours', 'own_order', null].map(outcomeOf)).toEqual([
    'Known',
    'Not ours',
    'Refused: own order',
    'Not known',
  ]);
});

test('a dispute shows the time that is left', () => {
  const now = Date.parse('2026-01-15T12:00:00Z');
  const left = (respondBy: string) => timeLeft(respondBy, now);
  expect([left('2026-01-15T11:59:00Z'), left('2026-01-16T13:00:00Z'), left('2026-01-18T12:00:00Z')]).toEqual([
    'too late to answer',
    '25 h left to answer',
    '3 days left to answer',
  ]);
});

test('the timeline of an order reads as sentences', () => {
  const order = { currency: 'INR', payments: [{ id: 'pay_1', method: 'card', methodDetails: { last4: '4242' } }] };
  const story = (event: object) => storyOf(event as Schemas['DeskEvent'], order as unknown as Schemas['DeskOrder']);
  expect(
    story({ kind: 'payment', subject: 'pay_1', amountPaise: 15_000, state: 'failed', detail: 'card_expired' }),
  ).toBe('Payment pay_1 of ₹150.00 by Card (ending 4242): failed. The card has expired.');
  expect(
    story({
      kind: 'refund',
      subject: 'rfnd_1',
      amountPaise: 15_000,
      state: 'processed',
      detail: 'operator',
      reference: '7',
    }),
  ).toBe('Refund rfnd_1 of ₹150.00: done, by staff. Bank reference 7.');
  expect(story({ kind: 'status', state: 'PAID', detail: 'webhook order.paid' })).toBe(
    'Now “Paid”, by the event order.paid.',
  );
});

test('an open month says what its closing waits for', () => {
  const september = { month: '2026-09', nextToClose: '2026-09', lastMonth: '2026-10', importedUntil: '2026-09-29' };
  const words = (facts: object) =>
    closingWaitsFor({ ...september, unexplainedCount: 0, ...facts } as unknown as Schemas['DeskMonth']);
  expect(words({ nextToClose: '2026-08' })).toBe('Months close in order. The next is Aug 2026.');
  expect(words({ lastMonth: '2026-09' })).toBe('The month is not over.');
  expect(words({ unexplainedCount: 2 })).toMatch(/^Not explained: 2\./);
  expect(words({})).toBe('Settlements are imported until 29 Sep 2026. The month can be closed once its last day is.');
});

test('a line of a settlement says in what it differs', () => {
  const line = (facts: object) =>
    stateOfLine({ differences: [], ...facts } as unknown as Schemas['DeskSettlementLine']);
  const item = { nextStep: 'The fee is wrong.', explanation: 'The bank charged more.' };
  expect(line({ state: 'matched', item: null })).toBe('Matches');
  expect(line({ state: 'differs', item })).toBe('Differs. The fee is wrong. Accepted: The bank charged more.');
  expect(countOfLines({ matched: 116, differs: 1, unknown: 1, other: 0, returned: 0 })).toBe(
    '118, 1 differ, 1 unknown',
  );
});
