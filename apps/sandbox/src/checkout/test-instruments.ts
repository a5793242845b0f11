import type { PaymentMethod } from '../book/entities';
import { type Fields, fieldsOf } from '../razorpay/input';
import { invalidInput } from '../razorpay/razorpay-error';
import type { FailureReason } from './outcomes';

/** The provider's public test cards and UPI ids (razorpay.com/docs: "Test card details", "Test UPI details"). */
export const TEST_CARDS = { succeeds: '4100280000001007', insufficientFunds: '4100280000080001' } as const;
export const TEST_UPI_IDS = { succeeds: 'success@razorpay', fails: 'failure@razorpay' } as const;
export const TEST_BANKS = ['HDFC', 'ICIC', 'SBIN', 'UTIB', 'KKBK'] as const;

/** What the payer pays with, and how its bank will answer. */
export interface Instrument {
  attempt: { method: PaymentMethod; vpa?: string; bank?: string };
  answer: 'succeed' | 'otp' | 'bank' | FailureReason;
}

/** Reads the form. What is no test input is refused at its field: no payment is made of it. */
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
  if (!isFutureMonth(String(expiry ?? ''), new Date()))
    throw invalidInput('Give a month in the future, as MM/YY.', 'expiry');
  if (!/^\d{3,4}$/.test(String(cvv ?? ''))) throw invalidInput('The CVV is three or four digits.', 'cvv');
  return { attempt: { method: 'card' }, answer: digits === TEST_CARDS.succeeds ? 'otp' : 'insufficient_funds' };
}

function readUpi(vpa: unknown): Instrument {
  const attempt = {
    method: 'upi' as const,
    vpa: String(vpa ?? '')
      .trim()
      .toLowerCase(),
  };
  if (attempt.vpa === TEST_UPI_IDS.succeeds) return { attempt, answer: 'succeed' };
  if (attempt.vpa === TEST_UPI_IDS.fails) return { attempt, answer: 'payment_declined' };
  throw invalidInput("This is not one of the sandbox's UPI IDs.", 'vpa');
}

function readBank(bank: unknown): Instrument {
  if (!(TEST_BANKS as readonly unknown[]).includes(bank)) throw invalidInput('Choose a bank.', 'bank');
  return { attempt: { method: 'netbanking', bank: String(bank) }, answer: 'bank' };
}

/** A card is good until the end of the month printed on it. */
function isFutureMonth(expiry: string, now: Date): boolean {
  const match = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(expiry);
  if (!match) return false;
  return Date.UTC(2000 + Number(match[2]), Number(match[1])) > now.getTime();
}
