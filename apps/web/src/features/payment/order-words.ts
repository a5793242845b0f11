import { formatPaise, formatTime } from './money';
import type { PayerOrder } from './payment-calls';

type Payment = PayerOrder['payments'][number];

/** How an order stands, in plain words: where the money is, and what happens next. */
export type OrderWords = { state: string; where: string; tone: 'good' | 'bad' | 'open' };

const hasPayment = ({ payments }: PayerOrder, status: Payment['status']) =>
  payments.some((payment) => payment.status === status);

function openWords(order: PayerOrder): OrderWords {
  if (hasPayment(order, 'created'))
    return { state: 'Not finished', where: 'A payment was started. Nothing has reached us yet.', tone: 'open' };
  if (hasPayment(order, 'failed'))
    return { state: 'Payment failed', where: 'The payment failed. Nothing has reached us.', tone: 'bad' };
  return { state: 'Not paid', where: 'Nothing has been paid on this order yet.', tone: 'open' };
}

const words: Record<PayerOrder['status'], (order: PayerOrder) => OrderWords> = {
  CREATED: openWords,
  AUTHORIZED: () => ({
    state: 'Payment on its way',
    where: 'Your bank holds the money for us, and we collect it. Please do not pay again.',
    tone: 'good',
  }),
  PAID: ({ paidAt }) => ({
    state: 'Paid',
    where: `We have received your payment${paidAt ? ` on ${formatTime(paidAt)}` : ''}.`,
    tone: 'good',
  }),
  REFUNDED: () => ({
    state: 'Given back',
    where: 'The whole amount is on its way back to the account it came from. Your bank decides how soon it shows.',
    tone: 'open',
  }),
  EXPIRED: () => ({
    state: 'Closed, not paid',
    where: 'Nothing was paid in time. If your bank still sends money for it, it shows up here.',
    tone: 'open',
  }),
  REVIEW: () => ({
    state: 'Somebody is looking at it',
    where: 'What was paid differs from the order. A person of ours is looking into it. Please do not pay again.',
    tone: 'bad',
  }),
};

export const orderWords = (order: PayerOrder): OrderWords => words[order.status](order);

/** What happens next and by when, while there is still something to find out. */
export const nextWords = ({ nextCheckAt }: PayerOrder) =>
  nextCheckAt && `We ask the payment provider again by ${formatTime(nextCheckAt)}.`;

function surplusWords({ amountPaise, amountRefundedPaise, currency }: Payment) {
  const amount = formatPaise(amountPaise, currency);
  return amountRefundedPaise >= amountPaise
    ? `A second payment of ${amount} came in and was given back to you.`
    : `A second payment of ${amount} came in. It is being given back to you by itself.`;
}

const refundWords = ({ amountRefundedPaise, currency }: Payment) =>
  `${formatPaise(amountRefundedPaise, currency)} of it was given back to you.`;

/** What else happened to the payer's money: given back in part, or paid twice. */
export function moreWords({ payments, status }: PayerOrder): string[] {
  const refunded = payments.filter(({ surplus, amountRefundedPaise }) => !surplus && amountRefundedPaise > 0);
  const surplus = payments.filter((payment) => payment.surplus && payment.status !== 'failed');
  return [...(status === 'REFUNDED' ? [] : refunded.map(refundWords)), ...surplus.map(surplusWords)];
}

/** The payment that paid the order, where there is one. */
export const paymentOf = ({ payments }: PayerOrder) =>
  payments.find(({ surplus, status }) => !surplus && (status === 'captured' || status === 'refunded'));
