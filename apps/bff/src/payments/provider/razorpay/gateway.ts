import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config';
import { RefundStatus } from '../../../generated/prisma/client';
import { Log } from '../../../log';
import { ProviderRefused, ProviderSilent } from '../../rules/errors';
import { jitter, providerCall, providerRead } from './calls';
import { type RazorpayClient, razorpayClient } from './client';
import {
  isDisputeId,
  isOrderId,
  isPaymentId,
  type ProviderDispute,
  type ProviderPayment,
  type ProviderRefund,
  parseDispute,
  parsePayment,
  parseRefund,
} from './entities';

export interface NewProviderOrder {
  receipt: string;
  amountPaise: number;
  currency: string;
}

/** Both moments belong to it. */
export interface Period {
  from: Date;
  to: Date;
}

interface PageQuery {
  from: number;
  to: number;
  count: number;
  skip: number;
}

/** The provider's largest page. */
const pageSize = 100;
/** Between pages, so that a long list leaves room for payers. */
const pagePauseMs = 100;

const inSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);

/** The provider's list of a period, page by page. What is added at its front moves the rest to the next page. */
async function* pagesOf({ from, to }: Period, list: (query: PageQuery) => Promise<{ items: unknown[] }>) {
  const seen = new Set<unknown>();
  const isNew = (entity: unknown) => {
    const { id } = Object(entity);
    return id === undefined || (!seen.has(id) && seen.add(id));
  };
  for (let skip = 0; ; skip += pageSize) {
    const query = { from: inSeconds(from), to: inSeconds(to), count: pageSize, skip };
    const { items } = await providerRead(() => list(query));
    yield defined(Array.isArray(items) ? items : undefined).filter(isNew);
    if (items.length < pageSize) return;
    await sleep(pagePauseMs);
  }
}

/**
 * Whether `signature` is the hex HMAC-SHA256 of `signed` under one of the secrets, compared in constant time. An empty
 * secret signs nothing.
 */
function isSigned(signed: string | Buffer, signature: string | undefined, secrets: string[]): boolean {
  if (!signature || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  const fits = (secret: string) => timingSafeEqual(createHmac('sha256', secret).update(signed).digest(), given);
  return secrets.filter(Boolean).some(fits);
}

/** Ids become parts of URLs: one like `../payments/x` would reach another endpoint. */
function assertId(id: string, isValid: (id: string) => boolean) {
  if (!isValid(id)) throw new Error('Invalid provider ID.');
}

function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new ProviderSilent('the answer makes no sense');
  return value;
}

/** An answer about another payment than the one asked for is no answer. */
function parseSamePayment(id: string, entity: unknown): ProviderPayment {
  const payment = defined(parsePayment(entity));
  return defined(payment.id === id ? payment : undefined);
}

/** Oldest first, so that attempts are numbered in their order. */
const byTime = (a: { created_at: number }, b: { created_at: number }) => a.created_at - b.created_at;

/** The payment provider. Every method throws `ProviderRefused` or `ProviderSilent`. */
@Injectable()
export class RazorpayGateway {
  private readonly client: RazorpayClient;

  constructor(
    private readonly config: Config,
    log: Log,
  ) {
    this.client = razorpayClient(config.razorpay, log);
  }

  /**
   * Creates one order, also after a lost reply: it is then looked up by receipt before the call is repeated. At most
   * three calls, so at most 8 s. @returns the provider's id.
   */
  async createOrder(order: NewProviderOrder): Promise<string> {
    try {
      return await this.postOrder(order);
    } catch (error) {
      if (error instanceof ProviderRefused) throw error;
      await jitter();
      return (await this.findOrder(order)) ?? this.createAgain(order);
    }
  }

  /** The first call may still arrive. A refusal then says nothing about it, such as that the receipt is known by now. */
  private async createAgain(order: NewProviderOrder): Promise<string> {
    return this.postOrder(order).catch((error) => {
      throw error instanceof ProviderRefused ? new ProviderSilent(error.reason) : error;
    });
  }

  /** The provider captures the payments of the new order automatically. */
  private async postOrder({ receipt, amountPaise, currency }: NewProviderOrder): Promise<string> {
    // Minutes. Three days, as long as a bank may approve a payment late: the provider captures without us.
    const options = { automatic_expiry_period: 4_320, manual_expiry_period: 7_200, refund_speed: 'normal' as const };
    const payment = { capture: 'automatic' as const, capture_options: options };
    // A repeated call must not make a second order. The SDK's types lack the field.
    const order = { amount: amountPaise, currency, receipt, payment, unique_receipt: true };
    const { id } = await providerCall(() => this.client.orders.create(order));
    return defined(isOrderId(id) ? id : undefined);
  }

