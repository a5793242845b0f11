/** The provider said no: it has done nothing. `reason`: its own words. */
export class ProviderRefused extends Error {
  constructor(readonly reason?: string) {
    super('The payment provider refused.');
  }
}

/** The provider said nothing that can be relied on. */
export class ProviderSilent extends Error {
  /** @param concernsOne it answers, but not about this order or payment: others can still be fetched. */
  constructor(
    readonly reason?: string,
    readonly concernsOne = false,
  ) {
    super('The payment provider does not answer. Please try again.');
  }
}

/** The provider was asked to refund, and then came the error that is the `cause`: whether it did is not known. */
export class RefundUnanswered extends Error {}

/** A report contradicts what is known: the payment has another order or amount. It changes nothing. */
export class Contradiction extends Error {}

type OrderReason = 'order_unknown' | 'order_unclaimed' | 'order_of_another' | 'cursor_unknown' | 'account_deleted';
type CheckoutReason = 'signature_invalid' | 'amount_differs' | 'payment_failed' | 'payment_unfinished';
/** Why a payer's request is refused. */
export type PayerReason = OrderReason | CheckoutReason | 'payment_refunded' | 'order_refunded';

type RefundReason = 'nothing_captured' | 'provider_refuses' | 'refund_changed';
type DisputeReason = 'dispute_forbids' | 'no_open_dispute' | 'dispute_awaits_decision';
type BooksReason =
  | 'settlement_unknown'
  | 'month_unknown'
  | 'month_closed'
  | 'month_not_ready'
  | 'month_unexplained'
  | 'books_busy'
  | 'opening_known';
type PersonReason =
  | 'payment_in_progress'
  | 'person_unknown'
  | 'person_ambiguous'
  | 'not_confirmed'
  | 'no_passkey'
  | 'no_role';
/** Why a request of staff is refused. */
export type StaffReason =
  | 'order_unknown'
  | 'case_unknown'
  | 'case_changed'
  | RefundReason
  | DisputeReason
  | BooksReason
  | PersonReason;

/** A request that is refused. What is named depends on the reason: ids and states, no sentences. */
export class Refusal extends Error {
  constructor(
    readonly reason: PayerReason | StaffReason,
    readonly named: Record<string, string> = {},
  ) {
    super([reason, ...Object.values(named)].join(' '));
  }
}
