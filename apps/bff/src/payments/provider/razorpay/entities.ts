import { cleanText } from '../../../clean-text';
import {
  type DisputeReport,
  disputeStatuses,
  type PaymentReport,
  paymentStatuses,
  type RefundReport,
  refundStatuses,
  type SettlementLineReport,
  type SettlementReport,
  type SettlementStatus,
} from '../../rules/books';
import type { EventReport, IdKind, OrderReport } from '../port';

type Entity = Record<string, unknown>;

/** Ids become part of URLs. An id like `../payments/x` would reach another endpoint. */
const hasPrefix =
  (prefix: string) =>
  (value: unknown): value is string =>
    typeof value === 'string' && new RegExp(`^${prefix}_[A-Za-z0-9_-]{1,60}$`).test(value);
export const isOrderId = hasPrefix('order');
export const isPaymentId = hasPrefix('pay');
const isRefundId = hasPrefix('rfnd');
export const isDisputeId = hasPrefix('disp');
const isSettlementId = hasPrefix('setl');
const kinds: [IdKind, (id: unknown) => boolean][] = [
  ['order', isOrderId],
  ['payment', isPaymentId],
  ['refund', isRefundId],
  ['dispute', isDisputeId],
];
export const kindOf = (id: string) => kinds.find(([, fits]) => fits(id))?.[0];

const isPaise = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
/** Our states have the provider's names. */
const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value);
const matches = (pattern: RegExp, value: unknown): value is string => typeof value === 'string' && pattern.test(value);
/** The cleaned text, or null if it does not have 1 to 100 characters. */
export function text(value: unknown): string | null {
  const cleaned = typeof value === 'string' ? cleanText(value) : '';
  return /^.{1,100}$/su.test(cleaned) ? cleaned : null;
}
const paise = (value: unknown) => (isPaise(value) ? value : null);
/** The provider's times are Unix seconds. */
const time = (value: unknown) => (isPaise(value) && value > 0 ? new Date(value * 1_000) : null);
const entityOf = (value: unknown): Entity => (typeof value === 'object' && value !== null ? (value as Entity) : {});

/** At most ten fields with text. */
function texts(fields: Entity): Record<string, string> {
  const named = Object.entries(fields).flatMap(([name, value]) => {
    const cleaned = text(value);
    return /^\w{1,40}$/.test(name) && cleaned !== null ? [[name, cleaned]] : [];
  });
  return Object.fromEntries(named.slice(0, 10));
}

/** For a card, only the network and the last four digits. */
function methodDetailsOf({ bank, wallet, vpa, upi, card }: Entity) {
  const { network, last4 } = entityOf(card);
  const digits = matches(/^\d{4}$/, last4) ? last4 : null;
  return texts({ bank, wallet, vpa, flow: entityOf(upi).flow, network: digits && network, last4: digits });
}

/** This and the next functions return undefined if the entity is not valid. */
export function parseOrder(entity: unknown): OrderReport | undefined {
  const { id, receipt, amount, currency, created_at } = entityOf(entity);
  if (!isOrderId(id) || !isPaise(amount) || !matches(/^[A-Z]{3}$/, currency) || !isPaise(created_at)) return undefined;
  const createdAt = new Date(created_at * 1_000);
  return { id, merchantReference: text(receipt), amountPaise: amount, currency, createdAt };
}

/** Returns undefined for a payment without an order too. */
export function parsePayment(entity: unknown, refunds: RefundReport[] = []): PaymentReport | undefined {
  if (typeof entity !== 'object' || entity === null) return undefined;
  const fields = entity as Entity;
  const { id, order_id, status, amount, amount_refunded, currency, method } = fields;
  const refunded = status === 'refunded' ? amount : (amount_refunded ?? 0);
  if (!isPaymentId(id) || !isOrderId(order_id) || !isOneOf(paymentStatuses, status)) return undefined;
  if (!isPaise(amount) || !isPaise(refunded) || refunded > amount || !matches(/^[A-Z]{3}$/, currency)) return undefined;
  return {
    id,
    providerOrderId: order_id,
    status,
    captured: fields.captured !== false,
    amountPaise: amount,
    amountRefundedPaise: refunded,
    currency,
    method: matches(/^[\w-]{1,40}$/, method) ? method : null,
    methodDetails: methodDetailsOf(fields),
    acquirerData: texts(entityOf(fields.acquirer_data)),
    feePaise: paise(fields.fee),
    taxPaise: paise(fields.tax),
    feeBearer: text(fields.fee_bearer),
    errorReason: text(fields.error_reason),
    errorSource: text(fields.error_source),
    errorStep: text(fields.error_step),
    createdAt: time(fields.created_at) ?? new Date(),
    refunds,
  };
}

