import type { PaymentMethod } from '../razorpay/entities';
import { invalidInput } from '../razorpay/errors';
import { type Fields, fieldsOf } from '../razorpay/input';
import type { Failure } from '../razorpay/payments';

/** The provider's public test cards and UPI ids (razorpay.com/docs: "Test card details", "Test UPI details"). */
export const TEST_CARDS = { succeeds: '4100280000001007', insufficientFunds: '4100280000080001' } as const;
export const TEST_UPI_IDS = { succeeds: 'success@razorpay', fails: 'failure@razorpay' } as const;
export const TEST_BANKS = ['HDFC', 'ICIC', 'SBIN', 'UTIB', 'KKBK'] as const;

/** What the payer pays with, and the bank's response. */
export interface Instrument {
  attempt: { method: PaymentMethod; vpa?: string; bank?: string };
  outcome: 'succeed' | 'otp' | 'bank' | FailureReason;
}

/** Reads the form. Anything but test input is refused at its field, without a payment. */
export function readInstrument(fields: Fields): Instrument {
  if (fields.method === 'card') return readCard(fieldsOf(fields.card));
  if (fields.method === 'upi') return readUpi(fields.vpa);
  if (fields.method === 'netbanking') return readBank(fields.bank);
  throw invalidInput('The selected method is invalid.', 'method');
}

function readCard({ number, expiry, cvv }: Fields): Instrument {
  const digits = String(number ?? '').replace(/\s/g, '');
  if (!(Object.values(TEST_CARDS) as string[]).includes(digits)) {
    throw invalidInput("This is not one of the sandbox's test cards. Never type a real card number here.", 'number');
  }
  if (!isFutureMonth(String(expiry ?? ''), new Date())) throw invalidInput('Enter a future month as MM/YY.', 'expiry');
  if (!/^\d{3,4}$/.test(String(cvv ?? ''))) throw invalidInput('The CVV has three or four digits.', 'cvv');
  return { attempt: { method: 'card' }, outcome: digits === TEST_CARDS.succeeds ? 'otp' : 'insufficient_funds' };
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

function readBank(bank: unknown): Instrument {
  if (!(TEST_BANKS as readonly unknown[]).includes(bank)) throw invalidInput('Choose a bank.', 'bank');
  return { attempt: { method: 'netbanking', bank: String(bank) }, outcome: 'bank' };
}

/** A card is valid until the end of its expiry month. */
function isFutureMonth(expiry: string, now: Date): boolean {
  const match = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(expiry);
  if (!match) return false;
  return Date.UTC(2000 + Number(match[2]), Number(match[1])) > now.getTime();
}

/** Payment failures with the provider's error parameters (razorpay.com/docs: "Payment Method Error Parameters"). */
const FAILURES = {
  insufficient_funds: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The card account has too little money for this payment. Please try another card.',
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
