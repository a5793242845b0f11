import { onKeptElsewhere } from './kept-order';
import { holdsIdentifiers, nextPaymentState, type PaymentEvent, type PaymentState } from './payment-state';
import { type Run, runPayment } from './run-payment';

/** The page that shows a payment. */
export type PaymentView = (event: PaymentEvent, state: PaymentState) => void;

/** The outcome of a verification is worth a word wherever the payer is by now; nothing else is. */
const outlivesPage = ({ type }: PaymentEvent) => type === 'verified' || type === 'unverified';

/**
 * One visit to the payment page: holds its state, and lets one run happen at a time. It needs no page: what happens
 * before there is one is told to it when it comes.
 */
export function createPayment() {
  const left = new AbortController();
  const untold: Parameters<PaymentView>[] = [];
  let view: PaymentView = (...told) => void untold.push(told);
  let state: PaymentState = { step: 'preparing' };
  let payerId: string | undefined;
  let paidOrderId: string | undefined;
  let running: { stop: AbortController; done: Promise<void> } | null = null;

  const tell = (stop: AbortSignal) => (event: PaymentEvent) => {
    if (stop.aborted && !outlivesPage(event)) return;
    if (event.type === 'verification-started') payerId = event.payerId;
    state = nextPaymentState(state, event);
    view(event, state);
  };

  const run = async (intent: Run['intent']) => {
    const stop = new AbortController();
    const stopWithPage = () => stop.abort();
    left.signal.addEventListener('abort', stopWithPage);
    const heldFor = holdsIdentifiers(state) ? payerId : undefined;
    const done = runPayment({ tell: tell(stop.signal), left: stop.signal, intent, heldFor, paidOrderId }).finally(
      () => {
        left.signal.removeEventListener('abort', stopWithPage);
        running = null;
      },
    );
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

  /** Another tab has moved on. */
  const followOtherTab = () => {
    if (!running && state.step !== 'signed-out') start('look');
  };

  onKeptElsewhere(left.signal, followOtherTab);
  return {
    pay: () => start('open'),
    /** Pays although an order is paid. The choice holds for later tries of this visit. */
    payAgain: () => {
      if (state.step === 'paid') paidOrderId = state.order.id;
      return start('open');
    },
    /** Finds out how things stand, and verifies what is to be verified. Opens no checkout. */
    check: () => start('look'),
    /** Shows what has happened so far, and what happens from now on. */
    showIn: (page: PaymentView) => {
      view = page;
      for (const told of untold.splice(0)) page(...told);
    },
    /** Ends what the payer has not yet decided. A verification under way is finished. */
    leave: () => left.abort(),
  };
}

export type Payment = ReturnType<typeof createPayment>;
