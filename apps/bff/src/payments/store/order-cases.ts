import { formatPaise } from '@novacore/shared/formats';
import { type CaseKind, type CaseReport, report } from '../../cases/cases';
import type { Order } from '../../generated/prisma/client';
import type { Transaction } from '../../mail/outbox';
import type { Facts, Need } from '../rules/facts';

const paid = (paise: number, { currency }: Order) => formatPaise(paise, currency);

/** The problem and what to do about it. */
const details: Record<Need['kind'], (need: Need, order: Order) => string> = {
  review: ({ subject, paise }, order) =>
    `${paid(paise, order)} was paid for order ${subject} of ${paid(order.amountPaise, order)}. Refund it, or settle it with the payer.`,
  dispute: ({ subject, state }) =>
    `Dispute ${subject} is ${state}. ${state === 'undecided' ? 'Answer it in the Razorpay dashboard.' : 'Close it.'}`,
  refund: ({ subject, state }) =>
    state
      ? `A refund of payment ${subject} failed. Refund it again.`
      : `Payment ${subject} was a second one. Refund it.`,
  deleted: ({ subject }) => `Order ${subject} was paid after its payer had deleted the account. Refund it.`,
};

/** Updates the cases of a locked order. @param found cases that `needs` lacks, such as money for a deleted account */
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
