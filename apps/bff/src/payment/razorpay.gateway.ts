import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { isOrderId, isPaymentId, type PaymentFact, readPayment } from './payment-fact';
import { providerCall, providerUnavailable, question } from './provider-call';
import { type RazorpayClient, razorpayClient } from './razorpay-client';
import { isSigned } from './signature';

export interface ProviderOrder {
  receipt: string;
  amountPaise: number;
  currency: string;
}

/** Both of the first mean that the provider has accepted the refund. */
const refundStatuses = ['pending', 'processed', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Ids become parts of addresses: one like `../payments/x` would reach another endpoint. */
function checked(id: string, isRight: (id: string) => boolean): string {
  if (!isRight(id)) throw new Error('That is no id of the payment provider.');
  return id;
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw providerUnavailable({ reason: 'the answer makes no sense' });
  return value;
}

/** An answer about another payment than the one that was asked for is none. */
function samePayment(id: string, entity: unknown): PaymentFact {
  const fact = known(readPayment(entity));
  return known(fact.id === id ? fact : undefined);
}

/** The payment provider. Every method throws `provider_unavailable` or `provider_refused`: see `providerCall`. */
@Injectable()
export class RazorpayGateway {
  private readonly client: RazorpayClient;

  constructor(private readonly config: Config) {
    this.client = razorpayClient(config.razorpay);
  }

  /** @returns the provider's id of the new order. Its payments are captured by the provider itself. */
  async createOrder({ receipt, amountPaise, currency }: ProviderOrder): Promise<string> {
    const options = { automatic_expiry_period: 12, manual_expiry_period: 7_200, refund_speed: 'normal' as const };
    const payment = { capture: 'automatic' as const, capture_options: options };
    const order = { amount: amountPaise, currency, receipt, payment };
    const { id } = await providerCall(() => this.client.orders.create(order));
    return known(isOrderId(id) ? id : undefined);
  }

  /** @returns the id of the order that was made with this receipt, the oldest where there are two; undefined: none. */
  async findOrder({ receipt, amountPaise, currency }: ProviderOrder): Promise<string | undefined> {
    const { items } = await providerCall(() => this.client.orders.all({ receipt, count: 100 }));
    const same = known(Array.isArray(items) ? items : undefined).filter(
      (order) => order.receipt === receipt && order.amount === amountPaise && order.currency === currency,
    );
    const id = same.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))[0]?.id;
    return id === undefined ? undefined : known(isOrderId(id) ? id : undefined);
  }

  async fetchPayment(id: string): Promise<PaymentFact> {
    checked(id, isPaymentId);
    return samePayment(id, await question(() => this.client.payments.fetch(id)));
  }

  /** @returns what can be read of an order's payments, and how many cannot. */
  async paymentsOf(providerOrderId: string): Promise<{ facts: PaymentFact[]; unreadable: number }> {
    checked(providerOrderId, isOrderId);
    const { items } = await question(() => this.client.orders.fetchPayments(providerOrderId));
    const read = known(Array.isArray(items) ? items : undefined).map((entity) => readPayment(entity));
    const facts = read.filter((fact) => fact !== undefined);
    return { facts, unreadable: read.length - facts.length };
  }

  /** Takes an authorised payment. The amount has to be the authorised one. */
  async capture({ id, amountPaise, currency }: PaymentFact): Promise<PaymentFact> {
    checked(id, isPaymentId);
    return samePayment(id, await providerCall(() => this.client.payments.capture(id, amountPaise, currency)));
  }

  /**
   * Gives back what is left of a captured payment. Repeated, it gives nothing back a second time; after a refund that
   * failed, it makes a new one.
   */
  async refund({ id, amountPaise, amountRefundedPaise }: PaymentFact): Promise<RefundStatus> {
    checked(id, isPaymentId);
    const amount = amountPaise - amountRefundedPaise;
    // The SDK passes no header on; the key makes a repeated call find the first refund, also one that failed
    // (razorpay.com/docs/api/refunds/normal-refunds-idempotent).
    const headers = { 'X-Refund-Idempotency': `${id}-${amount}-${await this.failedRefundsOf(id)}` };
    const { data } = await providerCall(() => this.refundRequest(`/v1/payments/${id}/refund`, { amount }, headers));
    const { payment_id, status } = data as Record<string, unknown>;
    return known(refundStatuses.find((each) => each === status && payment_id === id));
  }

  /** Whether checkout's signature holds for this order of ours. */
  signedCheckout(providerOrderId: string, paymentId: string, signature: string): boolean {
    return isSigned(`${providerOrderId}|${paymentId}`, signature, this.config.razorpay.keySecret);
  }

  /** Whether an event's raw bytes come from the provider. */
  signedEvent(rawBody: Buffer, signature: string | undefined): boolean {
    return isSigned(rawBody, signature, this.config.razorpay.webhookSecret);
  }

  private async failedRefundsOf(id: string): Promise<number> {
    const { items } = await question(() => this.client.payments.fetchMultipleRefund(id, { count: 100 }));
    return known(Array.isArray(items) ? items : undefined).filter(({ status }) => status === 'failed').length;
  }

  private refundRequest(path: string, body: object, headers: Record<string, string>) {
    return this.client.api.rq
      .post(path, body, { headers })
      .catch(({ response }: { response: { status: number; data: { error: object } } }) => {
        throw { statusCode: response.status, error: response.data.error };
      });
  }
}
