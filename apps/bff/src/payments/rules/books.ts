// Our records (`Known…`) and the provider's reports (`…Report`). Amounts are in paise.

/** In chronological order. A late bank approval turns a failed payment into a captured one. */
export const paymentStatuses = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** In chronological order. A bank can return a processed refund. */
export const refundStatuses = ['pending', 'processed', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** In chronological order. The worse of two results comes later, so that we do not overlook a loss. */
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

interface PaymentDetails {
  method: string | null;
  feePaise: number | null;
  taxPaise: number | null;
  /** If it is `customer`, the amount contains the fee. */
  feeBearer: string | null;
  errorReason: string | null;
  errorSource: string | null;
  errorStep: string | null;
}

export interface RefundReport {
  id: string;
  paymentId: string;
  status: RefundStatus;
  amountPaise: number;
  /** `normal` or `instant`, if known. */
  speed: string | null;
  /** The bank's ARN, RRN or UTR. It may come late. */
  reference: string | null;
  /** Null if the refund was made at the provider. */
  reason: string | null;
  /** The id of our refund request, if any. */
  requestId: string | null;
  createdAt: Date;
}

/** One payment at one moment, from the API or from an event. */
export interface PaymentReport extends PaymentDetails {
  id: string;
  providerOrderId: string;
  status: PaymentStatus;
  /** Whether it was ever captured. A payment can be refunded before its capture. */
  captured: boolean;
  amountPaise: number;
  /** Includes pending refunds. */
  amountRefundedPaise: number;
  currency: string;
  methodDetails: Record<string, string>;
  acquirerData: Record<string, string>;
  createdAt: Date;
  /** Not necessarily all refunds. */
  refunds: RefundReport[];
}

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

/** One transfer to the bank account. */
export interface SettlementReport {
  id: string;
  status: SettlementStatus;
  /** Negative if the deductions exceed the payments. */
  amountPaise: number;
  /** Includes the tax. */
  feePaise: number;
  taxPaise: number;
  /** The reference on the bank statement. */
  utr: string | null;
  createdAt: Date;
}

/** One payment, refund or adjustment in a settlement. */
export interface SettlementLineReport {
  settlementId: string;
  /** `payment`, `refund`, `adjustment` and others. */
  type: string;
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
  /** When staff closed it. */
  closedAt: Date | null;
}

type OfPayment = 'id' | 'status' | 'amountPaise' | 'amountRefundedPaise' | 'currency' | keyof PaymentDetails;
export interface KnownPayment extends Pick<PaymentReport, OfPayment> {
  methodDetails: unknown;
  acquirerData: unknown;
  providerCreatedAt: Date;
  createdAt: Date;
  refunds: KnownRefund[];
  /** If they were not read, nothing is refundable. */
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
