import type { Schemas } from './desk-client';
import { orderStory } from './order-story';

const at = '2026-11-28T08:04:00.000Z';
const payment = (facts: object = {}) => ({
  ...{ id: 'pay_1', status: 'captured', amountPaise: 15_000, currency: 'INR', method: 'card', surplus: false },
  ...{ methodDetails: { last4: '4242' }, createdAt: at, refunds: [], settlement: null, ...facts },
});
const refund = (status: string, amountPaise = 4_000) => ({ status, amountPaise, createdAt: at });
const dispute = (status: string, facts: object = {}) => ({
  status,
  amountPaise: 15_000,
  amountDeductedPaise: 0,
  ...facts,
});
const order = (facts: object) => ({
  status: 'PAID',
  amountPaise: 15_000,
  currency: 'INR',
  paidAt: at,
  disputes: [],
  ...facts,
});
const story = (facts: object) => orderStory(order(facts) as unknown as Schemas['DeskOrder']);

const paid = '₹150.00 paid on 28 Nov 2026, 1:34 pm by the card ending 4242.';
const returns = 'Razorpay reports no payment. Money that left the bank returns by itself within 5 to 7 days.';

test.each([
  [{ status: 'CREATE_FAILED', payments: [] }, 'The order was not made at Razorpay. No money was taken.'],
  [{ status: 'EXPIRED', payments: [] }, returns],
  [
    { status: 'CREATED', payments: [payment({ status: 'failed', errorReason: 'card_expired' })] },
    `The payment of 28 Nov 2026, 1:34 pm failed. The card has expired. ${returns}`,
  ],
  [
    { status: 'AUTHORIZED', payments: [payment({ status: 'authorized' })] },
    'The bank approved ₹150.00 by the card ending 4242. It is collected within minutes, or returns by itself.',
  ],
  [
    { status: 'REVIEW', payments: [payment({ amountPaise: 10_000 })] },
    '₹100.00 arrived for an order of ₹150.00: ₹50.00 less. We refund it, or agree with the payer and finish the case.',
  ],
  [
    { payments: [payment({ settlement: { id: 'setl_1', day: '2026-12-01', utr: 'HDFC7' } })] },
    `${paid} Settled 1 Dec 2026, UTR HDFC7.`,
  ],
  [
    { payments: [payment({ refunds: [refund('processed')] })] },
    `${paid} ₹40.00 refunded on 28 Nov 2026, should arrive by 8 Dec 2026.`,
  ],
  [
    { payments: [payment({ refunds: [refund('pending')] })] },
    `${paid} A refund of ₹40.00 is on its way since 28 Nov 2026, and should arrive by 8 Dec 2026.`,
  ],
  [
    { payments: [payment({ refunds: [refund('failed')] })] },
    `${paid} The bank sent back a refund of ₹40.00 of 28 Nov 2026.`,
  ],
  [
    { payments: [payment(), payment({ surplus: true, refunds: [refund('processed', 15_000)] })] },
    `${paid} A second payment of ₹150.00 was refunded on 28 Nov 2026, 1:34 pm.`,
  ],
  [
    { payments: [payment()], disputes: [dispute('open', { respondBy: at })] },
    `${paid} The payer’s bank disputes ₹150.00. We answer by 28 Nov 2026, 1:34 pm.`,
  ],
  [
    { payments: [payment()], disputes: [dispute('lost', { amountDeductedPaise: 15_000 })] },
    `${paid} The bank decided for the payer and took ₹150.00 back.`,
  ],
  [
    { payments: [payment()], disputes: [dispute('won')] },
    `${paid} The bank decided the dispute for us: the money stays.`,
  ],
])('staff can read an order aloud: %#', (facts, expected) => {
  expect(story(facts)).toBe(expected);
});
