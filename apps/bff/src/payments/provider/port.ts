import type {
  DisputeReport,
  PaymentReport,
  RefundReport,
  SettlementLineReport,
  SettlementReport,
} from '../rules/books';

export type IdKind = 'order' | 'payment' | 'refund' | 'dispute';

/** `merchantReference` is our unique key of the order, which Razorpay calls `receipt`. */
export interface NewProviderOrder {
  merchantReference: string;
  amountPaise: number;
  currency: string;
}

/** The provider stores `requestId` and `reason` with the refund. */
export interface NewRefund {
  requestId?: string;
  paymentId: string;
  amountPaise: number;
  idempotencyKey: string;
  reason: string;
}

export interface OrderReport {
  id: string;
  merchantReference: string | null;
  amountPaise: number;
  currency: string;
  createdAt: Date;
}

/** A payment in a list. `report` is missing if the payment is unreadable or belongs to no order. */
export interface ListedPayment {
  id: string;
  providerOrderId: string;
  /** True if the payment failed or was never finished. */
  holdsNoMoney: boolean;
  report?: PaymentReport;
}

/** Without `payment`, the event concerns no order. */
export interface EventReport {
  payment?: PaymentReport;
  dispute?: DisputeReport;
}

/** Includes both moments. */
export interface Period {
  from: Date;
  to: Date;
}

/**
 * The payment provider. Ids are the provider's and opaque. Calls throw `ProviderSilent` without a reliable answer, and
 * `ProviderRefused` after a refusal. Lists are paged, newest first.
 */
export abstract class PaymentProvider {
  /** Repeated calls with one `merchantReference` create one order. @returns its id */
  abstract createOrder(order: NewProviderOrder): Promise<string>;
  /** @returns the id of the oldest order with this `merchantReference`, or undefined */
  abstract findOrder(order: NewProviderOrder): Promise<string | undefined>;
  /** Includes refunds. */
  abstract fetchPayment(id: string): Promise<PaymentReport>;
  abstract fetchDispute(id: string): Promise<DisputeReport>;
  /** @param id of an order, payment, refund or dispute. @returns its order, or undefined if there is none */
  abstract orderOf(id: string): Promise<OrderReport | undefined>;
  /** Adds the refunds to a report. Calls the provider only if there are any, or if `always` is true. */
  abstract withRefunds(payment: PaymentReport, always?: boolean): Promise<PaymentReport>;
  /** @returns the readable payments of an order, and the number of unreadable ones */
  abstract paymentsOf(providerOrderId: string): Promise<{ payments: PaymentReport[]; unreadable: number }>;
  /** Captures the full amount of an authorized payment. */
  abstract capture(payment: PaymentReport): Promise<PaymentReport>;
  /** Makes one refund per key. @returns the refund, whose status may be `failed` */
  abstract refund(refund: NewRefund): Promise<RefundReport>;
  /** Readable orders created in the period. */
  abstract ordersIn(period: Period): AsyncIterable<OrderReport[]>;
  /** All payments begun in the period. */
  abstract paymentsIn(period: Period): AsyncIterable<ListedPayment[]>;
  /** Readable refunds made in the period. */
  abstract refundsIn(period: Period): AsyncIterable<RefundReport[]>;
  /** All disputes, because a new one may concern an old payment. */
  abstract allDisputes(): AsyncIterable<DisputeReport[]>;
  /** Settlements made in the period. */
  abstract settlementsIn(period: Period): AsyncIterable<SettlementReport[]>;
  /** Settlement lines of an Indian day, in the provider's order. @param day such as 2026-01-15 */
  abstract settledOn(day: string): AsyncIterable<SettlementLineReport[]>;
  /** Whether checkout's signature is valid. */
  abstract isCheckoutSigned(providerOrderId: string, paymentId: string, signature: string): boolean;
  /** Whether the signature of an event's raw bytes is valid. */
  abstract isEventSigned(rawBody: Buffer, signature: string | undefined): boolean;
  /** @param payload of an event with a valid signature */
  abstract readEvent(payload: object): EventReport;
}
