import type { Dispute, Refund } from '../generated/prisma/client';
import { acceptedPaise } from '../payments/apply-refunds';
import type { CheckedOrder } from '../payments/reconciler';
import type { ListedOrder, ShownOrder } from './order-admin';

const rupees = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });
const money = (paise: number, currency: string) =>
  `${currency === 'INR' ? '₹' : `${currency} `}${rupees.format(paise / 100)}`;
const time = (at: Date | null) => at?.toISOString().replace('T', ' ').replace(/\..*/, '') ?? '-';
const nameOf = ({ providerOrderId, receipt }: { providerOrderId: string | null; receipt: string }) =>
  providerOrderId ?? receipt;

/** Pads each column to its widest cell. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

type Payments = ListedOrder['payments'];
const received = (payments: Payments) =>
  payments
    .filter(({ status }) => status === 'captured' || status === 'refunded')
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0);
const refunded = (payments: Payments) => payments.reduce((sum, { refunds }) => sum + acceptedPaise(refunds), 0);

/** An open dispute comes first; a lost one stays visible after it was closed. */
function statusOf({ status, disputed, disputeStatus }: ListedOrder) {
  if (disputed) return `${status}, DISPUTE`;
  return disputeStatus === 'lost' ? `${status}, DISPUTE LOST` : status;
}

const listRow = (order: ListedOrder) => [
  time(order.createdAt),
  nameOf(order),
  statusOf(order),
  money(order.amountPaise, order.currency),
  money(received(order.payments), order.currency),
  money(refunded(order.payments), order.currency),
  order.owner ? (order.owner.email ?? order.owner.id) : '-',
  time(order.nextCheckAt),
];
const listHead = ['created (UTC)', 'order', 'state', 'amount', 'received', 'refunded', 'payer', 'next check'];

export const printList = (orders: ListedOrder[]) =>
  orders.length ? table([listHead, ...orders.map(listRow)]) : 'No orders.';

/** Named values, without those that are missing. */
const named = (values: object) =>
  Object.entries(values).flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name} ${value}`]));

const detailsOf = ({
  methodDetails,
  acquirerData,
  currency,
  feePaise,
  taxPaise,
  feeBearer,
  ...payment
}: Payments[number]) =>
  named({
    ...(methodDetails as object),
    ...(acquirerData as object),
    fee: feePaise === null ? null : money(feePaise, currency),
    tax: taxPaise === null ? null : money(taxPaise, currency),
    'fee borne by': feeBearer,
    reason: payment.errorReason,
    source: payment.errorSource,
    step: payment.errorStep,
  }).join(', ');

const paymentRow = (payment: Payments[number]) => [
  `  ${payment.id}`,
  payment.status,
  money(payment.amountPaise, payment.currency),
  payment.method ?? '',
  detailsOf(payment),
  payment.surplus ? 'paid twice: refunded automatically' : '',
];
const refundRow =
  ({ currency }: ShownOrder) =>
  ({ providerId, paymentId, attempt, ...refund }: Refund) => [
    `  ${providerId ?? 'not known yet'}`,
    refund.status,
    money(refund.amountPaise, currency),
    `attempt ${attempt} of ${paymentId}`,
    named({ speed: refund.speed, reference: refund.reference, reason: refund.reason }).join(', '),
    time(refund.createdAt),
  ];
const disputeRow =
  ({ currency }: ShownOrder) =>
  (dispute: Dispute) => [
    `  ${dispute.id}`,
    dispute.status,
    money(dispute.amountPaise, currency),
    `of ${dispute.paymentId}`,
    named({
      phase: dispute.phase,
      reason: dispute.reasonCode,
      deducted: money(dispute.amountDeductedPaise, currency),
    }).join(', '),
    dispute.closedAt
      ? `closed ${time(dispute.closedAt)}: ${dispute.closingReason}`
      : `OPEN, respond by ${time(dispute.respondBy)}`,
  ];
const transitionRow = ({ at, from, to, cause, paymentId }: ShownOrder['transitions'][number]) => [
  `  ${time(at)}`,
  from ? `${from} → ${to}` : to,
  cause,
  paymentId ?? '',
];
const eventRow = ({ receivedAt, kind, id }: ShownOrder['events'][number]) => [`  ${time(receivedAt)}`, kind, id];

const section = (title: string, rows: string[][]) => (rows.length ? [`\n${title}`, table(rows)] : []);

export const printOrder = (order: ShownOrder) =>
  [
    table([
      ['order', nameOf(order)],
      ['receipt', order.receipt],
      ['receipt number', order.receiptNumber ?? '-'],
      ['state', order.status],
      ['amount', money(order.amountPaise, order.currency)],
      ['payer', order.owner ? (order.owner.email ?? order.owner.id) : 'not claimed'],
      ['created', time(order.createdAt)],
      ['paid', time(order.paidAt)],
      ['next check', time(order.nextCheckAt)],
    ]),
    ...section('disputes', order.disputes.map(disputeRow(order))),
    ...section('payments', order.payments.map(paymentRow)),
    ...section(
      'refunds',
      order.payments.flatMap(({ refunds }) => refunds.map(refundRow(order))),
    ),
    ...section('audit trail (UTC)', order.transitions.map(transitionRow)),
    ...section('events', order.events.map(eventRow)),
  ].join('\n');

const checkRow = ({ id, providerOrderId, from, to, error }: CheckedOrder) => [
  providerOrderId ?? id,
  from === to ? from : `${from} → ${to}`,
  error ?? '',
];

export function printChecks(checks: CheckedOrder[]): string {
  const changed = checks.filter(({ from, to }) => from !== to).length;
  const failed = checks.filter(({ error }) => error).length;
  const total = `${checks.length} checked, ${changed} changed, ${failed} without an answer`;
  return [...(checks.length ? [table(checks.map(checkRow))] : []), total].join('\n');
}
