import type { Payment } from '../razorpay/entities';
import { invalidInput, refused } from '../razorpay/errors';
import { type Fields, fieldsOf, readNotes } from '../razorpay/input';
import { findOrder } from '../razorpay/orders';
import { authorizePayment, failPayment, findPayment, startPayment } from '../razorpay/payments';
import { type CheckoutResult, checkoutResult } from '../razorpay/signature';
import type { Store } from '../razorpay/store';
import { type FailureReason, failureFor, type Instrument, readInstrument } from './test-instruments';

/** The next step of the form: ask for a one-time password, show the bank's page, or finish. */
export type FormStep =
  | { next: 'otp' | 'bank' | 'upi'; payment_id: string }
  | { next: 'done'; result: CheckoutResult }
  | { next: 'failed'; error: Record<string, unknown> };

/** The payer's actions in the checkout form. Successful payments are signed with the key secret. */
export class Payer {
  constructor(
    private readonly store: Store,
    private readonly keySecret: string,
  ) {}

  /** Starts a payment from the submitted form. */
  begin(fields: Fields): FormStep {
    const order = findOrder(this.store, String(fields.order_id));
    if (order.status === 'paid') throw refused('This order is already paid.');
    const instrument = readInstrument(fields);
    const payment = startPayment(this.store, order.id, { ...instrument.attempt, ...readPayer(fields) });
    return this.firstStep(instrument, payment);
  }

  /** Any 4 to 10 digits are correct. Anything else fails the payment. */
  enterOtp(paymentId: string, otp: unknown): FormStep {
    this.requirePending(paymentId);
    return /^\d{4,10}$/.test(String(otp)) ? this.succeed(paymentId) : this.fail(paymentId, 'incorrect_otp');
  }

  chooseBankResponse(paymentId: string, success: unknown): FormStep {
    this.requirePending(paymentId);
    return success === true ? this.succeed(paymentId) : this.fail(paymentId, 'payment_declined');
  }

  /** In the UPI app. `late`: the app gives up first, and the bank approves afterwards. */
  answerUpi(paymentId: string, answer: unknown): FormStep {
    this.requirePending(paymentId);
    if (answer === 'approve') return this.succeed(paymentId);
    const step = this.fail(paymentId, answer === 'late' ? 'payment_timed_out' : 'payment_declined');
    if (answer === 'late') authorizePayment(this.store, paymentId);
    return step;
  }

  /** The payer closed the form during a payment. */
  cancel(paymentId: string): FormStep {
    this.requirePending(paymentId);
    return this.fail(paymentId, 'payment_cancelled');
  }

  private firstStep({ outcome }: Instrument, payment: Payment): FormStep {
    if (outcome === 'succeed') return this.succeed(payment.id);
    if (outcome === 'otp' || outcome === 'bank' || outcome === 'upi') return { next: outcome, payment_id: payment.id };
    return this.fail(payment.id, outcome);
  }

  private succeed(paymentId: string): FormStep {
    return { next: 'done', result: checkoutResult(authorizePayment(this.store, paymentId), this.keySecret) };
  }

  private fail(paymentId: string, reason: FailureReason): FormStep {
    const failure = failureFor(reason);
    const { id, order_id } = failPayment(this.store, paymentId, failure);
    return { next: 'failed', error: { ...failure, metadata: { payment_id: id, order_id } } };
  }

  private requirePending(paymentId: string): void {
    if (findPayment(this.store, paymentId).status !== 'created')
      throw refused('This payment is not waiting for the payer.');
  }
}

function readPayer({ email, contact, description, notes }: Fields) {
  const text = (value: unknown, name: string) => {
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string' || value.length > 255) throw invalidInput(`The ${name} is invalid.`, name);
    return value;
  };
  return {
    email: text(email, 'email'),
    contact: text(contact, 'contact'),
    description: text(description, 'description'),
    notes: readNotes(notes === undefined ? undefined : fieldsOf(notes)),
  };
}
