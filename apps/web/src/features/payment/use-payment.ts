import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useGetConfig } from '../../api/queries';
import type { LoginState } from '../../api/require-login';
import { dropArrivalToast } from '../../shell/arrival-toast';
import { price } from '../../site/product';
import { failureSentence } from '../../ui/failure-reasons';
import { useAfterMount } from '../../ui/use-after-mount';
import { type PaymentApi, usePaymentApi } from './payment-api';
import { type Run, runPayment } from './payment-flow';
import { announceOnArrival, pageAfterPayment, showPaymentToast } from './payment-messages';
import {
  type CheckoutExit,
  hasIdentifiers,
  nextPaymentState,
  type PaymentEvent,
  type PaymentState,
} from './payment-state';
import { hasPendingPayment, onPendingPaymentChange } from './pending-payment';

type OnEvent = (event: PaymentEvent, state: PaymentState) => void;

/** The result of a verification is shown on whatever page the payer is by then. */
const outlivesPage = ({ type }: PaymentEvent) => type === 'verified' || type === 'unverified';

/** One visit to the payment page. It holds the state and runs one payment flow at a time. */
function createVisit(api: PaymentApi, pageSignal: AbortSignal, onEvent: OnEvent) {
  let state: PaymentState = { step: 'preparing' };
  let payerId: string | undefined;
  let paidOrderId: string | undefined;
  let current: { controller: AbortController; done: Promise<void> } | undefined;

  const run = async (intent: Run['intent'], exit?: CheckoutExit) => {
    const controller = new AbortController();
    const { signal } = controller;
    const dispatch = (event: PaymentEvent) => {
      if (signal.aborted && !outlivesPage(event)) return;
      if (event.type === 'verification-started') payerId = event.payerId;
      state = nextPaymentState(state, event);
      onEvent(event, state);
    };
    pageSignal.addEventListener('abort', () => controller.abort());
    const heldBy = hasIdentifiers(state) ? payerId : undefined;
    const done = runPayment({ api, dispatch, signal, intent, exit, paidOrderId, payerId: heldBy }).finally(() => {
      current = undefined;
    });
    current = { controller, done };
    await done;
  };

  /** A second click does nothing during a run, but reopens an open checkout. */
  const start = async (intent: Run['intent'], exit?: CheckoutExit) => {
    if (current && state.step === 'checkout') {
      current.controller.abort();
      await current.done;
    }
    if (!current && state.step !== 'verified' && state.step !== 'account-deleted') await run(intent, exit);
  };

  return {
    pay: () => start('pay'),
    /** The choice to pay again holds for all later tries of this visit. */
    payAgain: () => {
      if (state.step === 'paid') paidOrderId = state.order.id;
      return start('pay');
    },
    check: () => start('check'),
    /** Checkout has redirected here after a failure. */
    checkAfter: (exit: CheckoutExit) => start('check', exit),
    followOtherTab: () => {
      if (!current && state.step !== 'signed-out') start('check');
    },
  };
}

const loginNotice = () =>
  hasPendingPayment()
    ? 'Please log in to continue with your payment. Anything you have already paid is saved.'
    : `Log in or create an account to pay ${price}.`;

export function usePayment() {
  const navigate = useNavigate();
  const api = usePaymentApi();
  const [state, setState] = useState<PaymentState>({ step: 'preparing' });
  const visit = useRef<ReturnType<typeof createVisit>>(null);

  useAfterMount((signal) => {
    const hadCheckout = dropArrivalToast(); // A checkout that redirects here has failed, or was left.
    visit.current = createVisit(api, signal, (event, next) => {
      const goesOn = next.step === 'verified' && !signal.aborted;
      if (goesOn) announceOnArrival({ id: next.orderId, amountPaise: next.amountPaise });
      else showPaymentToast(event, next);
      if (signal.aborted) return;
      setState(next);
      if (goesOn) window.location.assign(pageAfterPayment);
      const loginState: LoginState = { notice: loginNotice() };
      if (next.step === 'signed-out') navigate('/login', { replace: true, state: loginState });
    });
    onPendingPaymentChange(signal, visit.current.followOtherTab);
    const query = new URLSearchParams(window.location.search);
    const failed = query.get('failed');
    if (failed === null) return void visit.current.pay();
    // A reload starts a payment.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    const paymentId = query.get('payment') ?? '';
    // Another site's link could carry a reason, so we believe only this tab's checkout.
    if (failed === 'account_deleted' && hadCheckout && /^pay_[\w-]{1,60}$/.test(paymentId))
      return setState({ step: 'account-deleted', paymentId });
    void visit.current.checkAfter(
      hadCheckout ? { why: 'declined', reason: failureSentence(failed) } : { why: 'other-tab' },
    );
  });

  return {
    state,
    keyId: useGetConfig().data?.paymentKeyId,
    pay: () => visit.current?.pay(),
    payAgain: () => visit.current?.payAgain(),
    check: () => visit.current?.check(),
  };
}
