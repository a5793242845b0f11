import type { Problem } from '@novacore/client';
import { formatPaise } from '@novacore/shared/formats';
import { toast } from 'react-hot-toast/headless';
import { toastOnArrival } from '../../shell/arrival-toast';
import { operator } from '../../site/operator';
import { purchaseSteps } from '../../site/purchase';
import { orderMessage } from './order-messages';
import type { PayerOrder } from './payment-api';
import type { CheckoutExit, PaymentEvent, PaymentState } from './payment-state';

/** `busy` means that the payer has to wait. */
export type PaymentMessage = { title: string; text: string; tone: 'busy' | 'good' | 'bad' | 'open' };

const retryAdvice = ({ retryAfterSeconds }: Problem) =>
  retryAfterSeconds ? `Please wait ${retryAfterSeconds} seconds before you try again.` : 'Please try again.';

const checkAdvice = ({ retryAfterSeconds }: Problem) =>
  retryAfterSeconds ? `You can check again in ${retryAfterSeconds} seconds.` : 'You can check again at any time.';

const closedMessage = (exit: CheckoutExit): PaymentMessage => {
  if (exit.why === 'declined')
    return {
      title: 'The payment failed',
      text: `${exit.reason} If you were charged, your bank will return the amount. You can try again with another card or method.`.trim(),
      tone: 'bad',
    };
  if (exit.why === 'unknown')
    return {
      title: 'We have not heard from the bank yet',
      text: 'If you paid, do not pay again. Check again in a minute, or look at your payments.',
      tone: 'open',
    };
  const how = exit.why === 'dismissed' ? 'You closed checkout before paying. ' : '';
  return { title: 'Not paid yet', text: `${how}You have not been charged.`, tone: 'open' };
};

const refusals: Partial<Record<Problem['code'], string>> = {
  payment_failed: 'Your bank declined the payment. You have not been charged, and you can try again.',
  payment_refunded: 'This payment was refunded to you. You can pay again.',
  payment_mismatch: 'The payment does not match this order. Please contact us, and do not pay again before we reply.',
};

const refusedMessage = ({ code }: Problem): PaymentMessage => ({
  title: 'Payment verification failed.',
  text:
    refusals[code] ??
    'We could not match this payment to your order. Please look at your payments before you pay again.',
  tone: 'bad',
});

const fixedMessages = {
  preparing: {
    title: 'Redirecting to Payment...',
    text: 'Checkout opens in a moment. Please keep this page open.',
    tone: 'busy',
  },
  checkout: {
    title: 'Redirecting to Payment...',
    text: 'Checkout is open. Please keep this page open until it is done.',
    tone: 'busy',
  },
  'other-tab': {
    title: 'Checkout is open in another tab',
    text: 'Please finish the payment there. This page continues when you finish it or close that tab.',
    tone: 'busy',
  },
  'script-missing': {
    title: 'Razorpay SDK not loaded. Please refresh the page.',
    text: 'Checkout did not load. A content blocker may have stopped it. You have not been charged.',
    tone: 'bad',
  },
  verifying: {
    title: 'Checking your payment...',
    text: 'Please keep this page open, and do not pay again.',
    tone: 'busy',
  },
  verified: { title: 'Payment Success', text: 'Your payment is confirmed. Taking you to GPU Servers.', tone: 'good' },
  'payer-changed': {
    title: 'Your payment is saved',
    text: 'Another account is logged in here now. Log in to yours to finish your payment. Please do not pay again.',
    tone: 'open',
  },
  'signed-out': { title: 'Please log in', text: 'Your payments are saved in your account.', tone: 'open' },
} satisfies Record<string, PaymentMessage>;

export function paymentMessage(state: PaymentState): PaymentMessage {
  switch (state.step) {
    case 'not-started':
      return {
        title: 'Something went wrong during payment initiation.',
        text: `You have not been charged. ${retryAdvice(state.problem)}`,
        tone: 'bad',
      };
    case 'checkout-closed':
      return closedMessage(state);
    case 'pending':
      return {
        title: 'Payment pending, please do not pay again',
        text: `We could not confirm your payment yet. We keep checking with the bank until the result is known. ${checkAdvice(state.problem)}`,
        tone: 'open',
      };
    case 'refused':
      return refusedMessage(state.problem);
    case 'account-deleted':
      return {
        title: 'Your payment arrived',
        text: `Your account was deleted before it arrived. Write to ${operator.contactEmail} for a refund, and quote the payment ID ${state.paymentId}.`,
        tone: 'open',
      };
    case 'paid': {
      const { title, text } = orderMessage(state.order);
      return { title, text, tone: 'good' };
    }
    default:
      return fixedMessages[state.step];
  }
}

function errorToast(event: PaymentEvent, state: PaymentState): string | undefined {
  const pending = state.step === 'pending';
  switch (event.type) {
    case 'token-missing':
      return 'Authentication token not found.';
    case 'script-missing':
      return pending ? 'Error verifying payment.' : 'Razorpay SDK not loaded. Please refresh the page.';
    case 'initiation-failed':
      return pending ? 'Error verifying payment.' : 'Something went wrong during payment initiation.';
    case 'unverified':
      return event.problem.status < 500 ? 'Payment verification failed.' : 'Error verifying payment.';
  }
}

/** The toast remains visible when the event leads to another page. */
export function showPaymentToast(event: PaymentEvent, state: PaymentState) {
  const error = errorToast(event, state);
  if (error) toast.error(error);
  if (event.type === 'verified') toast.success('Payment Success');
}

export const pageAfterPayment = '/product/gpu-servers';

/**
 * The next page is a new document, which shows the toast and a notice with the receipt. @param afterRedirectTo the page
 * to which checkout redirects with the result.
 */
export const announceOnArrival = (
  { id, amountPaise }: Pick<PayerOrder, 'id' | 'amountPaise'>,
  afterRedirectTo?: string,
) =>
  toastOnArrival({
    text: 'Payment Success',
    tone: 'good',
    payment: { amount: formatPaise(amountPaise), receipt: `/account/payments?receipt=${id}`, path: purchaseSteps },
    afterRedirectTo,
  });
