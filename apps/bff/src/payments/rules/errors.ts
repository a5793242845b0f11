import { Refusal } from '../../problem/problem';

/** Razorpay refused the call and did nothing. `reason` is Razorpay's text. */
export class ProviderRefused extends Refusal<'provider_refused'> {
  constructor(readonly reason?: string) {
    super('provider_refused');
  }
}

/** Razorpay gave no reliable answer. */
export class ProviderSilent extends Refusal<'provider_unavailable'> {
  /** @param concernsOne only this order or payment is affected */
  constructor(
    readonly reason?: string,
    readonly concernsOne = false,
  ) {
    super('provider_unavailable');
  }
}

/** A report names another order or amount than we know. It changes nothing. */
export class Contradiction extends Refusal<'payment_contradicts'> {
  /** @param why for the log */
  constructor(
    readonly why: string,
    { cause }: ErrorOptions = {},
  ) {
    super('payment_contradicts');
    this.cause = cause;
  }
}
