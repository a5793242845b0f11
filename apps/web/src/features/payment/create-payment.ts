import { announce } from './announce';
import { holdsIdentifiers, nextPaymentState, type PaymentEvent, type PaymentState } from './payment-state';
import { type Run, runPayment } from './run-payment';
import type { PaymentCalls } from './use-payment-calls';

type Page = {
  calls: PaymentCalls;
  show: (state: PaymentState) => void;
  /** Called where the state leads off the page. */
  leaveFor: (step: 'verified' | 'signed-out') => void;
  /** Aborts when the page is gone. */
  left: AbortSignal;
};

/** The outcome of a verification is worth a word wherever the payer is by now; nothing else is. */
const outlivesPage = ({ type }: PaymentEvent) => type === 'verified' || type === 'unverified';

/** One visit to the payment page: holds its state, and lets one run happen at a time. */
export function createPayment({ calls, show, leaveFor, left }: Page) {
  let state: PaymentState = { step: 'preparing' };
  let payerId: string | undefined;
  let running: { stop: AbortController; done: Promise<void> } | null = null;

  const tell = (stop: AbortSignal) => (event: PaymentEvent) => {
    if (stop.aborted && !outlivesPage(event)) return;
    if (event.type === 'verification-started') payerId = event.payerId;
    state = nextPaymentState(state, event);
    announce(event, state);
    if (left.aborted) return;
    show(state);
    if (state.step === 'verified' || state.step === 'signed-out') leaveFor(state.step);
  };

  const run = async (intent: Run['intent']) => {
    const stop = new AbortController();
    const stopWithPage = () => stop.abort();
    left.addEventListener('abort', stopWithPage);
    const heldFor = holdsIdentifiers(state) ? payerId : undefined;
    const done = runPayment({ calls, tell: tell(stop.signal), left: stop.signal, intent, heldFor }).finally(() => {
      left.removeEventListener('abort', stopWithPage);
      running = null;
    });
    running = { stop, done };
    await done;
  };

  /** A second click while a run goes on does nothing; with checkout open it opens checkout anew. */
  const start = async (intent: Run['intent']) => {
    if (running && state.step === 'checkout') {
      running.stop.abort();
      await running.done;
    }
    if (!running && state.step !== 'verified') await run(intent);
  };

  return {
    pay: () => start('open'),
    payAgain: () => start('again'),
    /** Finds out how things stand, and verifies what is to be verified. Opens no checkout. */
    check: () => start('look'),
    /** Another tab has moved on. */
    followOtherTab: () => {
      if (!running && state.step !== 'signed-out') start('look');
    },
  };
}

export type Payment = ReturnType<typeof createPayment>;
