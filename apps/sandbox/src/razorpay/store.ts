import { join } from 'node:path';
import { Clock } from '../clock';
import type { Dispute, Line, Payment, Settlement, StoredOrder, StoredRefund } from './entities';
import { type Journal, noJournal, openJournal, readJournal } from './journal';
import type { SettlementFault } from './settlement-faults';

/** Records in their new state. One change is one line of the journal, so it is stored completely or not at all. */
export interface Change {
  order?: StoredOrder;
  payment?: Payment;
  refund?: StoredRefund;
  dispute?: Dispute;
  settlement?: Settlement;
  lines?: Line[];
}

export const EVENT_NAMES = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.created',
  'refund.processed',
  'refund.failed',
  'refund.speed_changed',
  'payment.dispute.created',
  'payment.dispute.under_review',
  'payment.dispute.action_required',
  'payment.dispute.won',
  'payment.dispute.lost',
  'payment.dispute.closed',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Settings of the merchant's account, and the outcome of its next refunds. */
export interface Account {
  feeBearer: 'platform' | 'customer';
  refundOutcome: 'processed' | 'pending' | 'failed';
}
const DEFAULT_ACCOUNT: Account = { feeBearer: 'platform', refundOutcome: 'processed' };
export type Publish = (event: EventName, change: Change) => void;

/** The provider's state in memory. Records are immutable: every change stores new ones. */
export class Store {
  readonly orders = new Map<string, StoredOrder>();
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, StoredRefund>();
  readonly disputes = new Map<string, Dispute>();
  readonly settlements = new Map<string, Settlement>();
  /** Every movement of the account's balance by the id of its payment, refund or adjustment. */
  readonly lines = new Map<string, Line>();
  readonly settlementFaults = new Map<string, SettlementFault>();
  account: Account = { ...DEFAULT_ACCOUNT };
  private readonly orderIdsByReceipt = new Map<string, string[]>();
  private readonly paymentIdsByOrder = new Map<string, string[]>();
  private readonly refundIdsByPayment = new Map<string, string[]>();

  constructor(
    private readonly journal: Journal<Change>,
    private readonly publish: Publish,
    readonly clock = new Clock(),
  ) {}

  /** Stores the change, then publishes its events. */
  record(change: Change, ...events: EventName[]): void {
    this.journal.append(change);
    this.apply(change);
    for (const event of events) this.publish(event, change);
  }

  /** Applies a change to the records in memory. */
  apply({ order, payment, refund, dispute, settlement, lines = [] }: Change): void {
    if (order) put(this.orders, order, this.orderIdsByReceipt, order.receipt);
    if (payment) put(this.payments, payment, this.paymentIdsByOrder, payment.order_id);
    if (refund) put(this.refunds, refund, this.refundIdsByPayment, refund.payment_id);
    if (dispute) this.disputes.set(dispute.id, dispute);
    if (settlement) this.settlements.set(settlement.id, settlement);
    for (const line of lines) this.lines.set(line.entity_id, line);
  }

  /** The current records as changes, so that the journal can drop its history. */
  *snapshot(): Iterable<Change> {
    for (const order of this.orders.values()) yield { order };
    for (const payment of this.payments.values()) yield { payment };
    for (const refund of this.refunds.values()) yield { refund };
    for (const dispute of this.disputes.values()) yield { dispute };
    for (const settlement of this.settlements.values()) yield { settlement };
    for (const line of this.lines.values()) yield { lines: [line] };
  }

  ordersWithReceipt(receipt: string): StoredOrder[] {
    return pick(this.orders, this.orderIdsByReceipt.get(receipt));
  }

  paymentsOf(orderId: string): Payment[] {
    return pick(this.payments, this.paymentIdsByOrder.get(orderId));
  }

  refundsOf(paymentId: string): StoredRefund[] {
    return pick(this.refunds, this.refundIdsByPayment.get(paymentId));
  }

  clear(): void {
    const indexes = [this.orderIdsByReceipt, this.paymentIdsByOrder, this.refundIdsByPayment];
    for (const map of [this.orders, this.payments, this.refunds, this.disputes, ...indexes]) map.clear();
    for (const map of [this.settlements, this.lines, this.settlementFaults]) map.clear();
    this.account = { ...DEFAULT_ACCOUNT };
    this.clock.reset();
    this.journal.rewrite([]);
  }
}

/** Opens the store in `dataDir` and compacts its journal. With `null` the store lives in memory only. */
export function openStore(dataDir: string | null, publish: Publish, clock: Clock): { store: Store; close(): void } {
  if (dataDir === null) return { store: new Store(noJournal, publish, clock), close() {} };
  const path = join(dataDir, 'sandbox.jsonl');
  const changes = readJournal<Change>(path);
  const journal = openJournal<Change>(path);
  const store = new Store(journal, publish, clock);
  for (const change of changes) store.apply(change);
  journal.rewrite(store.snapshot());
  return { store, close: () => journal.close() };
}

function put<T extends { id: string }>(
  records: Map<string, T>,
  record: T,
  index: Map<string, string[]>,
  key: string | null,
) {
  if (key !== null && !records.has(record.id)) {
    const ids = index.get(key);
    if (ids) ids.push(record.id);
    else index.set(key, [record.id]);
  }
  records.set(record.id, record);
}

function pick<T>(records: Map<string, T>, ids: string[] = []): T[] {
  return ids.flatMap((id) => records.get(id) ?? []);
}
