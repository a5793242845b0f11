import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config';
import { Log } from '../../../log';
import {
  type DisputeReport,
  type PaymentReport,
  type RefundReport,
  type SettlementLineReport,
  type SettlementReport,
} from '../../rules/books';
import { ProviderRefused, ProviderSilent } from '../../rules/errors';
import {
  type EventReport,
  type IdKind,
  type ListedPayment,
  type NewProviderOrder,
  type NewRefund,
  type OrderReport,
  PaymentProvider,
  type Period,
} from '../port';
import { jitter, providerCall, providerRead } from './calls';
import { type RazorpayClient, razorpayClient } from './client';
import {
  isDisputeId,
  isOrderId,
  isPaymentId,
  kindOf,
  parseDispute,
  parseEvent,
  parseOrder,
  parsePayment,
  parseRefund,
  parseSettlement,
  parseSettlementLine,
  text,
} from './entities';
import { defined, itemsOf, pagePauseMs, pageSize, pagesOf } from './lists';

/** Limit of a day's settlement report. */
const mostRows = 1_000_000;

function assertId(id: string, isValid: (id: string) => boolean) {
  if (!isValid(id)) throw new Error('Invalid provider ID.');
}

/** Razorpay answers 400 for many reasons. These two say that it does not know the id. */
const isUnknown = (error: unknown) =>
  error instanceof ProviderSilent && error.concernsOne && /not exist|not a valid id/.test(error.reason ?? '');

function parseListed(entity: unknown): ListedPayment {
  const { id, order_id, status } = Object(entity);
  const holdsNoMoney = status === 'created' || status === 'failed';
  return { id: text(id) ?? '', providerOrderId: text(order_id) ?? '', holdsNoMoney, report: parsePayment(entity) };
}

/** @throws ProviderSilent if the answer is about another payment */
function parseSamePayment(id: string, entity: unknown): PaymentReport {
  const payment = defined(parsePayment(entity));
  return defined(payment.id === id ? payment : undefined);
}

/** Oldest first, because we number the attempts. */
const byTime = (a: { created_at: number }, b: { created_at: number }) => a.created_at - b.created_at;

@Injectable()
export class Razorpay implements PaymentProvider {
  private loaded?: Promise<RazorpayClient>;

