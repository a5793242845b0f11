/** A time in RFC 3339, or in milliseconds. */
type Time = string | number;

export function formatPaise(paise: number, currency?: string): string;
export function formatDate(time: Time): string;
export function formatTime(time: Time): string;
export function formatIndianTime(time: Time): string;
export function formatIndianDate(time: Time): string;
export function refundTime(method: string | null | undefined, createdAt: string): { days: string; latest: number };
export function formatMethod(method: string, details?: Record<string, string>): string;

/** What is known of a payment that paid an order. Amounts in paise, times in RFC 3339. */
export type PaidFacts = {
  receiptNumber?: string | null;
  /** Our order number. */
  receipt: string;
  /** The order's id at the payment provider. */
  orderId: string | null;
  paymentId?: string | null;
  amountPaise: number;
  currency: string;
  paidAt?: string | null;
  /** In the provider's words. */
  method?: string | null;
  methodDetails?: Record<string, string>;
  /** Oldest first. */
  refunds?: RefundFacts[];
};

export type RefundFacts = {
  /** At the payment provider. */
  id: string | null;
  status: 'pending' | 'processed' | 'failed';
  amountPaise: number;
  /** The bank's. */
  reference: string | null;
  createdAt: string;
};

/** Who received a payment, and what for. */
export interface Recipient {
  legalName: string;
  registeredAddress: string;
  gstin: string;
  paymentPurpose: string;
}

export function receiptLines(
  facts: PaidFacts & { operator: Recipient; email?: string | null },
  formats: { formatTime(time: Time): string; formatDate(time: Time): string },
): [name: string, value: string][];
export function escapeHtml(text: string): string;
