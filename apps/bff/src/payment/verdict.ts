import type { Order, Payment } from '../generated/prisma/client';
import { Problem } from '../problem/problem';
import { providerUnavailable } from './provider-call';

const refunded = () => new Problem(409, 'payment_refunded', 'This payment was given back.');

/** What a verification with a valid signature answers, judged by the order and the payment as they stand. */
export function verdict(order: Order, payment: Payment): 'verified' | Problem {
  if (payment.amountPaise !== order.amountPaise || payment.currency !== order.currency)
    return new Problem(409, 'payment_mismatch', 'Amount or currency of this payment differ from the order.');
  if (order.status === 'PAID') return 'verified'; // also by a surplus payment, which is given back
  if (payment.status === 'failed') return new Problem(409, 'payment_failed', 'The payment failed.');
  if (payment.status === 'refunded' || order.status === 'REFUNDED') return refunded();
  return payment.status === 'created' ? providerUnavailable({ reason: 'the payment is not decided yet' }) : 'verified';
}