  constructor(
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  /** Loads the SDK with the first call, because it is slow to load. */
  private get client(): Promise<RazorpayClient> {
    this.loaded ??= razorpayClient(this.config.paymentAccount, this.log).catch((error) => {
      this.loaded = undefined; // the next call tries again
      throw error;
    });
    return this.loaded;
  }

  /** After a lost reply, looks for the order before it repeats the call. Makes at most three calls, in at most 8 s. */
  async createOrder(order: NewProviderOrder): Promise<string> {
    try {
      return await this.postOrder(order);
    } catch (error) {
      if (error instanceof ProviderRefused) throw error;
      await jitter();
      return (await this.findOrder(order)) ?? this.createAgain(order);
    }
  }

  /** The first call may still arrive, so a refusal does not mean that there is no order. */
  private async createAgain(order: NewProviderOrder): Promise<string> {
    return this.postOrder(order).catch((error) => {
      throw error instanceof ProviderRefused ? new ProviderSilent(error.reason) : error;
    });
  }

  private async postOrder({ merchantReference: receipt, amountPaise, currency }: NewProviderOrder): Promise<string> {
    // In minutes. Razorpay captures automatically for three days, because a bank may approve a payment that late.
    const options = { automatic_expiry_period: 4_320, manual_expiry_period: 7_200, refund_speed: 'normal' as const };
    const payment = { capture: 'automatic' as const, capture_options: options };
    // `unique_receipt` prevents a second order. The SDK's types lack it.
    const order = { amount: amountPaise, currency, receipt, payment, unique_receipt: true };
    const { id } = await providerCall(async () => (await this.client).orders.create(order));
    return defined(isOrderId(id) ? id : undefined);
  }

  async findOrder(order: NewProviderOrder): Promise<string | undefined> {
    const { merchantReference: receipt, amountPaise, currency } = order;
    const list = await providerCall(async () => (await this.client).orders.all({ receipt, count: pageSize }));
    const same = itemsOf(list).filter(
      (each) => each.receipt === receipt && each.amount === amountPaise && each.currency === currency,
    );
    const id = same.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))[0]?.id;
    return id === undefined ? undefined : defined(isOrderId(id) ? id : undefined);
  }

  async fetchPayment(id: string): Promise<PaymentReport> {
    assertId(id, isPaymentId);
    // The SDK's own parameter has a wrong name.
    return this.withRefunds(
      parseSamePayment(id, await providerRead(async () => (await this.client).payments.fetch(`${id}?expand[]=card`))),
    );
  }

  /** Readable refunds of a payment, oldest first. */
  async refundsOf(id: string): Promise<RefundReport[]> {
    assertId(id, isPaymentId);
    const found = new Map<string, { created_at: number }>();
    for (let isLast = false; !isLast; ) {
      const { size: skip } = found;
      const query = { count: pageSize, skip };
      const items = itemsOf(
        await providerRead(async () => (await this.client).payments.fetchMultipleRefund(id, query)),
      );
      for (const refund of items) found.set(refund.id, refund);
      isLast = items.length < pageSize || found.size === skip;
    }
    const refunds = [...found.values()].toSorted(byTime).map(parseRefund);
    return refunds.filter((refund) => refund?.paymentId === id) as RefundReport[];
  }

  async fetchDispute(id: string): Promise<DisputeReport> {
    assertId(id, isDisputeId);
    const dispute = defined(parseDispute(await providerRead(async () => (await this.client).disputes.fetch(id))));
    return defined(dispute.id === id ? dispute : undefined);
  }

  async orderOf(id: string): Promise<OrderReport | undefined> {
    const { payments, orders, refunds, disputes } = await this.client;
    const lists: Record<IdKind, { fetch(id: string): Promise<unknown> }> = {
      order: orders,
      payment: payments,
      refund: refunds,
      dispute: disputes,
    };
    const kind = kindOf(id);
    if (!kind) return undefined;
    try {
      const found = Object(await providerRead(() => lists[kind].fetch(id)));
      if (found.id !== id) throw new ProviderSilent('the answer is about another id');
      if (kind === 'order') return defined(parseOrder(found));
      const next = text(kind === 'payment' ? found.order_id : found.payment_id);
      return next ? await this.orderOf(next) : undefined;
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw error;
    }
  }

  async withRefunds(payment: PaymentReport, always = false): Promise<PaymentReport> {
    if (!always && payment.amountRefundedPaise === 0) return payment;
    return { ...payment, refunds: await this.refundsOf(payment.id) };
  }

  async paymentsOf(providerOrderId: string): Promise<{ payments: PaymentReport[]; unreadable: number }> {
    assertId(providerOrderId, isOrderId);
    const list = await providerRead(async () => (await this.client).orders.fetchPayments(providerOrderId));
    const parsed = itemsOf(list).map((entity) => parsePayment(entity));
    const payments = parsed.filter((payment) => payment !== undefined);
    return { payments, unreadable: parsed.length - payments.length };
  }

  ordersIn(period: Period): AsyncIterable<OrderReport[]> {
    return pagesOf(period, async (query) => (await this.client).orders.all(query), parseOrder);
  }

  paymentsIn(period: Period): AsyncIterable<ListedPayment[]> {
    return pagesOf(period, async (query) => (await this.client).payments.all(query), parseListed);
  }

  refundsIn(period: Period): AsyncIterable<RefundReport[]> {
    return pagesOf(period, async (query) => (await this.client).refunds.all(query), parseRefund);
  }

  /** The SDK does not pass on a period. */
  allDisputes(): AsyncIterable<DisputeReport[]> {
    const always = { from: new Date(0), to: new Date() };
    return pagesOf(always, async (query) => (await this.client).disputes.all(query), parseDispute);
  }

  settlementsIn(period: Period): AsyncIterable<SettlementReport[]> {
    return pagesOf(period, async (query) => (await this.client).settlements.all(query), parseSettlement);
  }

  /** Rows have no id, so duplicates stay. A page of 1,000 rows could exceed the limit of a reply. */
  async *settledOn(isoDay: string): AsyncIterable<SettlementLineReport[]> {
    const [year = 0, month = 0, day = 0] = isoDay.split('-').map(Number);
    for (let skip = 0, isLast = false, before = ''; !isLast; skip += pageSize) {
      const query = { year, month, day, count: pageSize, skip };
      // The SDK's types say that it is one row.
      const rows = itemsOf<unknown>(
        Object(await providerRead(async () => (await this.client).settlements.reports(query))),
      );
      isLast = rows.length < pageSize;
      const page = JSON.stringify(rows);
      // A proxy that ignores `skip` would repeat the first page forever.
      if (skip >= mostRows || (!isLast && page === before)) throw new ProviderSilent('its list of a day has no end');
      before = page;
      yield rows.map(parseSettlementLine).filter((line) => line !== undefined);
      if (!isLast) await sleep(pagePauseMs);
    }
  }

  async capture({ id, amountPaise, currency }: PaymentReport): Promise<PaymentReport> {
    assertId(id, isPaymentId);
    return parseSamePayment(
      id,
      await providerCall(async () => (await this.client).payments.capture(id, amountPaise, currency)),
    );
  }

  /** The SDK cannot send the header (razorpay.com/docs/api/refunds/normal-refunds-idempotent). */
  async refund({ paymentId, amountPaise, idempotencyKey, reason, requestId }: NewRefund): Promise<RefundReport> {
    assertId(paymentId, isPaymentId);
    const headers = { 'X-Refund-Idempotency': idempotencyKey };
    const body = { amount: amountPaise, notes: { reason, ...(requestId && { request_id: requestId }) } };
    const refund = parseRefund(await providerCall(() => this.post(`/v1/payments/${paymentId}/refund`, body, headers)));
    return defined(refund?.paymentId === paymentId ? refund : undefined);
  }

  isCheckoutSigned(providerOrderId: string, paymentId: string, signature: string): boolean {
    const { keySecret, previousKeySecret = '' } = this.config.paymentAccount;
    return isSigned(`${providerOrderId}|${paymentId}`, signature, [keySecret, previousKeySecret]);
  }

  /** Razorpay signs retries of older events with the older secret. */
  isEventSigned(rawBody: Buffer, signature: string | undefined): boolean {
    const { webhookSecret, previousWebhookSecret = '' } = this.config.paymentAccount;
    return isSigned(rawBody, signature, [webhookSecret, previousWebhookSecret]);
  }

  readEvent(payload: object): EventReport {
    return parseEvent(payload);
  }

  private async post(path: string, body: object, headers: Record<string, string>): Promise<unknown> {
    try {
      return (await (await this.client).api.rq.post(path, body, { headers })).data;
    } catch (error) {
      const { response } = error as { response: { status: number; data: { error: object } } };
      throw Object.assign(new Error('provider call failed'), {
        statusCode: response.status,
        error: response.data.error,
      });
    }
  }
}

/** Compares the hex HMAC-SHA256 with each secret in constant time. Ignores empty secrets. */
function isSigned(signed: string | Buffer, signature: string | undefined, secrets: string[]): boolean {
  if (!signature || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  const fits = (secret: string) => timingSafeEqual(createHmac('sha256', secret).update(signed).digest(), given);
  return secrets.filter(Boolean).some(fits);
}
