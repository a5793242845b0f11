import { arrivalKey, session } from '../api/storage';

export type Message = {
  text: string;
  tone: 'good' | 'bad';
  /** The panel after a payment. `receipt` is an address, `path` the steps of the purchase. */
  payment?: { amount: string; receipt: string; path: readonly string[] };
  /** Shown only on this path after a redirect, so it can be stored before the result of checkout is known. */
  afterRedirectTo?: string;
};

/** Shows a toast on the next document of this tab. `sessionStorage` carries it, because an address could be forged. */
export const toastOnArrival = (message: Message) => session.setItem(arrivalKey, JSON.stringify(message));

export function readArrivalToast(): Message | null {
  try {
    return JSON.parse(session.getItem(arrivalKey) ?? 'null');
  } catch {
    return null;
  }
}

/** Drops a message whose event did not happen. @returns whether it was for a redirect */
export function dropArrivalToast(): boolean {
  const message = readArrivalToast();
  session.removeItem(arrivalKey);
  return message?.afterRedirectTo !== undefined;
}
