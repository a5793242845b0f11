// What the books know of an order, and what a payment provider reports. Amounts in paise.

/** In the order in which they follow one another. A late bank approval makes a failed payment captured. */
export const paymentStatuses = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** In the order in which they follow one another: a bank can return a processed refund. */
export const refundStatuses = ['pending', 'processed', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** In the order in which they follow one another. Of two ends the worse one counts, so that no loss is overlooked. */
export const disputeStatuses = ['open', 'under_review', 'won', 'closed', 'lost'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export type OrderStatus =
  | 'CREATING'
  | 'CREATE_FAILED'
  | 'CREATED'
  | 'EXPIRED'
  | 'AUTHORIZED'
  | 'REVIEW'
  | 'PAID'
  | 'REFUNDED';

/** What is said about a payment apart from its state and amount. */
interface PaymentDetails {
  /** In the provider's words; null where it names none. */
  method: string | null;
  feePaise: number | null;
  taxPaise: number | null;
  /** `customer`: the amount contains the fee. */
  feeBearer: string | null;
  errorReason: string | null;
  errorSource: string | null;
  errorStep: string | null;
}

/** The provider's report about one refund. */
export interface RefundReport {
  id: string;
  paymentId: string;
  status: RefundStatus;
  amountPaise: number;
  /** `normal` or `instant`; null where it names none. */
  speed: string | null;
  /** The bank's reference: ARN, RRN or UTR. It may come late. */
  reference: string | null;
  /** Why we asked for it; null where the refund was made at the provider. */
  reason: string | null;
  /** The id of our refund request; null if it was made without one. */
  requestId: string | null;
  createdAt: Date;
}

/** The provider's report about one payment at one moment, from its API or from an event. */
export interface PaymentReport extends PaymentDetails {
  id: string;
  providerOrderId: string;
  status: PaymentStatus;
  /** Whether it was ever captured: a refunded payment may have been refunded before. */
  captured: boolean;
  amountPaise: number;
  /** What refunds were made for, also where they are pending. */
  amountRefundedPaise: number;
  currency: string;
  methodDetails: Record<string, string>;
  acquirerData: Record<string, string>;
  createdAt: Date;
  /** What is known of its refunds; not necessarily all. */
  refunds: RefundReport[];
}

/** The provider's report about a dispute. */
export interface DisputeReport {
  id: string;
  paymentId: string;
  status: DisputeStatus;
  amountPaise: number;
  amountDeductedPaise: number;
  reasonCode: string | null;
  phase: string | null;
  respondBy: Date | null;
}

export type SettlementStatus = 'created' | 'processed' | 'failed';

/** The provider's report about one transfer to the bank account. */
export interface SettlementReport {
  id: string;
  status: SettlementStatus;
  /** Negative where more was deducted than paid. */
  amountPaise: number;
  /** Includes the tax. */
  feePaise: number;
  taxPaise: number;
  /** The reference on the bank statement. */
  utr: string | null;
  createdAt: Date;
}

/** The provider's report about what a settlement has for one payment, refund or adjustment. */
export interface SettlementLineReport {
  settlementId: string;
  /** In the provider's words: `payment`, `refund`, `adjustment` and others. */
  type: string;
  /** The payment, refund or adjustment. */
  entityId: string;
  paymentId: string | null;
  providerOrderId: string | null;
  receipt: string | null;
  disputeId: string | null;
  amountPaise: number;
  creditPaise: number;
  debitPaise: number;
  /** Includes the tax. */
  feePaise: number;
  taxPaise: number;
  currency: string;
  method: string | null;
  description: string | null;
  createdAt: Date | null;
  settledAt: Date | null;
}

export interface KnownRefund extends Omit<RefundReport, 'id' | 'paymentId' | 'requestId' | 'createdAt'> {
  providerId: string;
  /** 1 for the first refund of the payment. */
  attempt: number;
  providerCreatedAt: Date;
}

export interface KnownDispute extends Omit<DisputeReport, 'reasonCode' | 'phase' | 'createdAt'> {
  /** An operator has dealt with it. */
  closedAt: Date | null;
}

type OfPayment = 'id' | 'status' | 'amountPaise' | 'amountRefundedPaise' | 'currency' | keyof PaymentDetails;
export interface KnownPayment extends Pick<PaymentReport, OfPayment> {
  /** Maps of text. */
  methodDetails: unknown;
  acquirerData: unknown;
  providerCreatedAt: Date;
  createdAt: Date;
  refunds: KnownRefund[];
  /** Absent where they were not read: then nothing is refundable. */
  disputes?: KnownDispute[];
}

export interface KnownOrder {
  status: OrderStatus;
  receipt: string;
  providerOrderId: string | null;
  amountPaise: number;
  currency: string;
  /** The payment that paid the order, or that was refunded before the order became PAID. */
  paidPaymentId: string | null;
}
