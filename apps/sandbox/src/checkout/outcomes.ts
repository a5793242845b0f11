import type { Failure } from '../book/payments';

/** How payments fail here, in the provider's terms (razorpay.com/docs: "Payment Method Error Parameters"). */
const BY_REASON = {
  insufficient_funds: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The account behind this card has too little money for this payment. Please try another one.',
    source: 'customer',
    step: 'payment_authorization',
  },
  incorrect_otp: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The one-time password was not right. Please try again.',
    source: 'customer',
    step: 'payment_authentication',
  },
  payment_declined: {
    code: 'GATEWAY_ERROR',
    description: 'The bank declined this payment. Please try another account.',
    source: 'issuer_bank',
    step: 'payment_debit_request',
  },
  payment_cancelled: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The payment was cancelled before it was complete.',
    source: 'customer',
    step: 'payment_authentication',
  },
  payment_timed_out: {
    code: 'GATEWAY_ERROR',
    description: 'The bank did not answer in time.',
    source: 'issuer_bank',
    step: 'payment_authorization',
  },
} as const;

export type FailureReason = keyof typeof BY_REASON;

export const FAILURE_REASONS = Object.keys(BY_REASON) as FailureReason[];

export function failureFor(reason: FailureReason): Failure {
  return { ...BY_REASON[reason], reason };
}
