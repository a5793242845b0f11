import { Refusal } from '../../problem/problem';

/** Razorpay said no: it has done nothing. `reason` is in its own words. */
export class ProviderRefused extends Refusal<'provider_refused'> {
  constructor(readonly reason?: string) {
    super('provider_refused');
  }
}

/** Razorpay gave no reliable answer. */
export class ProviderSilent extends Refusal<'provider_unavailable'> {
  /** @param concernsOne it answers, but not about this order or payment: others can still be fetched. */
  constructor(
    readonly reason?: string,
    readonly concernsOne = false,
  ) {
    super('provider_unavailable');
  }
}

/** A report contradicts what is known: the payment has another order or amount. It changes nothing. */
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
