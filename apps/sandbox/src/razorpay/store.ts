import { join } from 'node:path';
import type { Payment, StoredOrder, StoredRefund } from './entities';
import { type Journal, noJournal, openJournal, readJournal } from './journal';

/** Records in their new state. One change is one line of the journal, so it is stored completely or not at all. */
export interface Change {
  order?: StoredOrder;
  payment?: Payment;
  refund?: StoredRefund;
}

export type EventName =
  | 'payment.authorized'
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.processed'
  | 'refund.failed';
export type Publish = (event: EventName, change: Change) => void;

/** Orders, payments and refunds in memory. Records are immutable: every change stores new ones. */
export class Store {
  readonly orders = new Map<string, StoredOrder>();
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, StoredRefund>();
  private readonly orderIdsByReceipt = new Map<string, string[]>();
  private readonly paymentIdsByOrder = new Map<string, string[]>();
  private readonly refundIdsByPayment = new Map<string, string[]>();

  constructor(
    private readonly journal: Journal<Change>,
    private readonly publish: Publish,
  ) {}

  /** Stores the change, then publishes its events. */
  record(change: Change, ...events: EventName[]): void {
    this.journal.append(change);
    this.apply(change);
    for (const event of events) this.publish(event, change);
  }

  /** Replays a change from the journal. */
  apply({ order, payment, refund }: Change): void {
    if (order) put(this.orders, order, this.orderIdsByReceipt, order.receipt);
    if (payment) put(this.payments, payment, this.paymentIdsByOrder, payment.order_id);
    if (refund) put(this.refunds, refund, this.refundIdsByPayment, refund.payment_id);
  }

  /** The current state as changes, for a journal without history. */
  *snapshot(): Iterable<Change> {
    for (const order of this.orders.values()) yield { order };
    for (const payment of this.payments.values()) yield { payment };
    for (const refund of this.refunds.values()) yield { refund };
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
    for (const map of [this.orders, this.payments, this.refunds, ...indexes]) map.clear();
    this.journal.rewrite([]);
  }
}

/** Opens the store in `dataDir` and compacts its journal. With `null` the store lives in memory only. */
export function openStore(dataDir: string | null, publish: Publish): { store: Store; close(): void } {
  if (dataDir === null) return { store: new Store(noJournal, publish), close() {} };
  const path = join(dataDir, 'sandbox.jsonl');
  const changes = readJournal<Change>(path);
  const journal = openJournal<Change>(path);
  const store = new Store(journal, publish);
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