export function parseRefund(entity: unknown): RefundReport | undefined {
  const { id, payment_id, status, amount, speed_processed, speed_requested, acquirer_data, notes, created_at } =
    entityOf(entity);
  if (!isRefundId(id) || !isPaymentId(payment_id) || !isOneOf(refundStatuses, status)) return undefined;
  if (!isPaise(amount) || amount === 0) return undefined;
  const { arn, rrn, utr } = entityOf(acquirer_data);
  return {
    id,
    paymentId: payment_id,
    status,
    amountPaise: amount,
    speed: text(speed_processed) ?? text(speed_requested),
    reference: text(arn) ?? text(rrn) ?? text(utr),
    reason: text(entityOf(notes).reason),
    requestId: text(entityOf(notes).request_id),
    createdAt: time(created_at) ?? new Date(),
  };
}

export function parseDispute(entity: unknown): DisputeReport | undefined {
  const { id, payment_id, status, amount, amount_deducted, reason_code, phase, respond_by } = entityOf(entity);
  if (!isDisputeId(id) || !isPaymentId(payment_id) || !isOneOf(disputeStatuses, status) || !isPaise(amount))
    return undefined;
  return {
    id,
    paymentId: payment_id,
    status,
    amountPaise: amount,
    amountDeductedPaise: paise(amount_deducted) ?? 0,
    reasonCode: text(reason_code),
    phase: text(phase),
    respondBy: time(respond_by),
  };
}

const settlementStatuses: SettlementStatus[] = ['created', 'processed', 'failed'];
/** Totals may exceed the limit of one payment, up to a hundred billion rupees. */
const isSum = (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) <= 10 ** 13;
const sum = (value: unknown) => (isSum(value) ? value : 0);

export function parseSettlement(entity: unknown): SettlementReport | undefined {
  const { id, status, amount, fees, tax, utr, created_at } = entityOf(entity);
  const createdAt = time(created_at);
  if (!isSettlementId(id) || !isOneOf(settlementStatuses, status) || !isSum(amount)) return undefined;
  if (!createdAt) return undefined;
  return { id, status, amountPaise: sum(amount), feePaise: sum(fees), taxPaise: sum(tax), utr: text(utr), createdAt };
}

/** Returns undefined for a row of the report that is not settled. Does not judge the amounts. */
export function parseSettlementLine(row: unknown): SettlementLineReport | undefined {
  const fields = entityOf(row);
  const { settlement_id, settled, currency } = fields;
  const entityId = text(fields.entity_id);
  if (!isSettlementId(settlement_id) || settled === false || !entityId) return undefined;
  return {
    settlementId: settlement_id,
    type: text(fields.type) ?? 'unknown',
    entityId,
    paymentId: text(fields.payment_id),
    providerOrderId: text(fields.order_id),
    receipt: text(fields.order_receipt),
    disputeId: text(fields.dispute_id),
    amountPaise: sum(fields.amount),
    creditPaise: sum(fields.credit),
    debitPaise: sum(fields.debit),
    feePaise: sum(fields.fee),
    taxPaise: sum(fields.tax),
    currency: text(currency) ?? 'unknown',
    method: text(fields.method),
    description: text(fields.description),
    createdAt: time(fields.created_at),
    settledAt: time(fields.settled_at),
  };
}

/** Ignores a refund or dispute of another payment. */
export function parseEvent(payload: object): EventReport {
  const entity = (name: string) => entityOf((payload as Entity)[name]).entity;
  const refund = parseRefund(entity('refund'));
  const payment = parsePayment(entity('payment'), refund ? [refund] : []);
  const dispute = parseDispute(entity('dispute'));
  return {
    payment: refund && refund.paymentId !== payment?.id ? undefined : payment,
    dispute: dispute && dispute.paymentId === payment?.id ? dispute : undefined,
  };
}
