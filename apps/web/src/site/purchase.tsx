import { claim, draft } from './claims';
import { product } from './product';

/** The sentence about the purchase is the same on every page. */
export const whatYouBuy = `${claim('paymentAmount')}: ${product.title.replace(/\.$/, '')}.`;

/** The small print follows it. */
export const notIncluded = 'Not included: GPU hours, which you order separately.';

export const purchaseNote = draft(`${whatYouBuy} ${notIncluded}`);

export const purchaseSteps = [
  'Account',
  `${claim('paymentAmount')}, once`,
  'Your request',
  'Order and access',
] as const;

/** The steps from the account to the GPUs. `current` is the payer's step, from 0. */
export const PurchasePath = ({ current }: { current: number }) => (
  <ol className="path" aria-label="From account to access">
    {purchaseSteps.map((step, index) => (
      <li key={step} aria-current={index === current ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
);
