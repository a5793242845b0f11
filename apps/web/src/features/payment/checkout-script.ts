/** The checkout's own interface, as far as it is used here (razorpay.com/docs: "Standard Checkout"). */
export type CheckoutOptions = {
  key: string;
  /** In paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { email?: string };
  theme: { color: string };
  handler: (answer: Record<string, string>) => void;
  modal: { ondismiss: () => void };
};

export type Checkout = {
  open: () => void;
  close?: () => void;
  on: (event: 'payment.failed', listener: (answer: { error?: { description?: string } }) => void) => void;
};

export type CheckoutConstructor = new (options: CheckoutOptions) => Checkout;

declare global {
  interface Window {
    Razorpay?: CheckoutConstructor;
  }
}

/** The script is not there: blocked, out of reach, too slow, or not what it should be. */
export class ScriptMissing extends Error {}

const deadlineMs = 15_000;

/** Adds checkout's script, which carries no version and so no integrity hash: only the payment page asks for it. */
export function loadCheckoutScript(address: string): Promise<CheckoutConstructor> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new ScriptMissing(address));
    };
    const timer = setTimeout(fail, deadlineMs);
    const settle = () => {
      clearTimeout(timer);
      if (window.Razorpay) resolve(window.Razorpay);
      else fail();
    };
    script.onload = settle;
    script.onerror = settle;
    script.src = address;
    document.head.append(script);
  });
}
