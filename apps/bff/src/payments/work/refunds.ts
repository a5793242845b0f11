import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/prisma.service';
import type { Payment } from '../../generated/prisma/client';
import { Log } from '../../log';
import { Refusal } from '../../problem/problem';
import { PaymentProvider } from '../provider/port';
import type { PaymentReport } from '../rules/books';
import { ProviderRefused, RefundUnanswered } from '../rules/errors';
import { factsOf } from '../rules/facts';
import { claimMs } from '../rules/schedule';
import { OrderTransitions } from '../store/order-transitions';

/** Runs `work` for each item in turn, also after an error. @returns the errors. */
export async function collectErrors<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error));
  return errors;
}

/** A pending refund counts as refunded, a failed one does not. */
const isRefunded = ({ amountPaise, amountRefundedPaise }: PaymentReport) => amountRefundedPaise >= amountPaise;

const refundFailed = 'the refund failed';

/** Refunds payments, each rupee once, however often it is asked to. */
@Injectable()
export class Refunds {
  constructor(
    private readonly prisma: Prisma,
    private readonly provider: PaymentProvider,
    private readonly transitions: OrderTransitions,
    private readonly log: Log,
  ) {}

  /**
   * Refunds everything captured for an order, or one payment. Safe to repeat, after a crash or at the same time.
   * @param paymentId only this payment.
   * @param despiteDispute refunds also what a bank may return itself.
   * @throws Refusal `provider_refuses`, `dispute_forbids`; ProviderSilent nothing was sent;
   *   RefundUnanswered
   */
  async refundOrder(id: string, paymentId?: string, despiteDispute = false): Promise<void> {
    const include = { payments: { where: { id: paymentId }, include: { refunds: true, disputes: true } } } as const;
    const facts = factsOf(await this.prisma.order.findUniqueOrThrow({ where: { id }, include }));
    const held = facts.payments.filter(({ received, isReturned }) => received && !isReturned);
    const dispute = held.find(({ blockedBy }) => blockedBy)?.blockedBy;
    if (dispute && !despiteDispute) {
      const { id: named, paymentId: payment, status } = dispute;
      throw new Refusal('dispute_forbids', { dispute: named, payment, status });
    }
    // Due before the money moves: if this process ends here, the reconciler finds out what happened.
    await this.prisma.$executeRaw`UPDATE orders SET next_check_at = now() + ${claimMs}::int * interval '1 millisecond'
      WHERE id = ${id}::uuid`;
    const errors = await collectErrors(held, async ({ payment }) => {
      const report = await this.provider.fetchPayment(payment.id);
      const refusal = await this.refundReported(id, report, 'operator').catch((err: Error) => {
        const fields = { event: 'refund_unanswered', paymentId: payment.id };
        this.log.error({ ...fields, err }, 'whether the refund was made is not known');
        throw new RefundUnanswered(err.message, { cause: err });
      });
      if (refusal) throw new Refusal('provider_refuses', { payment: payment.id, why: refusal });
    });
    const unanswered = errors.find((error) => error instanceof RefundUnanswered);
    if (errors.length) throw unanswered ?? errors[0];
    await this.transitions.scheduleNextCheck(
      id,
      'operator',
      held.map(({ payment }) => payment),
    );
  }

  /**
   * Refunds one captured payment in full. The provider's state decides, not ours.
   * @returns why the provider did not accept the refund; undefined: refunded or pending.
   */
  async refundPayment(orderId: string, { id }: Pick<Payment, 'id'>, cause: string): Promise<string | undefined> {
    return this.refundReported(orderId, await this.provider.fetchPayment(id), cause);
  }

  private async refundReported(orderId: string, before: PaymentReport, cause: string): Promise<string | undefined> {
    const { id } = before;
    let report = before;
    let refusal: string | undefined = `the payment is ${report.status}`;
    // Refused because another process refunded a part at the same time: what is left is tried once more.
    for (let tries = 0; tries < 2 && report.status === 'captured' && !isRefunded(report); tries += 1) {
      refusal = await this.tryRefund(report, cause);
      report = await this.provider.fetchPayment(id);
      if (!refusal || refusal === refundFailed) break;
    }
    await this.transitions.applyPayment(orderId, await this.provider.withRefunds(report, true), cause);
    // As the provider reports it now: our payment stays refunded when its refund fails later.
    const fields = { paymentId: id, status: report.status, cause };
    if (isRefunded(report)) refusal = undefined;
    if (refusal) this.log.error({ event: 'refund_refused', ...fields, refusal }, 'the provider refused the refund');
    else this.log.info({ event: 'refund', ...fields }, 'the provider accepted the refund');
    return refusal;
  }

  /** @returns the provider's reason where it refused, or that the refund failed. */
  private async tryRefund(report: PaymentReport, reason: string): Promise<string | undefined> {
    try {
      return (await this.provider.refund(report, reason)) === 'failed' ? refundFailed : undefined;
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      return error.reason ?? 'it gave no reason';
    }
  }
}
