import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/prisma.service';
import type { Payment } from '../../generated/prisma/client';
import { Log } from '../../log';
import type { ProviderPayment } from '../provider/razorpay/entities';
import { RazorpayGateway } from '../provider/razorpay/gateway';
import { ProviderRefused, Refusal } from '../rules/errors';
import { blocksRefund } from '../store/disputes';
import { OrderTransitions } from '../store/order-transitions';

/** Runs `work` for each item in turn, also after an error. @returns the errors. */
export async function collectErrors<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error));
  return errors;
}

/** A pending refund counts as refunded, a failed one does not. */
const isRefunded = ({ amountPaise, amountRefundedPaise }: ProviderPayment) => amountRefundedPaise >= amountPaise;

const refundFailed = 'the refund failed';

/** Refunds payments, each rupee once, however often it is asked to. */
@Injectable()
export class Refunds {
  constructor(
    private readonly prisma: Prisma,
    private readonly gateway: RazorpayGateway,
    private readonly transitions: OrderTransitions,
    private readonly log: Log,
  ) {}

  /**
   * Refunds everything captured for an order, or one payment. Safe to repeat, after a crash or at the same time.
   * @param paymentId only this payment.
   * @param despiteDispute refunds also what a bank may return itself.
   * @returns the number of payments handled. @throws Refusal `provider_refuses`, `dispute_forbids`
   */
  async refundOrder(id: string, paymentId?: string, despiteDispute = false): Promise<number> {
    const where = { orderId: id, id: paymentId, status: { in: ['captured' as const, 'refunded' as const] } };
    const received = await this.prisma.payment.findMany({ where, include: { disputes: true } });
    if (!received.length) return 0;
    const dispute = received.flatMap(({ disputes }) => disputes).find(blocksRefund);
    if (dispute && !despiteDispute)
      throw new Refusal('dispute_forbids', {
        dispute: dispute.id,
        payment: dispute.paymentId,
        status: dispute.status,
      });
    // Due before the money moves: if this process ends here, the reconciler finds out what happened.
    await this.prisma
      .$executeRaw`UPDATE orders SET next_check_at = now() + interval '2 minutes' WHERE id = ${id}::uuid`;
    const errors = await collectErrors(received, async (payment) => {
      const refusal = await this.refundPayment(id, payment, 'operator');
      if (refusal) throw new Refusal('provider_refuses', { payment: payment.id, why: refusal });
    });
    if (errors.length) throw errors[0];
    await this.transitions.scheduleNextCheck(id, 'operator', received);
    return received.length;
  }

  /**
   * Refunds one captured payment in full. The provider's state decides, not ours.
   * @returns why the provider did not accept the refund; undefined: refunded or pending.
   */
  async refundPayment(orderId: string, { id }: Pick<Payment, 'id'>, cause: string): Promise<string | undefined> {
    let report = await this.gateway.fetchPayment(id);
    let refusal: string | undefined = `the payment is ${report.status}`;
    // Refused because another process refunded a part at the same time: what is left is tried once more.
    for (let tries = 0; tries < 2 && report.status === 'captured' && !isRefunded(report); tries += 1) {
      refusal = await this.tryRefund(report, cause);
      report = await this.gateway.fetchPayment(id);
      if (!refusal || refusal === refundFailed) break;
    }
    await this.transitions.applyPayment(orderId, await this.gateway.withRefunds(report, true), cause);
    // As the provider reports it now: our payment stays refunded when its refund fails later.
    const fields = { paymentId: id, status: report.status, cause };
    if (isRefunded(report)) refusal = undefined;
    if (refusal) this.log.error({ event: 'refund_refused', ...fields, refusal }, 'the provider refused the refund');
    else this.log.info({ event: 'refund', ...fields }, 'the provider accepted the refund');
    return refusal;
  }

  /** @returns the provider's reason where it refused, or that the refund failed. */
  private async tryRefund(report: ProviderPayment, reason: string): Promise<string | undefined> {
    try {
      return (await this.gateway.refund(report, reason)) === 'failed' ? refundFailed : undefined;
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      return error.reason ?? 'it gave no reason';
    }
  }
}
