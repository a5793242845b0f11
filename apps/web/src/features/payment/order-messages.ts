import { formatIndianDate, formatPaise, formatTime, refundTime } from '@novacore/shared/formats';
import { failureSentence } from '../../ui/failure-reasons';
import type { PayerOrder } from './payment-api';

type Payment = PayerOrder['payments'][number];

type OrderMessage = { title: string; text: string; tone: 'good' | 'bad' | 'open' };

const hasPayment = ({ payments }: PayerOrder, status: Payment['status']) =>
  payments.some((payment) => payment.status === status);

const dayMs = 24 * 3_600_000;

/** For a refund in progress: "UPI: 2 to 7 days, today is day 3. It should show by 5 Dec 2026." */
export function refundExpectation(method: string | null, { createdAt }: { createdAt: string }, now = Date.now()) {
  const { days, latest } = refundTime(method, createdAt);
  const day = Math.max(0, Math.floor((now - Date.parse(createdAt)) / dayMs));
  const by = formatIndianDate(latest);
  const isLate = now >= latest + dayMs;
  return `${days}, today is day ${day}. ${isLate ? `It should have arrived by ${by}.` : `It should show by ${by}.`}`;
}

function openMessage(order: PayerOrder): OrderMessage {
  if (hasPayment(order, 'created'))
    return { title: 'Not finished', text: 'A payment was started. We have not received it yet.', tone: 'open' };
  const failed = order.payments.findLast(({ status }) => status === 'failed');
  if (failed)
    return {
      title: 'Payment failed',
      text: `${failureSentence(failed.errorReason)} If you were charged, your bank will return the amount.`,
      tone: 'bad',
    };
  return { title: 'Not paid', text: 'Nothing has been paid on this order yet.', tone: 'open' };
}

const messages: Record<PayerOrder['status'], (order: PayerOrder) => OrderMessage> = {
  CREATED: openMessage,
  AUTHORIZED: () => ({
    title: 'Payment on its way',
    text: 'Your bank has approved the payment and we are collecting it. Please do not pay again.',
    tone: 'good',
  }),
  PAID: ({ paidAt }) => ({
    title: 'Paid',
    text: `We have received your payment${paidAt ? ` on ${formatTime(paidAt)}` : ''}.`,
    tone: 'good',
  }),
  REFUNDED: () => ({
    title: 'Refunded',
    text: 'The whole amount is on its way back to the account you paid from. Your bank decides how soon you see it.',
    tone: 'open',
  }),
  EXPIRED: () => ({
    title: 'Closed, not paid',
    text: 'Nothing was paid in time. If your bank still sends a payment, you will see it here.',
    tone: 'open',
  }),
  REVIEW: () => ({
    title: 'Under review',
    text: 'The amount paid differs from the order. Our staff are checking it. Please do not pay again.',
    tone: 'bad',
  }),
};

const lostMessage: OrderMessage = {
  title: 'Returned by your bank',
  text: 'After a dispute, your bank has taken this payment back from us. Please contact us if you did not ask for it.',
  tone: 'bad',
};

/** Describes refunds of the payment that paid the order; undefined without one. */
function refundingMessage(order: PayerOrder): OrderMessage | undefined {
  const payment = order.payments.find(({ refundStatus, surplus }) => !surplus && refundStatus === order.refundStatus);
  const pending = payment?.refunds.filter(({ status }) => status === 'pending') ?? [];
  const refund = pending.at(-1);
  if (!payment) return undefined;
  if (refund) {
    const paise = pending.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    const amount = formatPaise(paise, payment.currency);
    const text = `${amount} is on its way back to you. ${refundExpectation(payment.method, refund)}`;
    return { title: 'Refund on its way', text, tone: 'open' };
  }
  if (order.refundStatus !== 'failed') return undefined;
  const text = 'Your bank sent the refund back. We are looking into it and will send it again.';
  return { title: 'Refund did not arrive', text, tone: 'bad' };
}

/** "Paid, ₹40.00 of ₹150.00 refunded" */
function titleOf(title: string, { status, payments }: PayerOrder) {
  const payment = payments.find(({ surplus, amountRefundedPaise }) => !surplus && amountRefundedPaise > 0);
  if (status !== 'PAID' || !payment || payment.amountRefundedPaise >= payment.amountPaise) return title;
  const say = (paise: number) => formatPaise(paise, payment.currency);
  return `Paid, ${say(payment.amountRefundedPaise)} of ${say(payment.amountPaise)} refunded`;
}

function ownMessage(order: PayerOrder): OrderMessage {
  const message = messages[order.status](order);
  return { ...message, title: titleOf(message.title, order) };
}

export const orderMessage = (order: PayerOrder): OrderMessage =>
  order.disputeStatus === 'lost' ? lostMessage : (refundingMessage(order) ?? ownMessage(order));

/** When we check the order again, if its state can still change. */
export const nextCheckMessage = ({ nextCheckAt }: PayerOrder) =>
  nextCheckAt && `We will check with Razorpay again by ${formatTime(nextCheckAt)}.`;

function surplusMessage({ amountPaise, refundStatus, currency }: Payment) {
  const amount = formatPaise(amountPaise, currency);
  if (refundStatus === 'processed') return `You paid ${amount} a second time. We refunded it.`;
  return refundStatus === 'failed'
    ? `You paid ${amount} a second time. Your bank sent the refund back. We are looking into it and will send it again.`
    : `You paid ${amount} a second time. We are refunding it automatically.`;
}

const refundMessage = ({ amountRefundedPaise, currency }: Payment) =>
  `${formatPaise(amountRefundedPaise, currency)} of it was refunded to you.`;

/** Partial refunds, and second payments. */
export function extraMessages({ payments, status, disputeStatus }: PayerOrder): string[] {
  const refunded = payments.filter(({ surplus, refundStatus }) => !surplus && refundStatus === 'processed');
  const surplus = payments.filter((payment) => payment.surplus && payment.status !== 'failed');
  const dispute = 'Your bank is looking into this payment because it was disputed.';
  return [
    ...(disputeStatus === 'open' ? [dispute] : []),
    ...(status === 'REFUNDED' ? [] : refunded.map(refundMessage)),
    ...surplus.map(surplusMessage),
  ];
}

export const paymentOf = ({ payments }: PayerOrder) =>
  payments.find(({ surplus, status }) => !surplus && (status === 'captured' || status === 'refunded'));
