import { asProblem } from '../../api/problem';
import { getToken } from '../../api/session';
import { openCheckout } from './checkout';
import { type CheckoutConstructor, loadCheckoutScript, ScriptMissing } from './checkout-script';
import { keptFor } from './kept-order';
import { inOneTab } from './one-tab';
import { hasMoney, openOrder } from './open-order';
import type { Payer } from './payer';
import { claimOrder, getConfig, getMe, listOrders, type PayerOrder, type Verification } from './payment-calls';
import type { Leaving, PaymentEvent } from './payment-state';
import { verifyKept } from './verify-kept';

export type Run = {
  tell: (event: PaymentEvent) => void;
  /** Aborts when the page is left, or checkout is to be opened anew. */
  left: AbortSignal;
  /** `open`: pay. `look`: only find out how things stand. */
  intent: 'open' | 'look';
  /** The paid order after which the payer chose to pay again, if they did: only newer ones count as paid. */
  paidOrderId?: string;
  /** The person whose identifiers this visit holds, if it holds any. */
  heldFor?: string;
};

/** From the first check to the verification: at most one order and one checkout, in one tab at a time. */
export async function runPayment(run: Run) {
  if (getToken() === null) return run.tell({ type: 'token-missing' });
  run.tell({ type: 'started' });
  const script = loadScript(run);
  try {
    await inOneTab(
      run.left,
      () => run.tell({ type: 'other-tab-busy' }),
      (waited) => pay(waited ? { ...run, intent: 'look' } : run, script),
    );
  } catch (thrown) {
    run.tell(failureOf(thrown));
  }
}

async function pay(run: Run, script: Promise<Shop>) {
  const { tell, left, intent, heldFor, paidOrderId } = run;
  const { payer, orders } = await lookUp(script);
  if (heldFor && heldFor !== payer.id) return tell({ type: 'payer-gone' });
  const identifiers = payer.kept.read()?.verification;
  if (identifiers) return verifyKept(run, payer, identifiers);
  const paid = paidSince(orders, paidOrderId);
  if (paid) return showPaid(run, payer, paid);
  if (intent === 'look') return tell({ type: 'checkout-left', why: 'other-tab' });
  const { Razorpay, key } = await script;
  left.throwIfAborted();
  const order = await openOrder(payer.kept);
  if (hasMoney(order)) return showPaid(run, payer, order);
  await sell(run, payer, { Razorpay, key, order, email: payer.email });
}

/** The newest order with money that is newer than `paidOrderId`. Without that one in the list, all orders count. */
function paidSince(orders: PayerOrder[], paidOrderId?: string) {
  const seen = orders.findIndex(({ id }) => id === paidOrderId);
  return orders.slice(0, seen < 0 ? orders.length : seen).find(hasMoney);
}

type Shop = { Razorpay: CheckoutConstructor; key: string };

/**
 * Started first, even before this tab is known to be the only one, because it takes longest; what fails in it is told
 * where it is awaited.
 */
function loadScript({ tell }: Run): Promise<Shop> {
  const script = getConfig().then(async ({ checkoutScriptUrl, paymentKeyId: key }) => {
    tell({ type: 'key-known', keyId: key });
    return { Razorpay: await loadCheckoutScript(checkoutScriptUrl), key };
  });
  script.catch(() => undefined);
  return script;
}

/** Who pays, and what they paid before. A script that is missing is told before a look-up that failed. */
async function lookUp(script: Promise<unknown>) {
  const token = getToken();
  try {
    const [{ id, email }, { items: orders }] = await Promise.all([getMe(), listOrders()]);
    const payer: Payer = { id, email, token, kept: keptFor(id) };
    return { payer, orders };
  } catch (thrown) {
    await script;
    throw thrown;
  }
}

/** An order with money on it is settled from here on by the server alone: nothing needs to be kept for it. */
function showPaid({ tell }: Run, { kept }: Payer, order: PayerOrder) {
  if (kept.read()?.orderId === order.id) kept.forget();
  tell({ type: 'paid-found', order });
}

type Goods = Shop & { order: PayerOrder; email: string | null };

async function sell(run: Run, payer: Payer, goods: Goods) {
  const { tell, left } = run;
  const { kept } = payer;
  left.throwIfAborted();
  tell({ type: 'checkout-opened', order: goods.order });
  const onPaid = (verification: Verification) => kept.write({ orderId: goods.order.id, verification });
  const outcome = await openCheckout({ ...goods, onPaid, left });
  const identifiers = 'why' in outcome ? kept.read()?.verification : outcome;
  if (identifiers) await verifyKept(run, payer, identifiers);
  else if ('why' in outcome) await tellLeft(run, payer, goods.order, outcome);
}

/** A checkout that was closed may have been paid all the same: in the bank's own app, or in another browser. */
async function tellLeft(run: Run, payer: Payer, order: PayerOrder, leaving: Leaving) {
  if (run.left.aborted) return;
  const now = await claimOrder(order.id).catch(() => order);
  if (hasMoney(now)) showPaid(run, payer, now);
  else run.tell({ type: 'checkout-left', ...leaving });
}

function failureOf(thrown: unknown): PaymentEvent {
  if (thrown instanceof ScriptMissing) return { type: 'script-missing' };
  // Whoever is signed out meanwhile, here or in another tab, gets no further: a refused token is gone by now.
  if (getToken() === null) return { type: 'signed-out' };
  return { type: 'initiation-failed', problem: asProblem(thrown) };
}
