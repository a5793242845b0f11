import { productName } from '../../ui/product-name';
import type { CheckoutConstructor, CheckoutOptions } from './checkout-script';
import { type PayerOrder, priceRupees, type Verification } from './payment-calls';
import type { Leaving } from './payment-state';

type Sale = {
  Razorpay: CheckoutConstructor;
  /** The payment provider's public key id. */
  key: string;
  order: PayerOrder;
  email: string | null;
  /** Called with the identifiers at once, also by a checkout that was believed to be closed. */
  onPaid: (verification: Verification) => void;
  /** Aborting closes the checkout. */
  left: AbortSignal;
};

/** What the payment is for, in checkout and on the slip. */
export const descriptionFor = (key: string) =>
  key.startsWith('rzp_test_') ? 'Test Mode' : `${productName} payment of ₹${priceRupees}`;

const optionsFor = ({ key, order, email }: Sale): Omit<CheckoutOptions, 'handler' | 'modal'> => ({
  key,
  amount: order.amountPaise,
  currency: order.currency,
  name: productName,
  description: descriptionFor(key),
  order_id: order.id,
  prefill: email ? { email } : {},
  theme: { color: '#4b41d8' },
});

const identifiersOf = ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }: Record<string, string>) =>
  ({ razorpay_order_id, razorpay_payment_id, razorpay_signature }) as Verification;

/** Opens checkout. @returns how it was left, or what it answered to a payment. */
export function openCheckout(sale: Sale): Promise<Leaving | Verification> {
  return new Promise((resolve) => {
    // A failed payment leaves checkout open for another try; its words matter once it is closed.
    let leaving: Leaving = { why: 'dismissed' };
    const checkout = new sale.Razorpay({
      ...optionsFor(sale),
      handler: (answer) => {
        const verification = identifiersOf(answer);
        sale.onPaid(verification);
        resolve(verification);
      },
      modal: { ondismiss: () => resolve(leaving) },
    });
    checkout.on('payment.failed', ({ error }) => {
      leaving = { why: 'declined', words: error?.description ?? '' };
    });
    sale.left.addEventListener('abort', () => {
      checkout.close?.();
      resolve(leaving);
    });
    checkout.open();
  });
}
