import type { Order, Payment } from '../generated/prisma/client';
import { Problem } from '../problem/problem';
import { providerUnavailable } from './provider-call';

const refunded = (title: string) => new Problem(409, 'payment_refunded', title);

const undecided = () =>
  providerUnavailable(
    { reason: 'the payment is not decided yet' },
    'The payment provider has not decided this payment yet. Please try again.',
  );

/** What a verification with a valid signature answers, judged by the order and the payment as they stand. */
export function verdict(order: Order, payment: Payment): 'verified' | Problem {
  if (payment.amountPaise !== order.amountPaise || payment.currency !== order.currency)
    return new Problem(409, 'payment_mismatch', 'Amount or currency of this payment differ from the order.');
  if (payment.status === 'failed') return new Problem(409, 'payment_failed', 'The payment failed.');
  if (order.status === 'PAID') return 'verified'; // also by a surplus payment, which is given back
  if (payment.status === 'refunded') return refunded('This payment was given back.');
  if (order.status === 'REFUNDED') return refunded('This order was given back, and so will this payment be.');
  return payment.status === 'created' ? undecided() : 'verified';
}
