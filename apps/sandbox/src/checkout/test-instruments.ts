import type { PaymentMethod, UpiFlow } from '../razorpay/entities';
import { invalidInput } from '../razorpay/errors';
import { type Fields, fieldsOf } from '../razorpay/input';
import type { Failure } from '../razorpay/payments';

/** The provider's public test cards and UPI ids (razorpay.com/docs: "Test card details", "Test UPI details"). */
export const TEST_CARDS = { succeeds: '4100280000001007', insufficientFunds: '4100280000080001' } as const;
/** The provider's cards for errors: "Error Scenarios" on the same page. */
export const ERROR_CARDS = {
  '4100280000080001': 'insufficient_funds',
  '4100280000090000': 'payment_timed_out',
  '4100280000070002': 'payment_cancelled',
  '4100280000060003': 'card_declined',
  '4100280000030006': 'card_disabled_for_online_payments',
  '4100280000010008': 'card_number_invalid',
  '4100280000020007': 'gateway_technical_error',
  '4100280000000009': 'authentication_failed',
} as const satisfies Record<string, FailureReason>;
export const TEST_UPI_IDS = { succeeds: 'success@razorpay', fails: 'failure@razorpay' } as const;
export const TEST_BANKS = ['HDFC', 'ICIC', 'SBIN', 'UTIB', 'KKBK'] as const;

/** A means of payment, and the bank's response. */
export interface Instrument {
  attempt: { method: PaymentMethod; last4?: string; vpa?: string; bank?: string; flow?: UpiFlow };
  outcome: 'succeed' | 'otp' | 'bank' | 'upi' | FailureReason;
}

/** Reads the form. Anything but test input is refused at its field, without a payment. */
export function readInstrument(fields: Fields): Instrument {
  if (fields.method === 'card') return readCard(fieldsOf(fields.card));
  if (fields.method === 'upi') return fields.flow === undefined ? readUpi(fields.vpa) : readUpiApp(fields.flow);
  if (fields.method === 'netbanking') return readBank(fields.bank);
  throw invalidInput('The selected method is invalid.', 'method');
}

function readCard({ number, expiry, cvv }: Fields): Instrument {
  const digits = String(number ?? '').replace(/[\s-]/g, '');
  const error: FailureReason | undefined = ERROR_CARDS[digits as keyof typeof ERROR_CARDS];
  if (!error && digits !== TEST_CARDS.succeeds) {
    throw invalidInput("This is not one of the sandbox's test cards. Never type a real card number here.", 'number');
  }
  if (!isFutureMonth(String(expiry ?? ''), new Date())) throw invalidInput('Enter a future month as MM/YY.', 'expiry');
  if (!/^\d{3,4}$/.test(String(cvv ?? ''))) throw invalidInput('The CVV has three or four digits.', 'cvv');
  return { attempt: { method: 'card', last4: digits.slice(-4) }, outcome: error ?? 'otp' };
}

function readUpi(vpa: unknown): Instrument {
  const attempt = {
    method: 'upi' as const,
    vpa: String(vpa ?? '')
      .trim()
      .toLowerCase(),
  };
  if (attempt.vpa === TEST_UPI_IDS.succeeds) return { attempt, outcome: 'succeed' };
  if (attempt.vpa === TEST_UPI_IDS.fails) return { attempt, outcome: 'payment_declined' };
  throw invalidInput("This is not one of the sandbox's UPI IDs.", 'vpa');
}

/** The payer answers in an app, after scanning a QR code or on the same phone. */
function readUpiApp(flow: unknown): Instrument {
  if (flow !== 'qr' && flow !== 'intent') throw invalidInput('The selected UPI flow is invalid.', 'flow');
  return { attempt: { method: 'upi', flow }, outcome: 'upi' };
}

function readBank(bank: unknown): Instrument {
  if (!(TEST_BANKS as readonly unknown[]).includes(bank)) throw invalidInput('Choose a bank.', 'bank');
  return { attempt: { method: 'netbanking', bank: String(bank) }, outcome: 'bank' };
}

/** A card is valid until the end of its expiry month: 12/30, 1230, 1/30 or 12 / 2030, as people and browsers type it. */
function isFutureMonth(expiry: string, now: Date): boolean {
  const match = /^(0?[1-9]|1[0-2])\s*[/-]?\s*(?:20)?(\d{2})$/.exec(expiry.trim());
  if (!match) return false;
  return Date.UTC(2000 + Number(match[2]), Number(match[1])) > now.getTime();
}

/** Payment failures with the provider's error parameters (razorpay.com/docs: "Payment Method Error Parameters"). */
const FAILURES = {
  insufficient_funds: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The card account has insufficient funds for this payment. Please try another card.',
    source: 'customer',
    step: 'payment_authorization',
  },
  incorrect_otp: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The one-time password is wrong. Please try again.',
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
  card_declined: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment did not go through as it was declined by the bank.',
    source: 'issuer_bank',
    step: 'payment_authorization',
  },
  card_disabled_for_online_payments: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your card is disabled for online payments.',
    source: 'customer',
    step: 'payment_authorization',
  },
  card_number_invalid: {
    code: 'BAD_REQUEST_ERROR',
    description: 'You have entered an incorrect card number. Try again.',
    source: 'customer',
    step: 'payment_initiation',
  },
  gateway_technical_error: {
    code: 'GATEWAY_ERROR',
    description: 'Your payment did not go through due to a temporary issue.',
    source: 'gateway',
    step: 'payment_authorization',
  },
  authentication_failed: {
    code: 'GATEWAY_ERROR',
    description: 'Your payment could not be completed due to incorrect OTP or verification details.',
    source: 'customer',
    step: 'payment_authentication',
  },
  payment_timed_out: {
    code: 'GATEWAY_ERROR',
    description: 'The bank did not respond in time.',
    source: 'issuer_bank',
    step: 'payment_authorization',
  },
} as const;

export type FailureReason = keyof typeof FAILURES;

export const FAILURE_REASONS = Object.keys(FAILURES) as FailureReason[];

export function failureFor(reason: FailureReason): Failure {
  return { ...FAILURES[reason], reason };
}
