import type { EventName, Step } from '../book/book';
import { showOrder } from '../book/orders';
import { showRefund } from '../book/refunds';
import { nowSeconds } from '../ids';

const CONTAINS: Record<EventName, Array<'payment' | 'order' | 'refund'>> = {
  'payment.authorized': ['payment'],
  'payment.captured': ['payment'],
  'payment.failed': ['payment'],
  'order.paid': ['payment', 'order'],
  'refund.processed': ['refund', 'payment'],
  'refund.failed': ['refund', 'payment'],
};

/** The event's body as the provider sends it. It is made once: a repetition has the same bytes. */
export function envelope(event: EventName, { order, payment, refund }: Step): string {
  const entities = { payment, order: order && showOrder(order), refund: refund && showRefund(refund) };
  const contains = CONTAINS[event];
  const payload = Object.fromEntries(contains.map((name) => [name, { entity: entities[name] }]));
  const account_id = 'acc_NovaCoreSandbx';
  return JSON.stringify({ entity: 'event', account_id, event, contains, payload, created_at: nowSeconds() });
}
