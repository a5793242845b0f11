import type { NewRefund, PaymentProvider } from '../../apps/bff/src/payments/provider/port';
import type { PaymentReport, PaymentStatus, RefundReport } from '../../apps/bff/src/payments/rules/books';
import { ProviderRefused } from '../../apps/bff/src/payments/rules/errors';

const returned = ({ refunds }: PaymentReport) =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** A payment provider in memory. It holds money, and refuses to return more than it holds. */
export class FakeProvider implements Pick<PaymentProvider, 'fetchPayment' | 'paymentsOf'> {
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
