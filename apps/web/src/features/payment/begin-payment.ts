import { createPayment, type Payment } from './create-payment';

let begun: Payment | undefined;

/** Begins a visit to the payment page: the checks run, and checkout opens by itself. */
export function beginPayment() {
  begun = createPayment();
  begun.pay();
  return begun;
}

/** For the page: the visit that began before it was there, or a new one. */
export function takePayment() {
  const payment = begun ?? beginPayment();
  begun = undefined;
  return payment;
}
