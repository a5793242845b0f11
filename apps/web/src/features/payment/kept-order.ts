import { shared } from '../../api/storage';
import type { Verification } from './use-payment-calls';

/**
 * What must outlive the page: the order that is open, and, once checkout has answered, the three identifiers. They
 * stay until the verification's answer is final, so that a reload, another tab or a new log-in finishes the job.
 */
export type Kept = { orderId: string; verification?: Verification };

const prefix = 'payment:';

function parse(text: string | null): Kept | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && 'orderId' in value ? (value as Kept) : null;
  } catch {
    // Somebody else wrote there: the same as nothing kept.
    return null;
  }
}

/** One record a person, so that the next one to log in here neither pays nor loses what belongs to another. */
export function keptFor(personId: string) {
  const key = prefix + personId;
  return {
    read: () => parse(shared.getItem(key)),
    write: (kept: Kept) => shared.setItem(key, JSON.stringify(kept)),
    forget: () => shared.removeItem(key),
  };
}

export type KeptOrder = ReturnType<typeof keptFor>;

/** Calls back when another tab has written or forgotten an order, until `left` aborts. */
export function onKeptElsewhere(left: AbortSignal, listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) listener();
  };
  window.addEventListener('storage', onStorage, { signal: left });
}
