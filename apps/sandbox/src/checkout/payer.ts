import type { Book } from '../book/book';
import type { Payment } from '../book/entities';
import { findOrder } from '../book/orders';
import { authorizePayment, failPayment, findPayment, startPayment } from '../book/payments';
import { type Fields, fieldsOf, readNotes } from '../razorpay/input';
import { invalidInput, refused } from '../razorpay/razorpay-error';
import { type CheckoutResult, checkoutResult } from '../razorpay/signature';
import { type FailureReason, failureFor } from './outcomes';
import { type Instrument, readInstrument } from './test-instruments';

/** What the form does next: ask for a one-time password, show the bank's page, or end. */
export type FormStep =
  | { next: 'otp' | 'bank'; payment_id: string }
  | { next: 'done'; result: CheckoutResult }
  | { next: 'failed'; error: Record<string, unknown> };

/** The payer's side of a payment, as the checkout form plays it. The key secret signs what succeeded. */
export class Payer {
  constructor(
    private readonly book: Book,
    private readonly keySecret: string,
  ) {}

  /** The form was sent: starts the payment and says what comes next. */
  begin(fields: Fields): FormStep {
    const order = findOrder(this.book, String(fields.order_id));
    if (order.status === 'paid') throw refused('This order has been paid already.');
    const instrument = readInstrument(fields);
    const payment = startPayment(this.book, order.id, { ...instrument.attempt, ...readPayer(fields) });
    return this.answerAs(instrument, payment);
  }

  /** 4 to 10 digits are right; anything else fails the payment. */
  enterOtp(paymentId: string, otp: unknown): FormStep {
    this.findWaiting(paymentId);
    return /^\d{4,10}$/.test(String(otp)) ? this.succeed(paymentId) : this.fail(paymentId, 'incorrect_otp');
  }

  answerOnBankPage(paymentId: string, success: unknown): FormStep {
    this.findWaiting(paymentId);
    return success === true ? this.succeed(paymentId) : this.fail(paymentId, 'payment_declined');
  }

  /** The form was closed while a payment waited for the payer. */
  cancel(paymentId: string): FormStep {
    this.findWaiting(paymentId);
    return this.fail(paymentId, 'payment_cancelled');
  }

  private answerAs({ answer }: Instrument, payment: Payment): FormStep {
    if (answer === 'succeed') return this.succeed(payment.id);
    if (answer === 'otp' || answer === 'bank') return { next: answer, payment_id: payment.id };
    return this.fail(payment.id, answer);
  }

  private succeed(paymentId: string): FormStep {
    return { next: 'done', result: checkoutResult(authorizePayment(this.book, paymentId), this.keySecret) };
  }

  private fail(paymentId: string, reason: FailureReason): FormStep {
    const failure = failureFor(reason);
    const { id, order_id } = failPayment(this.book, paymentId, failure);
    return { next: 'failed', error: { ...failure, metadata: { payment_id: id, order_id } } };
  }

  private findWaiting(paymentId: string): void {
    if (findPayment(this.book, paymentId).status !== 'created')
      throw refused('This payment is not waiting for an answer.');
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
