import type { Input, Reply } from '../../contract/types';
import { Refusal } from '../../problem/problem';
import type { PaymentService } from '../work/payment.service';
import { toCheckoutResult } from './replies';

/** The payment page explains the reason. Only a word is passed on: anyone can post this form. */
const failedWith = (reason: string) => ({ url: `/payment?failed=${/^\w{1,60}$/.test(reason) ? reason : 'unknown'}` });

/** The payer cannot see the payment any more: the page says whom to write to. */
const afterDeletion = (paymentId: string) => ({ url: `/payment?failed=account_deleted&payment=${paymentId}` });

/** An id that may be part of a query: the form may hold anything. */
const isId = (text: string) => /^[\w-]{1,80}$/.test(text);

/** Verifies what checkout posts when it redirects, and sends the browser on. */
export async function returnFromCheckout(
  form: Input<'returnFromCheckout'>['body'],
  payments: PaymentService,
): Promise<Reply<'returnFromCheckout'>> {
  if (Object.keys(form).some((key) => key.startsWith('error['))) return failedWith(form['error[reason]'] ?? 'unknown');
  const result = toCheckoutResult(form);
  if (!isId(result.orderId)) return failedWith('order_not_found');
  if (!isId(result.paymentId)) return failedWith('signature_invalid');
  try {
    const { order } = await payments.verifyPayment(result, 'returnFromCheckout');
    return (await payments.isPayerDeleted(order)) ? afterDeletion(result.paymentId) : { url: '/product/gpu-servers' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // While the outcome is open, nothing must invite to pay again.
    return error.code === 'provider_unavailable' ? { url: '/account/payments' } : failedWith(error.code);
  }
}
