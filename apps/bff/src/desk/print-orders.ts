import { formatPaise } from '@novacore/shared/formats';
import type { Dispute, Refund } from '../generated/prisma/client';
import { factsOf } from '../payments/rules/facts';
import type { AuditReport } from '../payments/work/books-audit';
import type { CheckedOrder } from '../payments/work/reconciler';
import { type ListedOrder, paymentNamed, type ShownOrder } from './order-admin';
import { auditLogSection, section, shellWord, table, time } from './print';

const nameOf = ({ providerOrderId, receipt }: { providerOrderId: string | null; receipt: string }) =>
  providerOrderId ?? receipt;

/** An open dispute comes first; a lost one stays visible after it was closed. */
function statusOf({ status, disputed, disputeStatus }: ListedOrder) {
  if (disputed) return `${status}, DISPUTE`;
  return disputeStatus === 'lost' ? `${status}, DISPUTE LOST` : status;
}

const payerOf = ({ owner }: ListedOrder) => owner && shellWord(owner.email ?? owner.id);

function listRow(order: ListedOrder) {
  const { receivedPaise, returnedPaise } = factsOf(order);
  return [
    time(order.createdAt),
    nameOf(order),
    statusOf(order),
    ...[order.amountPaise, receivedPaise, returnedPaise].map((paise) => formatPaise(paise, order.currency)),
    payerOf(order) ?? '-',
    time(order.nextCheckAt),
  ];
}
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
}: ListedOrder['payments'][number]) =>
  named({
    ...(methodDetails as object),
    ...(acquirerData as object),
    fee: feePaise === null ? null : formatPaise(feePaise, currency),
    tax: taxPaise === null ? null : formatPaise(taxPaise, currency),
    'fee borne by': feeBearer,
    reason: payment.errorReason,
    source: payment.errorSource,
    step: payment.errorStep,
  }).join(', ');

const paymentRow = (payment: ListedOrder['payments'][number]) => [
  `  ${payment.id}`,
  payment.status,
  formatPaise(payment.amountPaise, payment.currency),
  payment.method ?? '',
  detailsOf(payment),
  time(payment.providerCreatedAt),
  payment.surplus ? 'paid twice: refunded automatically' : '',
];
const refundRow =
  ({ currency }: ShownOrder) =>
  ({ providerId, paymentId, attempt, ...refund }: Refund) => [
    `  ${providerId}`,
    refund.status,
    formatPaise(refund.amountPaise, currency),
    `attempt ${attempt} of ${paymentId}`,
    named({ speed: refund.speed, reference: refund.reference, reason: refund.reason }).join(', '),
    time(refund.providerCreatedAt),
  ];
const disputeRow =
  ({ currency }: ShownOrder) =>
  (dispute: Dispute) => [
    `  ${dispute.id}`,
    dispute.status,
    formatPaise(dispute.amountPaise, currency),
    `of ${dispute.paymentId}`,
    named({
      phase: dispute.phase,
      reason: dispute.reasonCode,
      deducted: formatPaise(dispute.amountDeductedPaise, currency),
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

export const printOrder = (order: ShownOrder) =>
  [
    table([
      ['order', nameOf(order)],
      ['receipt', order.receipt],
      ['receipt number', order.receiptNumber ?? '-'],
      ['state', order.status],
      ['amount', formatPaise(order.amountPaise, order.currency)],
      ['payer', payerOf(order) ?? 'not claimed'],
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
    ...section('status history (UTC)', order.transitions.map(transitionRow)),
    ...auditLogSection(order.operatorLog),
    ...section('events', order.events.map(eventRow)),
  ].join('\n');

export const printRefund = (id: string) => (order: ShownOrder) =>
  `Refunded: ${paymentNamed(id, order)?.id ?? 'everything captured'}\n\n${printOrder(order)}`;

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

const auditRow = ({ providerOrderId, adopted, from, to }: AuditReport['changed'][number]) => [
  `  ${providerOrderId}`,
  adopted ? 'adopted' : 'updated',
  from === to ? from : `${from} → ${to}`,
];

export function printAudit({ since, orders, payments, changed, differences }: AuditReport): string {
  const { received, receivedPaise, refunds, notOurs } = payments;
  const counts = [
    `at the provider since ${time(since)}: ${orders.atProvider} orders, ${refunds} refunds,`,
    `${received} payments of ${formatPaise(receivedPaise, 'INR')}, and ${notOurs} payments not for our orders`,
  ];
  return [
    counts.join(' '),
    `${orders.adopted} orders adopted, ${orders.notOurs.length} not ours, ${differences.length} differences left`,
    ...section('adopted and updated', changed.map(auditRow)),
    ...section(
      'LACKING HERE: adopt them with --adopt',
      orders.toAdopt.map((id) => [`  ${id}`]),
    ),
    ...section(
      'not ours, not adopted',
      orders.notOurs.map((id) => [`  ${id}`]),
    ),
    ...section(
      'DIFFERENCES: a person must look at these',
      differences.map((text) => [`  ${text}`]),
    ),
  ].join('\n');
}
