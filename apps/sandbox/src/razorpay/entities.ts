/**
 * Entities with the fields of the provider's public API (razorpay.com/docs/api: orders, payments, refunds).
 * Amounts are in paise, times in Unix seconds.
 */
export type Notes = Record<string, string> | [];

export interface Order {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: string | null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
}

/** From the request; the provider does not return it. Periods are minutes after a payment was begun. */
export interface CaptureSettings {
  capture: 'automatic' | 'manual';
  /** An approval within it is captured automatically. */
  automaticExpiry: number;
  /** A payment that is not captured by then is refunded. */
  manualExpiry: number;
}

export type StoredOrder = Order & CaptureSettings;

export type PaymentMethod = 'card' | 'upi' | 'netbanking';
export type UpiFlow = 'collect' | 'intent' | 'qr';
export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';

export interface Card {
  id: string;
  entity: 'card';
  name: string;
  last4: string;
  network: string;
  type: 'credit' | 'debit';
  issuer: string | null;
  international: boolean;
  emi: boolean;
}

export interface Payment {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: PaymentStatus;
  order_id: string;
  invoice_id: string | null;
  international: boolean;
  method: PaymentMethod;
  amount_refunded: number;
  refund_status: 'partial' | 'full' | null;
  captured: boolean;
  description: string | null;
  card_id: string | null;
  card?: Card;
  bank: string | null;
  wallet: string | null;
  vpa: string | null;
  email: string | null;
  contact: string | null;
  notes: Notes;
  /** Present only if the payer bears the fee, which the amount contains. */
  fee_bearer?: 'customer';
  upi?: { vpa: string | null; flow: UpiFlow };
  fee: number | null;
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  acquirer_data: Record<string, string | null>;
  created_at: number;
}

export interface Refund {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: string | null;
  status: 'pending' | 'processed' | 'failed';
  speed_processed: 'normal' | 'instant';
  speed_requested: 'normal' | 'optimum';
}

export type DisputeStatus = 'open' | 'under_review' | 'won' | 'lost' | 'closed';

export interface Dispute {
  id: string;
  entity: 'dispute';
  payment_id: string;
  amount: number;
  currency: string;
  amount_deducted: number;
  reason_code: string;
  respond_by: number;
  status: DisputeStatus;
  phase: string;
  created_at: number;
}

export interface Settlement {
  id: string;
  entity: 'settlement';
  /** One bank transfer. Negative if refunds and chargebacks exceed the payments. */
  amount: number;
  status: 'processed' | 'failed';
  fees: number;
  tax: number;
  utr: string;
  created_at: number;
}

/**
 * A row of the settlement report (razorpay.com/docs/api/settlements/fetch-recon). `settles_at` is not shown: the run
 * that settles the line, or null if it never will be.
 */
export interface Line {
  entity_id: string;
  type: 'payment' | 'refund' | 'adjustment';
  debit: number;
  credit: number;
  amount: number;
  currency: string;
  fee: number;
  tax: number;
  on_hold: boolean;
  created_at: number;
  settled_at: number | null;
  settlement_id: string | null;
  posted_at: null;
  credit_type: string;
  description: string | null;
  /** JSON, unlike the notes of other entities. */
  notes: string;
  payment_id: string | null;
  settlement_utr: string | null;
  order_id: string;
  order_receipt: string | null;
  method: PaymentMethod;
  card_network: string | null;
  card_issuer: string | null;
  card_type: 'credit' | 'debit' | null;
  dispute_id: string | null;
  settles_at: number | null;
}

/** `idempotency` holds the key and the body of the request that created the refund. */
export type StoredRefund = Refund & { idempotency: { key: string; body: string } | null };
