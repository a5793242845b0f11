import fc from 'fast-check';
import type { NewRefund, PaymentProvider } from '../../apps/bff/src/payments/provider/port';
import type * as books from '../../apps/bff/src/payments/rules/books';
import {
  disputeStatuses,
  type PaymentReport,
  type PaymentStatus,
  type RefundReport,
} from '../../apps/bff/src/payments/rules/books';
import { ProviderRefused } from '../../apps/bff/src/payments/rules/errors';
import { factsOf, refundableOf } from '../../apps/bff/src/payments/rules/facts';
import { merge, mergeDispute } from '../../apps/bff/src/payments/rules/merge';
import { deriveStatus, isSettled } from '../../apps/bff/src/payments/rules/order-status';

export type Books = books.KnownOrder & { payments: books.KnownPayment[] };

export const price = 15_000;
export const newBooks = (): Books => ({
  ...{ status: 'CREATED', receipt: 'r', providerOrderId: 'order', amountPaise: price, currency: 'INR' },
  ...{ paidPaymentId: null, payments: [] },
});

/** The order's records after a report, as the transaction writes them. */
export function apply(books: Books, report: PaymentReport): Books {
  const known = books.payments.find(({ id }) => id === report.id);
  const merged = merge(known, report);
  const createdAt = new Date(0);
  const refunds = merged.refunds.map(({ before: _, ...refund }) => ({ ...refund, createdAt }));
  const payment = { createdAt, disputes: [], ...known, ...merged, refunds };
  const payments = [...books.payments.filter((each) => each !== known), payment];
  const { status, payment: deciding } = deriveStatus({ ...books, payments });
  const paidPaymentId = books.paidPaymentId ?? (isSettled(status) ? (deciding?.id ?? null) : null);
  return { ...books, status, paidPaymentId, payments };
}

/** Payments: the right amount, a wrong one, another currency, the amount and a fee, too much. */
const amounts: [paise: number, currency: string, feePaise: number | null][] = [
  [price, 'INR', null],
  [14_000, 'INR', null],
  [price, 'USD', null],
  [price + 300, 'INR', 300],
  [price + 300, 'INR', null],
];
const bank = ['captured', 'authorized', 'failed', 'captured'] as const;

type Event = 'pay' | 'move' | 'refund' | 'ask' | 'settle' | 'dispute' | 'report' | 'check';
/** An event, its payment, and a choice of amount, state or part. */
export type Step = [does: Event, at: number, choice: number];

/** Steps of the given kinds, which may follow others. */
export const steps = (kinds: Step[0][], before: Step[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(0, 0, 1, 1, 2), fc.nat(9)), { maxLength: 25 })
    .map((after): Step[] => [...before, ...after]);

/** Our books may be older than the provider's: it refuses what it does not hold. */
function ignoreRefusal(error: unknown) {
  if (!(error instanceof ProviderRefused)) throw error;
}

const pick = <T>(items: readonly T[], at: number) => items[at % items.length] as T;

const returned = ({ refunds }: PaymentReport) =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** A payment provider in memory. It holds money, and refuses to return more than it holds. */
class FakeProvider implements Pick<PaymentProvider, 'fetchPayment' | 'paymentsOf'> {
  readonly payments: PaymentReport[] = [];
  private clock = 0;
  private readonly refundOf = new Map<string, RefundReport>();

  private find = (id: string) => this.payments.find((payment) => payment.id === id) as PaymentReport;

  /** A payer begins a payment. @param feePaise borne by the payer, and contained in the amount. */
  pay(providerOrderId: string, amountPaise: number, currency: string, feePaise: number | null) {
    this.payments.push({
      ...{ id: `payment ${this.payments.length}`, providerOrderId, amountPaise, currency, feePaise },
      ...{ status: 'created', captured: false, amountRefundedPaise: 0, refunds: [], createdAt: this.tick() },
      ...{ feeBearer: feePaise === null ? null : 'customer', taxPaise: null, method: null, methodDetails: {} },
      ...{ acquirerData: {}, errorReason: null, errorSource: null, errorStep: null },
    });
  }

  private tick() {
    this.clock += 1_000;
    return new Date(this.clock);
  }

  /** A bank decides. A captured payment stays captured. */
  move(payment: PaymentReport, status: PaymentStatus) {
    if (payment.captured || (payment.status === 'authorized' && status === 'failed')) return;
    Object.assign(payment, { status, captured: status === 'captured' });
  }

  /** A bank takes a refund, or returns it, also after it was taken. */
  settle(payment: PaymentReport, refund: RefundReport, status: 'processed' | 'failed') {
    if (refund.status !== 'failed') refund.status = status;
    this.total(payment);
  }

  private total(payment: PaymentReport) {
    payment.amountRefundedPaise = returned(payment);
    payment.status = returned(payment) === payment.amountPaise ? 'refunded' : 'captured';
  }

