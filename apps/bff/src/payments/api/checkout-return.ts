import type { Input, Reply } from '../../contract/types';
import { Refusal } from '../../problem/problem';
import type { PaymentService } from '../work/payment.service';
import { toCheckoutResult } from './replies';

/** The payment page explains the reason. We pass on only a word, because anyone can post this form. */
const failedWith = (reason: string) => ({ url: `/payment?failed=${/^\w{1,60}$/.test(reason) ? reason : 'unknown'}` });

/** The payer cannot see the payment any more, so the page names the contact address. */
const afterDeletion = (paymentId: string) => ({ url: `/payment?failed=account_deleted&payment=${paymentId}` });

/** The form may contain any text, so we check ids before a query. */
const isSafeId = (text: string) => /^[\w-]{1,80}$/.test(text);

/** Verifies the form that checkout posts, and redirects the browser. */
export async function returnFromCheckout(
  form: Input<'returnFromCheckout'>['body'],
  payments: PaymentService,
): Promise<Reply<'returnFromCheckout'>> {
  if (Object.keys(form).some((key) => key.startsWith('error['))) return failedWith(form['error[reason]'] ?? 'unknown');
  const result = toCheckoutResult(form);
  if (!isSafeId(result.orderId)) return failedWith('order_not_found');
  if (!isSafeId(result.paymentId)) return failedWith('signature_invalid');
  try {
    const { order } = await payments.verifyPayment(result, 'returnFromCheckout');
    return (await payments.isPayerDeleted(order)) ? afterDeletion(result.paymentId) : { url: '/product/gpu-servers' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // If the outcome is unknown, the page must not offer to pay again.
    return error.code === 'provider_unavailable' ? { url: '/account/payments' } : failedWith(error.code);
  }
}