  /** @returns the id of the order with this receipt, the oldest where there are two; undefined where there is none. */
  async findOrder({ receipt, amountPaise, currency }: NewProviderOrder): Promise<string | undefined> {
    const { items } = await providerCall(() => this.client.orders.all({ receipt, count: pageSize }));
    const same = defined(Array.isArray(items) ? items : undefined).filter(
      (order) => order.receipt === receipt && order.amount === amountPaise && order.currency === currency,
    );
    const id = same.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))[0]?.id;
    return id === undefined ? undefined : defined(isOrderId(id) ? id : undefined);
  }

  /** With its refunds, if it has any. */
  async fetchPayment(id: string): Promise<ProviderPayment> {
    assertId(id, isPaymentId);
    return this.withRefunds(parseSamePayment(id, await providerRead(() => this.client.payments.fetch(id))));
  }

  /** The refunds of a payment that can be parsed, oldest first. */
  async refundsOf(id: string): Promise<ProviderRefund[]> {
    assertId(id, isPaymentId);
    const found = new Map<string, { created_at: number }>();
    for (let isLast = false; !isLast; ) {
      const { size: skip } = found;
      const { items } = await providerRead(() =>
        this.client.payments.fetchMultipleRefund(id, { count: pageSize, skip }),
      );
      for (const refund of defined(Array.isArray(items) ? items : undefined)) found.set(refund.id, refund);
      isLast = items.length < pageSize || found.size === skip;
    }
    const refunds = [...found.values()].toSorted(byTime).map(parseRefund);
    return refunds.filter((refund) => refund?.paymentId === id) as ProviderRefund[];
  }

  async fetchDispute(id: string): Promise<ProviderDispute> {
    assertId(id, isDisputeId);
    const dispute = defined(parseDispute(await providerRead(() => this.client.disputes.fetch(id))));
    return defined(dispute.id === id ? dispute : undefined);
  }

  /** A payment's report lacks its refunds. Asked for where there are any, or where `always`. */
  async withRefunds(payment: ProviderPayment, always = false): Promise<ProviderPayment> {
    if (!always && payment.amountRefundedPaise === 0) return payment;
    return { ...payment, refunds: await this.refundsOf(payment.id) };
  }

  /** @returns the payments of an order that can be parsed, and how many cannot. */
  async paymentsOf(providerOrderId: string): Promise<{ payments: ProviderPayment[]; unreadable: number }> {
    assertId(providerOrderId, isOrderId);
    const { items } = await providerRead(() => this.client.orders.fetchPayments(providerOrderId));
    const parsed = defined(Array.isArray(items) ? items : undefined).map((entity) => parsePayment(entity));
    const payments = parsed.filter((payment) => payment !== undefined);
    return { payments, unreadable: parsed.length - payments.length };
  }

  /** Every order made in the period, newest first, page by page. */
  ordersIn(period: Period): AsyncIterable<unknown[]> {
    return pagesOf(period, (query) => this.client.orders.all(query));
  }

  /** Every payment begun in the period. */
  paymentsIn(period: Period): AsyncIterable<unknown[]> {
    return pagesOf(period, (query) => this.client.payments.all(query));
  }

  /** Every refund made in the period. */
  refundsIn(period: Period): AsyncIterable<unknown[]> {
    return pagesOf(period, (query) => this.client.refunds.all(query));
  }

  /** Every dispute: one of this period may concern a payment from before it. The SDK passes no period on. */
  allDisputes(): AsyncIterable<unknown[]> {
    return pagesOf({ from: new Date(0), to: new Date() }, (query) => this.client.disputes.all(query));
  }

  /** Captures an authorized payment. The amount must equal the authorized amount. */
  async capture({ id, amountPaise, currency }: ProviderPayment): Promise<ProviderPayment> {
    assertId(id, isPaymentId);
    return parseSamePayment(id, await providerCall(() => this.client.payments.capture(id, amountPaise, currency)));
  }

  /**
   * Refunds what is left of a captured payment. A repeated call refunds nothing twice; after a failed refund it makes a
   * new one. @param reason kept with the refund. @returns `pending` and `processed`: the provider accepted the refund.
   */
  async refund({ id, amountPaise, amountRefundedPaise }: ProviderPayment, reason: string): Promise<RefundStatus> {
    assertId(id, isPaymentId);
    const amount = amountPaise - amountRefundedPaise;
    // The key makes a repeated call find the first refund, even one that failed, so each attempt after a failure needs
    // a new key (razorpay.com/docs/api/refunds/normal-refunds-idempotent). The SDK passes no header on.
    const failed = (await this.refundsOf(id)).filter(({ status }) => status === 'failed').length;
    const headers = { 'X-Refund-Idempotency': `${id}-${amount}-${failed}` };
    const body = { amount, notes: { reason } };
    const refund = await providerCall(() => this.post(`/v1/payments/${id}/refund`, body, headers));
    const { payment_id, status } = refund as Record<string, unknown>;
    return defined(Object.values(RefundStatus).find((known) => known === status && payment_id === id));
  }

  /** Whether checkout's signature is valid for this order of ours. */
  isCheckoutSigned(providerOrderId: string, paymentId: string, signature: string): boolean {
    const { keySecret, previousKeySecret = '' } = this.config.razorpay;
    return isSigned(`${providerOrderId}|${paymentId}`, signature, [keySecret, previousKeySecret]);
  }

  /** Whether an event's raw bytes are signed by the provider. It signs retries of older events with the older secret. */
  isEventSigned(rawBody: Buffer, signature: string | undefined): boolean {
    const { webhookSecret, previousWebhookSecret = '' } = this.config.razorpay;
    return isSigned(rawBody, signature, [webhookSecret, previousWebhookSecret]);
  }

  private async post(path: string, body: object, headers: Record<string, string>): Promise<unknown> {
    try {
      return (await this.client.api.rq.post(path, body, { headers })).data;
    } catch (error) {
      const { response } = error as { response: { status: number; data: { error: object } } };
      throw Object.assign(new Error('provider call failed'), {
        statusCode: response.status,
        error: response.data.error,
      });
    }
  }
}
