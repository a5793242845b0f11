import type { Problem } from '../../api/problem';
import { orderWords } from './order-words';
import type { Leaving, PaymentState } from './payment-state';

/** What the payment page says in a state. `busy`: something is under way. */
export type PaymentWords = { title: string; text: string; tone: 'busy' | 'good' | 'bad' | 'open' };

const again = ({ retryAfterSeconds }: Problem) =>
  retryAfterSeconds ? `Please wait ${retryAfterSeconds} seconds before you try again.` : 'Please try again.';

const leftWords = (leaving: Leaving): PaymentWords => {
  if (leaving.why === 'declined')
    return {
      title: 'The payment failed',
      text: `${leaving.words} You can try again, with another card or another way to pay.`.trim(),
      tone: 'bad',
    };
  const how = leaving.why === 'dismissed' ? 'You closed checkout before it was done.' : 'Nothing has been paid so far.';
  return { title: 'Not paid yet', text: `${how} Nothing has reached us. You can pay now, or leave it.`, tone: 'open' };
};

const refusals: Partial<Record<Problem['code'], string>> = {
  payment_failed: 'Your bank did not let the payment through. Nothing has reached us, and you can try again.',
  payment_refunded: 'This payment is given back to you. To go on, you can pay again.',
  payment_mismatch: 'The payment does not match this order. Please tell us, and do not pay again until we have looked.',
};

const refusedWords = ({ code }: Problem): PaymentWords => ({
  title: 'Payment verification failed.',
  text:
    refusals[code] ??
    'We could not match this payment to your order. Please look at "Where is my money?" before you pay again.',
  tone: 'bad',
});

const simple = {
  preparing: {
    title: 'Redirecting to Payment...',
    text: 'The card checkout opens in a moment. Please keep this page open.',
    tone: 'busy',
  },
  checkout: {
    title: 'Redirecting to Payment...',
    text: 'Checkout is open. Please keep this page open until it is done.',
    tone: 'busy',
  },
  elsewhere: {
    title: 'Checkout is open in another tab',
    text: 'Please finish it there. When that tab is done or closed, this one goes on.',
    tone: 'busy',
  },
  'script-missing': {
    title: 'Razorpay SDK not loaded. Please refresh the page.',
    text: 'The checkout did not arrive; a content blocker may hold it back. Nothing was charged.',
    tone: 'bad',
  },
  verifying: {
    title: 'Checking your payment...',
    text: 'Please keep this page open, and do not pay again.',
    tone: 'busy',
  },
  verified: { title: 'Payment Success', text: 'Verified. Taking you to GPU Servers.', tone: 'good' },
  'payer-gone': {
    title: 'Your payment is kept for you',
    text: 'Somebody else is logged in here now. Log in again and your payment will be finished. Please do not pay again.',
    tone: 'open',
  },
  'signed-out': { title: 'Please log in', text: 'Your payments are kept for you.', tone: 'open' },
} satisfies Record<string, PaymentWords>;

export function paymentWords(state: PaymentState): PaymentWords {
  switch (state.step) {
    case 'not-started':
      return {
        title: 'Something went wrong during payment initiation.',
        text: `Nothing was charged. ${again(state.problem)}`,
        tone: 'bad',
      };
    case 'left':
      return leftWords(state);
    case 'pending':
      return {
        title: 'Payment pending, please do not pay again',
        text: `We could not confirm it just now. It is kept here and checked until it is settled. ${again(state.problem)}`,
        tone: 'open',
      };
    case 'refused':
      return refusedWords(state.problem);
    case 'paid':
      return { title: orderWords(state.order).state, text: orderWords(state.order).where, tone: 'good' };
    default:
      return simple[state.step];
  }
}
