import { formatIndianDate, formatPaise, refundTime } from '@novacore/shared/formats';
import { failureSentence } from '../../ui/failure-reasons';
import type { Schemas } from './desk-client';
import { dayOf, destinationOf, timeOf } from './desk-words';

type Order = Schemas['DeskOrder'];
type Payment = Schemas['DeskPayment'];

const holdsMoney = ({ status }: Payment) => status !== 'created' && status !== 'failed';

const notPaid = 'Razorpay reports no payment. Money that left the bank returns by itself within 5 to 7 days.';

/** The payments that are not a second one. */
const payingOf = ({ payments }: Order) => payments.filter((payment) => holdsMoney(payment) && !payment.surplus);

function refundsOf({ method, currency, refunds }: Payment): string[] {
  return refunds.map(({ status, amountPaise, createdAt }) => {
    const amount = formatPaise(amountPaise, currency);
    const day = formatIndianDate(createdAt);
    const by = formatIndianDate(refundTime(method ?? '', createdAt).latest);
    if (status === 'failed') return `The bank sent back a refund of ${amount} of ${day}.`;
    if (status === 'pending') return `A refund of ${amount} is on its way since ${day}, and should arrive by ${by}.`;
    return `${amount} refunded on ${day}, should arrive by ${by}.`;
  });
}

function secondPayment(payment: Payment): string {
  const [last] = payment.refunds.slice(-1);
  const what = `A second payment of ${formatPaise(payment.amountPaise, payment.currency)}`;
  if (last?.status === 'processed') return `${what} was refunded on ${timeOf(last.createdAt)}.`;
  return last?.status === 'failed' ? `${what} is not refunded: the bank sent it back.` : `${what} is being refunded.`;
}

/** Says what happened to the other payments of an order that was paid twice. */
export function othersOf({ payments }: Order, payment: Payment): string {
  const others = payment.surplus ? [] : payments.filter(({ surplus }) => surplus).map(secondPayment);
  return others.length ? `${others.join(' ')} This is the payment that counts. ` : '';
}

function disputeOf({ status, amountPaise, amountDeductedPaise, respondBy }: Schemas['DeskDispute']): string {
  const amount = formatPaise(amountPaise);
  if (status === 'won') return 'The bank decided the dispute for us: the money stays.';
  if (status === 'lost') return `The bank decided for the payer and took ${formatPaise(amountDeductedPaise)} back.`;
  if (status === 'closed') return `The dispute over ${amount} ended without a decision.`;
  return `The payer’s bank disputes ${amount}${respondBy ? `. We answer by ${timeOf(respondBy)}` : ''}.`;
}

function settlementOf(payment: Payment): string[] {
  if (!payment.settlement) return [];
  const { day, utr } = payment.settlement;
  return [`Settled${day ? ` ${dayOf(day)}` : ''}${utr ? `, UTR ${utr}` : ''}.`];
}

/** The amounts of an order under review, and the next step. */
function difference(order: Order): string {
  const paid = payingOf(order);
  const sum = paid.reduce((total, { amountPaise }) => total + amountPaise, 0);
  const [received, expected, off] = [sum, order.amountPaise, Math.abs(sum - order.amountPaise)].map((paise) =>
    formatPaise(paise, paid[0]?.currency ?? order.currency),
  );
  const how = sum < order.amountPaise ? 'less' : 'more';
  const isForeign = paid.some(({ currency }) => currency !== order.currency);
  if (isForeign || sum === order.amountPaise)
    return `${received} arrived for an order of ${formatPaise(order.amountPaise, order.currency)}. We check why.`;
  return `${received} arrived for an order of ${expected}: ${off} ${how}. We refund it, or agree with the payer and finish the case.`;
}

function unpaid({ payments }: Order): string {
  const [last] = payments.filter(({ status }) => status === 'failed').slice(-1);
  return last
    ? `The payment of ${timeOf(last.createdAt)} failed. ${failureSentence(last.errorReason)} ${notPaid}`
    : notPaid;
}

/** The order in sentences that staff can read to the payer. */
export function orderStory(order: Order): string {
  const { status, paidAt, disputes, payments } = order;
  const [paying] = payingOf(order);
  if (status === 'CREATING' || status === 'CREATE_FAILED')
    return 'The order was not made at Razorpay. No money was taken.';
  if (!paying) return unpaid(order);
  const from = destinationOf(paying).replace(/^where it came from$/, 'another way');
  const amount = formatPaise(paying.amountPaise, paying.currency);
  if (status === 'AUTHORIZED')
    return `The bank approved ${amount} by ${from}. It is collected within minutes, or returns by itself.`;
  const first =
    status === 'REVIEW' ? difference(order) : `${amount} paid on ${timeOf(paidAt ?? paying.createdAt)} by ${from}.`;
  const seconds = payments.filter((payment) => payment.surplus).map(secondPayment);
  return [first, ...refundsOf(paying), ...seconds, ...disputes.map(disputeOf), ...settlementOf(paying)].join(' ');
}
