import { asProblem } from '@novacore/client';
import { getToken, rememberEmail } from '../../api/session';
import type { PayerOrder, PaymentApi, Verification } from './payment-api';
import type { CheckoutExit, PaymentEvent } from './payment-state';
import { getOrCreateOrder, hasMoney, pendingPaymentOf } from './pending-payment';
import { type CheckoutConstructor, CheckoutScriptError, loadCheckoutScript, openCheckout } from './razorpay-checkout';
import { type Payer, resumeVerification } from './resume-verification';
import { withTabLock } from './tab-lock';

export type Run = {
  api: PaymentApi;
  dispatch: (event: PaymentEvent) => void;
  /** Aborts when the page is left, or when checkout is to be opened again. */
  signal: AbortSignal;
  /** `check` only finds out the state and verifies. It opens no checkout. */
  intent: 'pay' | 'check';
  /** How checkout ended before this page was opened, for `check`. */
  exit?: CheckoutExit;
  /** The paid order that the payer has seen and chosen to pay again after. Only newer orders count as paid. */
  paidOrderId?: string;
  /** The person whose identifiers this visit holds. */
  payerId?: string;
};

type CheckoutScript = { Checkout: CheckoutConstructor; key: string };

/** From the first check to the verification: one order and one checkout, in one tab at a time. */
export async function runPayment(run: Run) {
  const { dispatch, signal } = run;
  if (getToken() === null) return dispatch({ type: 'token-missing' });
  dispatch({ type: 'started' });
  const script = loadScript(run.api);
  const onWait = () => dispatch({ type: 'other-tab-paying' });
  try {
    // After a wait the other tab has paid, left or been closed, so this one opens nothing by itself.
    await withTabLock(signal, onWait, (waited) => payOrCheck(waited ? { ...run, intent: 'check' } : run, script));
  } catch (thrown) {
    dispatch(failureOf(thrown));
  }
}

/** Started before the other checks because it takes longest. Its failure is reported where it is awaited. */
function loadScript(api: PaymentApi): Promise<CheckoutScript> {
  const script = api.getConfig().then(async ({ checkoutScriptUrl, paymentKeyId }) => ({
    Checkout: await loadCheckoutScript(checkoutScriptUrl),
    key: paymentKeyId,
  }));
  script.catch(() => undefined);
  return script;
}

async function payOrCheck(run: Run, script: Promise<CheckoutScript>) {
  const { api, dispatch, signal, intent, paidOrderId, payerId, exit = { why: 'other-tab' } } = run;
  const { payer, orders } = await lookUpPayer(api, script);
  if (payerId && payerId !== payer.id) return dispatch({ type: 'payer-changed' });
  const identifiers = payer.pending.read()?.verification;
  if (identifiers) return resumeVerification(run, payer, identifiers);
  const paid = newestPaidOrder(orders, paidOrderId);
  if (paid) return showPaid(run, payer, paid);
  if (intent === 'check') return checkPending(run, payer, exit);
  const { Checkout, key } = await script;
  signal.throwIfAborted();
  const pendingId = payer.pending.read()?.orderId;
  const order = await getOrCreateOrder(api, payer.pending);
  if (hasMoney(order)) return showPaid(run, payer, order);
  // Checkout was open for this order before. It may have been paid since, for example in the bank's app.
  const known = order.id === pendingId ? await orderAtProvider(api, pendingId) : order;
  if (known === 'unknown') return dispatch({ type: 'checkout-closed', why: 'unknown' });
  if (known && hasMoney(known)) return showPaid(run, payer, known);
  signal.throwIfAborted();
  await payInCheckout(run, payer, { Checkout, key, order });
}

type PayerAndOrders = { payer: Payer; orders: PayerOrder[] };

/** Who pays, and what they have paid before. A missing script is reported before a failed look-up. */
async function lookUpPayer(api: PaymentApi, script: Promise<unknown>): Promise<PayerAndOrders> {
  const token = getToken();
  try {
    const [{ id, email }, { items }] = await Promise.all([api.getMe(), api.listOrders()]);
    rememberEmail(email);
    return { payer: { id, email, token, pending: pendingPaymentOf(id) }, orders: items };
  } catch (thrown) {
    const newer = getToken();
    // Another log-in, perhaps in another tab, has cancelled these queries.
    if (newer !== null && newer !== token) return lookUpPayer(api, script);
    await script;
    throw thrown;
  }
}

/** The newest order with money that is newer than `paidOrderId`, or of all orders if that one is not in the list. */
function newestPaidOrder(orders: PayerOrder[], paidOrderId?: string) {
  const seen = orders.findIndex(({ id }) => id === paidOrderId);
  return orders.slice(0, seen < 0 ? orders.length : seen).find(hasMoney);
}

/** An order with money is settled by the server alone, so we no longer need to remember it. */
function showPaid({ dispatch }: Run, { pending }: Payer, order: PayerOrder) {
  if (pending.read()?.orderId === order.id) pending.clear();
  dispatch({ type: 'paid-found', order });
}

async function payInCheckout(run: Run, payer: Payer, sale: CheckoutScript & { order: PayerOrder }) {
  const { dispatch, signal } = run;
  const { email, pending } = payer;
  dispatch({ type: 'checkout-opened', order: sale.order });
  const onPaid = (verification: Verification) => pending.write({ orderId: sale.order.id, verification });
  const outcome = await openCheckout({ ...sale, email, onPaid, signal });
  const identifiers = 'why' in outcome ? pending.read()?.verification : outcome;
  if (identifiers) await resumeVerification(run, payer, identifiers);
  else if ('why' in outcome && !signal.aborted) await askProvider(run, payer, sale.order.id, outcome);
}

/**
 * The order may have been paid although checkout was closed, for example in the bank's app or another browser. The
 * payment provider is asked once. Without an answer we do not say that nothing was paid.
 */
async function askProvider(run: Run, payer: Payer, orderId: string, exit: CheckoutExit) {
  const order = await orderAtProvider(run.api, orderId);
  if (order === 'unknown') run.dispatch({ type: 'checkout-closed', why: 'unknown' });
  else if (order && hasMoney(order)) showPaid(run, payer, order);
  else run.dispatch({ type: 'checkout-closed', ...exit });
}

/** @returns the order as the payment provider has it; `unknown` without an answer; undefined for one not of this payer. */
async function orderAtProvider(api: PaymentApi, orderId: string): Promise<PayerOrder | 'unknown' | undefined> {
  try {
    return await api.checkOrder(orderId);
  } catch (thrown) {
    if (getToken() === null) throw thrown;
    return [400, 403, 404].includes(asProblem(thrown).status) ? undefined : 'unknown';
  }
}

/** Finds out whether the open order was paid, without opening checkout. */
async function checkPending(run: Run, payer: Payer, exit: CheckoutExit) {
  const orderId = payer.pending.read()?.orderId;
  if (orderId) await askProvider(run, payer, orderId, exit);
  else run.dispatch({ type: 'checkout-closed', ...exit });
}

function failureOf(thrown: unknown): PaymentEvent {
  if (thrown instanceof CheckoutScriptError) return { type: 'script-missing' };
  // Signed out here or in another tab, or the token was refused.
  if (getToken() === null) return { type: 'signed-out' };
  return { type: 'initiation-failed', problem: asProblem(thrown) };
}
