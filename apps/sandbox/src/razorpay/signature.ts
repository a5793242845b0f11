import { createHmac } from 'node:crypto';

/** The provider's signature: HMAC-SHA256 in lowercase hex. */
export function sign(text: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** The three identifiers that checkout passes to the page after a payment. */
export interface CheckoutResult {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export function checkoutResult(payment: { id: string; order_id: string }, keySecret: string): CheckoutResult {
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: sign(`${payment.order_id}|${payment.id}`, keySecret),
  };
}
