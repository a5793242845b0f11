import type {
  DisputeReport,
  PaymentReport,
  RefundReport,
  SettlementLineReport,
  SettlementReport,
} from '../rules/books';

/** What an id of the provider can name. */
export type IdKind = 'order' | 'payment' | 'refund' | 'dispute';

export interface NewProviderOrder {
  receipt: string;
  amountPaise: number;
  currency: string;
}

/** A refund to make. The provider keeps `requestId` and `reason` with it. */
export interface NewRefund {
  requestId?: string;
  paymentId: string;
  amountPaise: number;
  idempotencyKey: string;
  reason: string;
}

/** The provider's report about an order, as far as it concerns our books. */
export interface OrderReport {
  id: string;
  receipt: string | null;
  amountPaise: number;
  currency: string;
  createdAt: Date;
}

/** A payment in a list. `report` is missing where it cannot be read, or belongs to no order. */
export interface ListedPayment {
  id: string;
  providerOrderId: string;
  /** It has failed or was never finished. */
  holdsNoMoney: boolean;
  report?: PaymentReport;
}

/** What an event reports. Without `payment` it concerns no order. */
export interface EventReport {
  payment?: PaymentReport;
  dispute?: DisputeReport;
}

/** Both moments belong to it. */
export interface Period {
  from: Date;
  to: Date;
}

/**
 * What we ask of a payment provider. Ids are its own: we store and compare them, and never look inside. Every method
 * that asks it throws `ProviderSilent` where it says nothing that can be relied on, and `ProviderRefused` where it says
 * no. Lists come page by page, newest first. Also the injection token.
 */
export abstract class PaymentProvider {
  /** Creates one order, also when it is repeated with the same receipt. @returns its id. */
  abstract createOrder(order: NewProviderOrder): Promise<string>;
  /** @returns the id of the order with this receipt, the oldest where there are two; undefined where there is none. */
  abstract findOrder(order: NewProviderOrder): Promise<string | undefined>;
  /** With its refunds, if it has any. */
  abstract fetchPayment(id: string): Promise<PaymentReport>;
  abstract fetchDispute(id: string): Promise<DisputeReport>;
  /** @returns the order that an id of an order, payment, refund or dispute names; undefined if there is none. */
  abstract orderOf(id: string): Promise<OrderReport | undefined>;
  /** A payment's report lacks its refunds. Asked for where there are any, or where `always`. */
  abstract withRefunds(payment: PaymentReport, always?: boolean): Promise<PaymentReport>;
  /** @returns the payments of an order that can be read, and how many cannot. */
  abstract paymentsOf(providerOrderId: string): Promise<{ payments: PaymentReport[]; unreadable: number }>;
  /** Captures an authorized payment. */
  abstract capture(payment: PaymentReport): Promise<PaymentReport>;
  /** Makes the refund, or finds the one that was made with the same key. @returns it; its status may be `failed`. */
  abstract refund(refund: NewRefund): Promise<RefundReport>;
  /** Every order made in the period, of those that can be read. */
  abstract ordersIn(period: Period): AsyncIterable<OrderReport[]>;
  /** Every payment begun in the period. */
  abstract paymentsIn(period: Period): AsyncIterable<ListedPayment[]>;
  /** Every refund made in the period, of those that can be read. */
  abstract refundsIn(period: Period): AsyncIterable<RefundReport[]>;
  /** Every dispute: one of this period may concern a payment from before it. */
  abstract allDisputes(): AsyncIterable<DisputeReport[]>;
  /** Every settlement made in the period. */
  abstract settlementsIn(period: Period): AsyncIterable<SettlementReport[]>;
  /** What was settled on an Indian day, in the provider's order. @param day such as 2026-01-15 */
  abstract settledOn(day: string): AsyncIterable<SettlementLineReport[]>;
  /** Whether checkout's signature is valid for this order of ours. */
  abstract isCheckoutSigned(providerOrderId: string, paymentId: string, signature: string): boolean;
  /** Whether an event's raw bytes are signed by the provider. */
  abstract isEventSigned(rawBody: Buffer, signature: string | undefined): boolean;
  /** @param payload of an event whose signature is valid. */
  abstract readEvent(payload: object): EventReport;
}
