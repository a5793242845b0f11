import { formatPaise } from '@novacore/shared/formats';
import { type CaseKind, type CaseReport, report } from '../../cases/cases';
import type { Order } from '../../generated/prisma/client';
import type { Transaction } from '../../mail/outbox';
import type { Facts, Need } from '../rules/facts';

/** What is wrong, and what to do. */
const details: Record<Need['kind'], (need: Need, order: Order) => string> = {
  review: ({ subject, paise }, { amountPaise, currency }) =>
    `${formatPaise(paise, currency)} was paid for order ${subject} of ${formatPaise(amountPaise, currency)}. Refund it, or settle it with the payer and finish the case.`,
  dispute: ({ subject, state }) =>
    state === 'undecided'
      ? `Dispute ${subject}: answer it in the Razorpay dashboard.`
      : `Dispute ${subject} is ${state}. Note what was done about it and close it.`,
  refund: ({ subject, state }) =>
    state === 'failed'
      ? `The refund of payment ${subject} failed. Refund it again.`
      : `Payment ${subject} paid the order a second time and is not refunded yet. Refund it.`,
  deleted: ({ subject }) =>
    `Order ${subject} was paid after its payer had deleted the account. Refund it, or settle it with the payer and finish the case.`,
};

/** Reports what needs attention about a locked order. Money for a deleted account is found once, and ends with its refund. */
export async function reportOrder(
  tx: Transaction,
  order: Order,
  { needs, payments, isPaymentReturned }: Facts,
  found: Need[] = [],
) {
  const kinds: CaseKind[] = ['review', 'dispute', 'refund', ...(isPaymentReturned ? ['deleted' as const] : [])];
  const cases = [...needs, ...found].map(
    (need): CaseReport => ({ ...need, orderId: order.id, detail: details[need.kind](need, order) }),
  );
  const ofPayments = payments.flatMap(({ payment: { id, disputes = [] } }) => [id, ...disputes.map((each) => each.id)]);
  await report(tx, kinds, [order.providerOrderId ?? order.receipt, ...ofPayments], cases);
}
