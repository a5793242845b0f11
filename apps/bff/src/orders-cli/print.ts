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
const sum = (payments: Payments, of: 'amountPaise' | 'amountRefundedPaise') =>
  payments
    .filter(({ status }) => status === 'captured' || status === 'refunded')
    .reduce((all, each) => all + each[of], 0);

const listRow = (order: ListedOrder) => [
  time(order.createdAt),
  nameOf(order),
  order.status,
  money(order.amountPaise, order.currency),
  money(sum(order.payments, 'amountPaise'), order.currency),
  money(sum(order.payments, 'amountRefundedPaise'), order.currency),
  order.owner ? (order.owner.email ?? order.owner.id) : '-',
  time(order.nextCheckAt),
];
const listHead = ['created (UTC)', 'order', 'state', 'amount', 'received', 'refunded', 'payer', 'next check'];

export const printList = (orders: ListedOrder[]) =>
  orders.length ? table([listHead, ...orders.map(listRow)]) : 'No orders.';

const paymentRow = ({ id, status, amountPaise, amountRefundedPaise, currency, method, surplus }: Payments[number]) => [
  `  ${id}`,
  status,
  money(amountPaise, currency),
  amountRefundedPaise ? `${money(amountRefundedPaise, currency)} refunded` : '',
  method ?? '',
  surplus ? 'paid twice: refunded automatically' : '',
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
      ['state', order.status],
      ['amount', money(order.amountPaise, order.currency)],
      ['payer', order.owner ? (order.owner.email ?? order.owner.id) : 'not claimed'],
      ['created', time(order.createdAt)],
      ['paid', time(order.paidAt)],
      ['next check', time(order.nextCheckAt)],
    ]),
    ...section('payments', order.payments.map(paymentRow)),
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
