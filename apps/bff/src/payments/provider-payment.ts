import { PaymentStatus } from '../generated/prisma/client';

/** The provider's report about one payment at one moment, from its API or from an event. */
export interface ProviderPayment {
  id: string;
  providerOrderId: string;
  status: PaymentStatus;
  amountPaise: number;
  amountRefundedPaise: number;
  currency: string;
  /** In the provider's words; null where it names none. */
  method: string | null;
}

export const isOrderId = (value: unknown): value is string =>
  typeof value === 'string' && /^order_[A-Za-z0-9]{14}$/.test(value);
export const isPaymentId = (value: unknown): value is string =>
  typeof value === 'string' && /^pay_[A-Za-z0-9]{14}$/.test(value);

const isPaise = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
const isStatus = (value: unknown): value is PaymentStatus => Object.values<unknown>(PaymentStatus).includes(value);
const matches = (pattern: RegExp, value: unknown): value is string => typeof value === 'string' && pattern.test(value);

/** Parses the provider's payment entity; undefined where it is not one, or belongs to no order. */
export function parsePayment(entity: unknown): ProviderPayment | undefined {
  if (typeof entity !== 'object' || entity === null) return undefined;
  const { id, order_id, status, amount, amount_refunded, currency, method } = entity as Record<string, unknown>;
  const refunded = status === 'refunded' ? amount : (amount_refunded ?? 0);
  if (!isPaymentId(id) || !isOrderId(order_id) || !isStatus(status)) return undefined;
  if (!isPaise(amount) || !isPaise(refunded) || refunded > amount || !matches(/^[A-Z]{3}$/, currency)) return undefined;
  return {
    id,
    providerOrderId: order_id,
    status,
    amountPaise: amount,
    amountRefundedPaise: refunded,
    currency,
    method: matches(/^[\w-]{1,40}$/, method) ? method : null,
  };
}
