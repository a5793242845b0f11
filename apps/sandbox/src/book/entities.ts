/**
 * The provider's entities, field for field as its public API documents them
 * (razorpay.com/docs/api: orders, payments, refunds). Amounts are paise, times are seconds since 1970.
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

/** `capture` is what the order asked for; the provider does not show it again. */
export type StoredOrder = Order & { capture: 'automatic' | 'manual' };

export type PaymentMethod = 'card' | 'upi' | 'netbanking';
export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';

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
  bank: string | null;
  wallet: string | null;
  vpa: string | null;
  email: string | null;
  contact: string | null;
  notes: Notes;
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
  status: 'processed' | 'failed';
  speed_processed: 'normal';
  speed_requested: 'normal';
}

/** `idempotency` remembers the key and the body of the request that made this refund. */
export type StoredRefund = Refund & { idempotency: { key: string; body: string } | null };
