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
  /** Aborts when the page is left, or before checkout is opened again. */
  signal: AbortSignal;
  /** `check` verifies a payment but never opens checkout. */
  intent: 'pay' | 'check';
  /** For `check`: how checkout ended before this page was opened. */
  exit?: CheckoutExit;
  /** The payer chose to pay again after seeing this paid order. Only newer orders count as paid. */
  paidOrderId?: string;
  /** The payer of the identifiers that this visit holds. */
  payerId?: string;
};

type CheckoutScript = { Checkout: CheckoutConstructor; key: string };

/** Handles one order and one checkout, in one tab at a time. */
export async function runPayment(run: Run) {
  const { dispatch, signal } = run;
  if (getToken() === null) return dispatch({ type: 'token-missing' });
  dispatch({ type: 'started' });
  const script = loadScript(run.api);
  const onWait = () => dispatch({ type: 'other-tab-paying' });
  try {
    // The other tab has paid, left or been closed, so this tab only checks.
    await withTabLock(signal, onWait, (waited) => payOrCheck(waited ? { ...run, intent: 'check' } : run, script));
  } catch (thrown) {
    dispatch(failureOf(thrown));
  }
}

/** The script takes longest, so it starts first. Its failure is reported where it is awaited. */
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
  // Checkout was open for this order before. The payer may have paid since, for example in the bank's app.
  const known = order.id === pendingId ? await orderAtProvider(api, pendingId) : order;
  if (known === 'unknown') return dispatch({ type: 'checkout-closed', why: 'unknown' });
  if (known && hasMoney(known)) return showPaid(run, payer, known);
  signal.throwIfAborted();
  await payInCheckout(run, payer, { Checkout, key, order });
}

type PayerAndOrders = { payer: Payer; orders: PayerOrder[] };

/** Loads the payer and earlier payments. A missing script is reported before a failed request. */
async function lookUpPayer(api: PaymentApi, script: Promise<unknown>): Promise<PayerAndOrders> {
  const token = getToken();
  try {
    const [{ id, email }, { items }] = await Promise.all([api.getMe(), api.listOrders()]);
    rememberEmail(email);
    return { payer: { id, email, token, pending: pendingPaymentOf(id) }, orders: items };
  } catch (thrown) {
    const newer = getToken();
    // A new login, perhaps in another tab, has cancelled these queries.
    if (newer !== null && newer !== token) return lookUpPayer(api, script);
    await script;
    throw thrown;
  }
}

/** Returns the newest order with money that is newer than `paidOrderId`, if the list has that one. */
function newestPaidOrder(orders: PayerOrder[], paidOrderId?: string) {
  const seen = orders.findIndex(({ id }) => id === paidOrderId);
  return orders.slice(0, seen < 0 ? orders.length : seen).find(hasMoney);
}

/** The server settles an order with money alone, so we forget it. */
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
 * The payer may have paid although checkout was closed, for example in the bank's app. We ask Razorpay once. Without an
 * answer we do not claim that nothing was paid.
 */
async function askProvider(run: Run, payer: Payer, orderId: string, exit: CheckoutExit) {
  const order = await orderAtProvider(run.api, orderId);
  if (order === 'unknown') run.dispatch({ type: 'checkout-closed', why: 'unknown' });
  else if (order && hasMoney(order)) showPaid(run, payer, order);
  else run.dispatch({ type: 'checkout-closed', ...exit });
}

/** @returns Razorpay's state of the order; `unknown` without an answer; undefined for another payer's order. */
async function orderAtProvider(api: PaymentApi, orderId: string): Promise<PayerOrder | 'unknown' | undefined> {
  try {
    return await api.checkOrder(orderId);
  } catch (thrown) {
    if (getToken() === null) throw thrown;
    return [400, 403, 404].includes(asProblem(thrown).status) ? undefined : 'unknown';
  }
}

async function checkPending(run: Run, payer: Payer, exit: CheckoutExit) {
  const orderId = payer.pending.read()?.orderId;
  if (orderId) await askProvider(run, payer, orderId, exit);
  else run.dispatch({ type: 'checkout-closed', ...exit });
}

function failureOf(thrown: unknown): PaymentEvent {
  if (thrown instanceof CheckoutScriptError) return { type: 'script-missing' };
  // The payer has logged out here or in another tab, or the token was refused.
  if (getToken() === null) return { type: 'signed-out' };
  return { type: 'initiation-failed', problem: asProblem(thrown) };
}
