import { asProblem } from '@novacore/client';
import { local } from '../../api/storage';
import type { PayerOrder, PaymentApi, Verification } from './payment-api';

/**
 * Stores the open order and, after checkout, the three identifiers. They stay until the verification has a final
 * answer, so that a reload, another tab or a new login can finish the payment.
 */
export type PendingPayment = { orderId: string; verification?: Verification };

const prefix = 'payment:';

/** The contract's patterns. Other identifiers could never be verified. */
const patterns = {
  razorpay_order_id: /^order_[A-Za-z0-9_-]{1,60}$/,
  razorpay_payment_id: /^pay_[A-Za-z0-9_-]{1,60}$/,
  razorpay_signature: /^[0-9a-f]{64}$/,
} satisfies Record<keyof Verification, RegExp>;

const names = Object.keys(patterns) as (keyof Verification)[];

const matches = (value: unknown, name: keyof Verification) => typeof value === 'string' && patterns[name].test(value);

const isVerification = (value: Verification) =>
  names.every((name) => matches(value[name], name)) && Object.keys(value).length === names.length;

const isPendingPayment = ({ orderId, verification }: PendingPayment) =>
  matches(orderId, 'razorpay_order_id') && (verification === undefined || isVerification(verification));

/** @returns null for anything that we did not write. */
function parse(text: string | null): PendingPayment | null {
  try {
    const value: PendingPayment = JSON.parse(text ?? 'null');
    return isPendingPayment(value) ? value : null;
  } catch {
    return null;
  }
}

/** Each user has a record, so that the next one to log in neither pays for it nor loses it. */
export function pendingPaymentOf(personId: string) {
  const key = prefix + personId;
  const clear = () => local.removeItem(key);
  const read = () => {
    const pending = parse(local.getItem(key));
    if (!pending) clear();
    return pending;
  };
  return { read, write: (pending: PendingPayment) => local.setItem(key, JSON.stringify(pending)), clear };
}

/** Whether this browser stores an unfinished payment of any user. */
export const hasPendingPayment = () => local.hasStored(prefix);

export type PendingPaymentRecord = ReturnType<typeof pendingPaymentOf>;

/** Calls `listener` when another tab changes a record, until `signal` aborts. */
export function onPendingPaymentChange(signal: AbortSignal, listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) listener();
  };
  window.addEventListener('storage', onStorage, { signal });
}

/** The payer has paid this order, or may have. */
export const hasMoney = ({ status }: PayerOrder) => ['AUTHORIZED', 'PAID', 'REVIEW'].includes(status);

/** Returns the current pending order, or null if it can no longer be paid. */
async function getPendingOrder(api: PaymentApi, record: PendingPaymentRecord): Promise<PayerOrder | null> {
  const orderId = record.read()?.orderId;
  if (!orderId) return null;
  try {
    const order = await api.claimOrder(orderId);
    return order.status === 'CREATED' || hasMoney(order) ? order : null;
  } catch (thrown) {
    // The order is unknown or another user's. Other failures say nothing about it.
    if ([400, 403, 404].includes(asProblem(thrown).status)) return null;
    throw thrown;
  }
}

/**
 * Returns the pending order, or creates one. We store and claim it before checkout opens, so that a payment has an
 * owner even if the browser is closed.
 */
export async function getOrCreateOrder(api: PaymentApi, record: PendingPaymentRecord): Promise<PayerOrder> {
  const pending = await getPendingOrder(api, record);
  if (pending) return pending;
  const { id } = await api.createOrder();
  record.write({ orderId: id });
  return api.claimOrder(id);
}
