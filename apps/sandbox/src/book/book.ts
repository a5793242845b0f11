import type { Journal } from '../journal';
import type { Payment, StoredOrder, StoredRefund } from './entities';

/** One step: the records as they are after it. Written as one line, so that a step is kept whole or not at all. */
export interface Step {
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
export type Announce = (event: EventName, about: Step) => void;

/** The provider's whole memory. Records are never changed in place: every step puts new ones. */
export class Book {
  readonly orders = new Map<string, StoredOrder>();
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, StoredRefund>();
  private readonly orderIdsByReceipt = new Map<string, string[]>();
  private readonly paymentIdsByOrder = new Map<string, string[]>();
  private readonly refundIdsByPayment = new Map<string, string[]>();

  constructor(
    private readonly journal: Journal<Step>,
    private readonly announce: Announce,
  ) {}

  /** Keeps the step, then tells about it. */
  record(step: Step, ...events: EventName[]): void {
    this.journal.append(step);
    this.apply(step);
    for (const event of events) this.announce(event, step);
  }

  /** Takes a step that is already in the journal. */
  apply({ order, payment, refund }: Step): void {
    if (order) put(this.orders, order, this.orderIdsByReceipt, order.receipt);
    if (payment) put(this.payments, payment, this.paymentIdsByOrder, payment.order_id);
    if (refund) put(this.refunds, refund, this.refundIdsByPayment, refund.payment_id);
  }

  /** Every record once, for a journal without history. */
  *steps(): Iterable<Step> {
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
