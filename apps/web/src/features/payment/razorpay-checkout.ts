import { dropArrivalToast } from '../../shell/arrival-toast';
import { failureSentence } from '../../ui/failure-reasons';
import { isInAppBrowser } from '../../ui/in-app-browser';
import { productName } from '../../ui/product-name';
import type { PayerOrder, Verification } from './payment-api';
import { announceOnArrival, pageAfterPayment } from './payment-messages';
import type { CheckoutExit } from './payment-state';

/** The part of checkout's interface that we use (razorpay.com/docs, "Standard Checkout"). */
type CheckoutOptions = {
  key: string;
  /** In paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { email?: string };
  /** Shown in Razorpay's dashboard. */
  notes: Record<string, string>;
  theme: { color: string };
  config: { display: { language: string; hide: { method: string; flows: string[] }[] } };
  /** Seconds until checkout closes. */
  timeout: number;
  retry: { enabled: boolean; max_count: number };
  modal: { confirm_close: boolean; ondismiss: () => void };
  handler?: (reply: Record<string, string>) => void;
  /** Checkout posts the result here instead of calling the handler. */
  callback_url?: string;
  redirect?: true;
};

type Checkout = {
  open: () => void;
  close?: () => void;
  on: (event: 'payment.failed', listener: (reply: { error?: { reason?: string } }) => void) => void;
};

export type CheckoutConstructor = new (options: CheckoutOptions) => Checkout;

declare global {
  interface Window {
    Razorpay?: CheckoutConstructor;
  }
}

/** Checkout's script was late, blocked or invalid. */
export class CheckoutScriptError extends Error {}

const scriptTimeoutMs = 15_000;

/** Checkout's script has no version and thus no integrity hash, so only the payment page loads it. */
export function loadCheckoutScript(url: string): Promise<CheckoutConstructor> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const settle = () => {
      clearTimeout(timer);
      if (window.Razorpay) return resolve(window.Razorpay);
      script.remove();
      reject(new CheckoutScriptError(url));
    };
    const timer = setTimeout(settle, scriptTimeoutMs);
    script.onload = settle;
    script.onerror = settle;
    script.src = url;
    document.head.append(script);
  });
}

export const isTestKey = (key: string) => key.startsWith('rzp_test_');

/** The description in checkout. Only a test key may call it a test. */
export const descriptionFor = (key: string, { title }: { title: string }) => (isTestKey(key) ? 'Test Mode' : title);

type Sale = {
  Checkout: CheckoutConstructor;
  /** Razorpay's public key ID. */
  key: string;
  order: PayerOrder;
  email: string | null;
  /** Receives the identifiers at once, even from a checkout that we believed closed. */
  onPaid: (verification: Verification) => void;
  /** Aborting closes checkout. */
  signal: AbortSignal;
};

const optionsFor = ({ key, order, email }: Sale): Omit<CheckoutOptions, 'handler' | 'modal'> => ({
  key,
  amount: order.amountPaise,
  currency: order.currency,
  name: productName,
  description: descriptionFor(key, order.product),
  order_id: order.id,
  prefill: email ? { email } : {},
  notes: { order: order.receipt },
  // UPI Collect has ended (razorpay.com/docs/announcements/upi-collect-migration). QR codes and apps remain.
  config: { display: { language: 'en', hide: [{ method: 'upi', flows: ['collect'] }] } },
  timeout: 900,
  retry: { enabled: true, max_count: 4 },
  theme: { color: '#4b41d8' },
});

const verificationOf = ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }: Record<string, string>) =>
  ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }) as Verification;

/** @returns the identifiers of a payment, or how checkout was closed without one. */
export function openCheckout(sale: Sale): Promise<CheckoutExit | Verification> {
  const redirects = isInAppBrowser(navigator.userAgent);
  return new Promise((resolve) => {
    // Checkout stays open after a failed payment, so its reason counts only once checkout is closed.
    let exit: CheckoutExit = { why: 'dismissed' };
    const leave = () => {
      if (redirects) dropArrivalToast();
      resolve(exit);
    };
    const handler = (reply: Record<string, string>) => {
      const verification = verificationOf(reply);
      sale.onPaid(verification);
      resolve(verification);
    };
    const checkout = new sale.Checkout({
      ...optionsFor(sale),
      ...(redirects ? { callback_url: `${location.origin}/api/payment/return`, redirect: true } : { handler }),
      modal: { confirm_close: true, ondismiss: leave },
    });
    checkout.on('payment.failed', ({ error }) => {
      exit = { why: 'declined', reason: failureSentence(error?.reason ?? null) };
    });
    sale.signal.addEventListener('abort', () => {
      checkout.close?.();
      leave();
    });
    if (redirects) announceOnArrival(sale.order, pageAfterPayment);
    checkout.open();
  });
}
