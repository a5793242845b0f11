import { noAnswer, type Problem } from '@novacore/client';
import type { PayerOrder } from './payment-api';

/** The state of a payment in this tab. */
export type PaymentState =
  /** Checks are running. Checkout opens next. */
  | { step: 'preparing' }
  /** Another tab of this browser is paying. */
  | { step: 'other-tab' }
  | { step: 'script-missing' }
  | { step: 'not-started'; problem: Problem }
  | { step: 'checkout'; order: PayerOrder }
  /** Checkout is closed, and we know of no payment. */
  | ({ step: 'checkout-closed' } & CheckoutExit)
  /** From here on there are identifiers. We verify them and open no new checkout. */
  | { step: 'verifying' }
  | { step: 'pending'; problem: Problem }
  /** The server has refused the verification for good. */
  | { step: 'refused'; problem: Problem }
  | { step: 'verified'; orderId: string; amountPaise: number }
  /** An earlier payment, shown before a new one is offered. */
  | { step: 'paid'; order: PayerOrder }
  | { step: 'signed-out' }
  /** There are identifiers, but another user is logged in. Only their payer can continue. */
  | { step: 'payer-changed' }
  /** Checkout took a payment, but the payer's account was deleted before its verification. */
  | { step: 'account-deleted'; paymentId: string };

/** `declined` has Razorpay's reason. `unknown`: Razorpay did not answer. */
export type CheckoutExit = { why: 'dismissed' | 'other-tab' | 'unknown' } | { why: 'declined'; reason: string };

export type PaymentEvent =
  | { type: 'token-missing' }
  | { type: 'signed-out' }
  | { type: 'started' }
  | { type: 'other-tab-paying' }
  | { type: 'script-missing' }
  | { type: 'initiation-failed'; problem: Problem }
  | { type: 'checkout-opened'; order: PayerOrder }
  | ({ type: 'checkout-closed' } & CheckoutExit)
  | { type: 'verification-started'; payerId: string }
  | { type: 'payer-changed' }
  | { type: 'account-deleted'; paymentId: string }
  | { type: 'verified'; orderId: string; amountPaise: number }
  | { type: 'unverified'; problem: Problem; final: boolean }
  | { type: 'paid-found'; order: PayerOrder };

export const hasIdentifiers = ({ step }: PaymentState) => ['verifying', 'pending', 'payer-changed'].includes(step);

/** With identifiers, every failure is a failed verification and never leads back to paying. */
function nextWithIdentifiers(state: PaymentState, event: PaymentEvent): PaymentState | undefined {
  switch (event.type) {
    case 'started':
      return state.step === 'payer-changed' ? state : { step: 'verifying' };
    case 'script-missing':
      return { step: 'pending', problem: noAnswer() };
    case 'initiation-failed':
      return { step: 'pending', problem: event.problem };
    case 'checkout-opened':
    case 'other-tab-paying':
      return state;
  }
}

function nextWithoutIdentifiers(event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'token-missing':
    case 'signed-out':
      return { step: 'signed-out' };
    case 'started':
      return { step: 'preparing' };
    case 'other-tab-paying':
      return { step: 'other-tab' };
    case 'script-missing':
      return { step: 'script-missing' };
    case 'initiation-failed':
      return { step: 'not-started', problem: event.problem };
    case 'checkout-opened':
      return { step: 'checkout', order: event.order };
    case 'checkout-closed': {
      const { type: step, ...exit } = event;
      return { step, ...exit };
    }
    case 'verification-started':
      return { step: 'verifying' };
    case 'payer-changed':
      return { step: 'payer-changed' };
    case 'account-deleted':
      return { step: 'account-deleted', paymentId: event.paymentId };
    case 'verified':
      return { step: 'verified', orderId: event.orderId, amountPaise: event.amountPaise };
    case 'unverified':
      return { step: event.final ? 'refused' : 'pending', problem: event.problem };
    case 'paid-found':
      return { step: 'paid', order: event.order };
  }
}

/** Returns the next state. `verified` and `account-deleted` are final. */
export function nextPaymentState(state: PaymentState, event: PaymentEvent): PaymentState {
  if (state.step === 'verified' || state.step === 'account-deleted') return state;
  return (hasIdentifiers(state) && nextWithIdentifiers(state, event)) || nextWithoutIdentifiers(event);
}
