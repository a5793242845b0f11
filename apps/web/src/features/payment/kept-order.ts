import { local } from '../../api/storage';
import type { Verification } from './payment-calls';

/**
 * What must outlive the page: the order that is open, and, once checkout has answered, the three identifiers. They
 * stay until the verification's answer is final, so that a reload, another tab or a new log-in finishes the job.
 */
export type Kept = { orderId: string; verification?: Verification };

const prefix = 'payment:';

/** The contract's patterns (openapi.yaml, `Verification`): what does not fit them could never be verified. */
const shapes = {
  razorpay_order_id: /^order_[A-Za-z0-9]{14}$/,
  razorpay_payment_id: /^pay_[A-Za-z0-9]{14}$/,
  razorpay_signature: /^[0-9a-f]{64}$/,
} satisfies Record<keyof Verification, RegExp>;

const fits = (value: unknown, name: keyof Verification) => typeof value === 'string' && shapes[name].test(value);

const isVerification = (value: Verification) =>
  fits(value.razorpay_order_id, 'razorpay_order_id') &&
  fits(value.razorpay_payment_id, 'razorpay_payment_id') &&
  fits(value.razorpay_signature, 'razorpay_signature') &&
  Object.keys(value).length === 3;

const isKept = ({ orderId, verification }: Kept) =>
  fits(orderId, 'razorpay_order_id') && (verification === undefined || isVerification(verification));

function parse(text: string | null): Kept | null {
  try {
    const value: Kept = JSON.parse(text ?? 'null');
    return isKept(value) ? value : null;
  } catch {
    // Somebody else wrote there: the same as nothing kept.
    return null;
  }
}

/** One record a person, so that the next one to log in here neither pays nor loses what belongs to another. */
export function keptFor(personId: string) {
  const key = prefix + personId;
  const forget = () => local.removeItem(key);
  const read = () => {
    const kept = parse(local.getItem(key));
    if (!kept) forget();
    return kept;
  };
  return { read, write: (kept: Kept) => local.setItem(key, JSON.stringify(kept)), forget };
}

export type KeptOrder = ReturnType<typeof keptFor>;

/** Calls back when another tab has written or forgotten an order, until `left` aborts. */
export function onKeptElsewhere(left: AbortSignal, listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) listener();
  };
  window.addEventListener('storage', onStorage, { signal: left });
}
