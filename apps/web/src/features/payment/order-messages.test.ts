import { extraMessages, nextCheckMessage, orderMessage, refundExpectation } from './order-messages';
import type { PayerOrder } from './payment-api';

type Payment = PayerOrder['payments'][number];
const orderOf = (facts: Partial<PayerOrder>, ...payments: object[]) =>
  ({ refundStatus: 'none', disputeStatus: 'none', paidAt: null, nextCheckAt: null, ...facts, payments }) as PayerOrder;
const payment = (facts: Partial<Payment>) => ({
  status: 'captured',
  amountPaise: 15_000,
  amountRefundedPaise: 0,
  currency: 'INR',
  surplus: false,
  refundStatus: 'none',
  refunds: [],
  ...facts,
});
const refund = {
  status: 'pending',
  amountPaise: 15_000,
  createdAt: new Date().toISOString(),
} as Payment['refunds'][number];

test('an order says in one title where the money is', () => {
  for (const [title, order] of [
    ['Not paid', orderOf({ status: 'CREATED' })],
    ['Not finished', orderOf({ status: 'CREATED' }, payment({ status: 'created' }))],
    ['Payment failed', orderOf({ status: 'CREATED' }, payment({ status: 'failed', errorReason: 'card_expired' }))],
    ['Payment on its way', orderOf({ status: 'AUTHORIZED' }, payment({ status: 'authorized' }))],
    ['Paid', orderOf({ status: 'PAID' }, payment({}))],
    [
      'Refund on its way',
      orderOf({ status: 'PAID', refundStatus: 'pending' }, payment({ refundStatus: 'pending', refunds: [refund] })),
    ],
    [
      'Refund did not arrive',
      orderOf(
        { status: 'PAID', refundStatus: 'failed' },
        payment({ refundStatus: 'failed', refunds: [{ ...refund, status: 'failed' }] }),
      ),
    ],
    [
      'Paid, ₹40.00 of ₹150.00 refunded',
      orderOf({ status: 'PAID' }, payment({ refundStatus: 'processed', amountRefundedPaise: 4_000 })),
    ],
    ['Refunded', orderOf({ status: 'REFUNDED', refundStatus: 'processed' }, payment({ refundStatus: 'processed' }))],
    ['Returned by your bank', orderOf({ status: 'PAID', disputeStatus: 'lost' }, payment({}))],
  ] as const)
    expect(orderMessage(order).title).toBe(title);
});

test('a second payment, a part of the money and a dispute are said besides the state', () => {
  const twice = payment({ surplus: true, refundStatus: 'processed' });
  const part = payment({ refundStatus: 'processed', amountRefundedPaise: 5_000 });
  expect(extraMessages(orderOf({ status: 'PAID', disputeStatus: 'open' }, part, twice))).toEqual([
    expect.stringContaining('disputed'),
    '₹50.00 of it was refunded to you.',
    'You paid ₹150.00 a second time. We refunded it.',
  ]);
  expect(extraMessages(orderOf({ status: 'PAID' }, payment({ surplus: true, status: 'failed' })))).toEqual([]);
  expect(nextCheckMessage(orderOf({ nextCheckAt: '2026-01-15T09:29:00Z' }))).toMatch(/by 15 Jan 2026, /);
});

test('a refund has an expected date, also once that is over or where the method is unknown', () => {
  const createdAt = '2026-11-26T10:00:00.000Z';
  const at = (method: string | null, now: string) => refundExpectation(method, { createdAt }, Date.parse(now));
  const soon = 'UPI: 2 to 7 days, today is day 3. It should show by 3 Dec 2026.';
  expect(at('upi', '2026-11-29T11:00:00.000Z')).toBe(soon);
  expect(at('upi', '2026-12-04T11:00:00.000Z')).toMatch(/is day 8. It should have arrived by 3 Dec 2026.$/);
  expect(at(null, createdAt)).toMatch(/^Most banks: 2 to 10 days/);
});