  refundPart(payment: PaymentReport, amountPaise: number, reason: string | null = null): RefundReport {
    if (!payment.captured || amountPaise < 1 || amountPaise > payment.amountPaise - returned(payment))
      throw new ProviderRefused('the payment does not hold this amount');
    const unknown = { speed: null, reference: null, requestId: null };
    const made = { createdAt: this.tick(), id: `refund ${this.clock}`, paymentId: payment.id, amountPaise, reason };
    const refund = { ...unknown, ...made, status: 'pending' as const };
    payment.refunds.push(refund);
    this.total(payment);
    return refund;
  }

  /** One refund per key. */
  async refund({ paymentId, amountPaise, idempotencyKey, reason }: Omit<NewRefund, 'requestId'>) {
    const made = this.refundOf.get(idempotencyKey) ?? this.refundPart(this.find(paymentId), amountPaise, reason);
    this.refundOf.set(idempotencyKey, made);
    return made;
  }

  async fetchPayment(id: string) {
    return structuredClone(this.find(id));
  }

  async paymentsOf(providerOrderId: string) {
    const payments = this.payments.filter((payment) => payment.providerOrderId === providerOrderId);
    return { payments: structuredClone(payments), unreadable: 0 };
  }
}

/** The provider, our books, and what was reported. */
export class PaymentWorld {
  readonly provider = new FakeProvider();
  readonly reports: PaymentReport[] = [];
  readonly seen: Books[] = [newBooks()];
  private readonly disputes = new Map<string, books.KnownDispute>();

  get books() {
    return this.seen.at(-1) as Books;
  }

  private receive(report: PaymentReport) {
    const books = apply(this.books, report);
    for (const payment of books.payments)
      payment.disputes = [...this.disputes.values()].filter(({ paymentId }) => paymentId === payment.id);
    this.seen.push(books);
  }

  /** As the reconciler does. */
  private async check() {
    for (const each of (await this.provider.paymentsOf('order')).payments) this.receive(each);
    for (const { id } of factsOf(this.books).refundable) {
      const { status = 'won' } = this.disputes.get(id) ?? {};
      if (status !== 'won' && status !== 'closed') throw new Error(`The bank may return ${id} too.`);
      await this.refund(id, Infinity, 'surplus');
    }
  }

  /** Refunds at most what our records and the provider still have. Repeats the call, which makes one refund. */
  private async refund(paymentId: string, atMost: number, reason: string) {
    const report = await this.provider.fetchPayment(paymentId);
    const amountPaise = Math.min(report.amountPaise - report.amountRefundedPaise, atMost);
    const idempotencyKey = `${reason} ${this.seen.length}`;
    for (let call = 0; call < 2; call += 1)
      await this.provider.refund({ paymentId, amountPaise, idempotencyKey, reason });
    this.receive(await this.provider.fetchPayment(paymentId));
  }

  /** A staff member refunds a part or all of what the books show. */
  private async ask(paymentId: string, choice: number) {
    const facts = factsOf(this.books).payments.find(({ payment }) => payment.id === paymentId);
    const left = facts && !facts.blockedBy ? refundableOf(facts) : 0;
    if (left) await this.refund(paymentId, Math.ceil(left / ((choice % 3) + 1)), 'operator').catch(ignoreRefusal);
  }

  async live(history: Step[]) {
    for (const step of history) await this.take(step);
    return this;
  }

  private async take([does, at, choice]: Step) {
    const { provider } = this;
    if (does === 'check') return this.check();
    if (does === 'pay') return provider.pay('order', ...pick(amounts, choice));
    const payment = pick(provider.payments, at);
    if (does === 'move') provider.move(payment, pick(bank, choice));
    const left = Math.ceil((payment.amountPaise - payment.amountRefundedPaise) / ((choice % 2) + 1));
    if (does === 'refund' && payment.captured && left) provider.refundPart(payment, left);
    if (does === 'ask') return this.ask(payment.id, choice);
    const refund = pick(payment.refunds, choice >> 1);
    if (does === 'settle' && refund) provider.settle(payment, refund, pick(['failed', 'processed'], choice));
    if (does === 'dispute' && payment.captured) this.dispute(payment.id, choice);
    if (does !== 'report') return;
    const report = structuredClone(payment);
    report.refunds = report.refunds.slice(-(choice % 3) || 0);
    this.reports.push(report);
    this.receive(report);
  }

  private dispute(paymentId: string, choice: number) {
    const known = this.disputes.get(paymentId);
    const report = { id: `dispute of ${paymentId}`, paymentId, status: pick(disputeStatuses, choice), ...noLoss };
    this.disputes.set(paymentId, { closedAt: null, ...report, ...known, ...mergeDispute(known, report) });
  }

  /** Every refund ends well, and the reconciler looks until nothing changes any more. */
  async settleAll() {
    for (let round = 0; round < 6; round += 1) {
      await this.check();
      for (const payment of this.provider.payments)
        for (const refund of payment.refunds) this.provider.settle(payment, refund, 'processed');
    }
    await this.check();
    return this;
  }
}

export const noLoss = { amountPaise: price, amountDeductedPaise: 0, reasonCode: null, phase: null, respondBy: null };
