import { newId } from '../ids';
import type { Dispute, DisputeStatus } from './entities';
import { refused, unknownId } from './errors';
import { findPayment } from './payments';
import { disputeLine } from './settlements';
import type { EventName, Store } from './store';

const DAY_SECONDS = 24 * 3_600;

export const DISPUTE_STEPS = ['under_review', 'action_required', 'won', 'lost', 'closed'] as const;
export type DisputeStep = (typeof DISPUTE_STEPS)[number];

export function findDispute(store: Store, id: string): Dispute {
  const dispute = store.disputes.get(id);
  if (!dispute) throw unknownId();
  return dispute;
}

const responseTime = ({ clock }: Store) => clock.nowSeconds() + 7 * DAY_SECONDS;

/** The payer's bank disputes a captured payment (razorpay.com/docs/api/disputes/entity). */
export function openDispute(store: Store, paymentId: string, { amount }: { amount?: number }): Dispute {
  const payment = findPayment(store, paymentId);
  if (!payment.captured) throw refused('Only a captured payment can be disputed');
  const created_at = store.clock.nowSeconds();
  const dispute: Dispute = {
    id: newId('disp'),
    entity: 'dispute',
    payment_id: payment.id,
    amount: amount ?? payment.amount,
    currency: payment.currency,
    amount_deducted: 0,
    reason_code: 'goods_or_services_not_received_or_partially_received',
    respond_by: responseTime(store),
    status: 'open',
    phase: 'chargeback',
    created_at,
  };
  return record(store, dispute, 'payment.dispute.created');
}

/** The next step of a dispute. `action_required` sets a new time to respond by; a lost one takes the money out of the merchant's balance. */
export function advanceDispute(store: Store, id: string, step: DisputeStep): Dispute {
  const before = findDispute(store, id);
  if (before.status !== 'open' && before.status !== 'under_review') throw refused('The dispute has ended');
  const status: DisputeStatus = step === 'action_required' ? 'open' : step;
  const amount_deducted = step === 'lost' ? before.amount : 0;
  const respond_by = step === 'action_required' ? responseTime(store) : before.respond_by;
  return record(store, { ...before, status, amount_deducted, respond_by }, `payment.dispute.${step}`);
}

function record(store: Store, dispute: Dispute, event: EventName): Dispute {
  const payment = findPayment(store, dispute.payment_id);
  const lines = dispute.status === 'lost' ? [disputeLine(store, payment, dispute)] : [];
  store.record({ order: store.orders.get(payment.order_id), payment, dispute, lines }, event);
  return dispute;
}
