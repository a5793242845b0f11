import { noAnswer, type Problem } from '../../api/problem';
import type { PayerOrder } from './payment-calls';

/** Where a payment stands, as this tab sees it. Nothing here knows how it got there. */
export type PaymentState =
  /** Checks run; checkout opens next. */
  | { step: 'preparing' }
  /** Another tab of this browser is at it. */
  | { step: 'elsewhere' }
  | { step: 'script-missing' }
  | { step: 'not-started'; problem: Problem }
  | { step: 'checkout'; order: PayerOrder }
  /** Checkout is closed, and nothing says that money moved. */
  | ({ step: 'left' } & Leaving)
  /** From here on identifiers exist: only their verification leads on, never a new checkout. */
  | { step: 'verifying' }
  | { step: 'pending'; problem: Problem }
  /** The verification's answer is final, and it is no. */
  | { step: 'refused'; problem: Problem }
  | { step: 'verified' }
  /** A payment from before, shown ahead of a new one. */
  | { step: 'paid'; order: PayerOrder }
  | { step: 'signed-out' }
  /** Identifiers are kept, and somebody else is signed in by now: only their owner's log-in leads on. */
  | { step: 'payer-gone' };

/** `declined` brings the payment provider's words. */
export type Leaving = { why: 'dismissed' | 'other-tab' } | { why: 'declined'; words: string };

export type PaymentEvent =
  | { type: 'token-missing' }
  | { type: 'signed-out' }
  | { type: 'started' }
  | { type: 'other-tab-busy' }
  /** The payment provider's public key id has come. It changes no state. */
  | { type: 'key-known'; keyId: string }
  | { type: 'script-missing' }
  | { type: 'initiation-failed'; problem: Problem }
  | { type: 'checkout-opened'; order: PayerOrder }
  | ({ type: 'checkout-left' } & Leaving)
  | { type: 'verification-started'; payerId: string }
  | { type: 'payer-gone' }
  | { type: 'verified' }
  | { type: 'unverified'; problem: Problem; final: boolean }
  | { type: 'paid-found'; order: PayerOrder };

export const holdsIdentifiers = ({ step }: PaymentState) => ['verifying', 'pending', 'payer-gone'].includes(step);

/** While identifiers are held, whatever fails fails to verify; it never leads back to paying. */
function nextWithIdentifiers(state: PaymentState, event: PaymentEvent): PaymentState | undefined {
  switch (event.type) {
    case 'started':
      return state.step === 'payer-gone' ? state : { step: 'verifying' };
    case 'script-missing':
      return { step: 'pending', problem: noAnswer() };
    case 'initiation-failed':
      return { step: 'pending', problem: event.problem };
    case 'checkout-opened':
    case 'other-tab-busy':
      return state;
  }
}

function nextOf(event: Exclude<PaymentEvent, { type: 'key-known' }>): PaymentState {
  switch (event.type) {
    case 'token-missing':
    case 'signed-out':
      return { step: 'signed-out' };
    case 'started':
      return { step: 'preparing' };
    case 'other-tab-busy':
      return { step: 'elsewhere' };
    case 'script-missing':
      return { step: 'script-missing' };
    case 'initiation-failed':
      return { step: 'not-started', problem: event.problem };
    case 'checkout-opened':
      return { step: 'checkout', order: event.order };
    case 'checkout-left': {
      const { type, ...leaving } = event;
      return { step: 'left', ...leaving };
    }
    case 'verification-started':
      return { step: 'verifying' };
    case 'payer-gone':
      return { step: 'payer-gone' };
    case 'verified':
      return { step: 'verified' };
    case 'unverified':
      return { step: event.final ? 'refused' : 'pending', problem: event.problem };
    case 'paid-found':
      return { step: 'paid', order: event.order };
  }
}

/** The state after `event`. Verified is the end. */
export function nextPaymentState(state: PaymentState, event: PaymentEvent): PaymentState {
  if (state.step === 'verified' || event.type === 'key-known') return state;
  return (holdsIdentifiers(state) && nextWithIdentifiers(state, event)) || nextOf(event);
}
