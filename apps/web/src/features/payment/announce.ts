import { toast } from 'react-hot-toast/headless';
import type { PaymentEvent, PaymentState } from './payment-state';

const errorWords = (event: PaymentEvent, state: PaymentState): string | undefined => {
  switch (event.type) {
    case 'token-missing':
      return 'Authentication token not found.';
    case 'script-missing':
      return state.step === 'pending'
        ? 'Error verifying payment.'
        : 'Razorpay SDK not loaded. Please refresh the page.';
    case 'initiation-failed':
      return state.step === 'pending' ? 'Error verifying payment.' : 'Something went wrong during payment initiation.';
    case 'unverified':
      return event.problem.status < 500 ? 'Payment verification failed.' : 'Error verifying payment.';
  }
};

/** Says what happened, by toast: it outlives the page, and some of these lead to another one. */
export function announce(event: PaymentEvent, state: PaymentState) {
  const words = errorWords(event, state);
  if (words) toast.error(words);
  if (event.type === 'verified') toast.success('Payment Success');
}
