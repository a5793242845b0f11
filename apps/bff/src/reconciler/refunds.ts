import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { Payment } from '../generated/prisma/client';
import { Log } from '../log';
import type { Applied } from '../order/apply-payment';
import { OrderLedger } from '../order/order-ledger';
import type { PaymentFact } from '../payment/payment-fact';
import { isRefusal } from '../payment/provider-call';
import { RazorpayGateway } from '../payment/razorpay.gateway';

/** Gives money back, each rupee once, however often it is asked to. */
@Injectable()
export class Refunds {
  constructor(
    private readonly prisma: Prisma,
    private readonly gateway: RazorpayGateway,
    private readonly ledger: OrderLedger,
    private readonly log: Log,
  ) {}

  /**
   * Everything that is captured for an order. Repeating it after a crash, or at the same time, does no harm.
   * @returns how many payments it saw to.
   */
  async refundOrder(id: string): Promise<number> {
    const captured = await this.prisma.payment.findMany({ where: { orderId: id, status: 'captured' } });
    if (!captured.length) return 0;
    // Noted before the money moves: should this end here, the reconciler finds out what has become of it.
    await this.prisma
      .$executeRaw`UPDATE orders SET next_check_at = now() + interval '2 minutes' WHERE id = ${id}::uuid`;
    for (const payment of captured) await this.giveBack(id, payment, 'operator');
    await this.ledger.checked(id, 'operator');
    return captured.length;
  }

  /** One captured payment, in full. What the provider says of it decides, not what we remember. */
  async giveBack(orderId: string, { id }: Pick<Payment, 'id'>, cause: string): Promise<Applied> {
    const before = await this.gateway.fetchPayment(id);
    const refunded = before.status === 'captured' && (await this.refund(before));
    const change = await this.ledger.record(orderId, refunded ? await this.gateway.fetchPayment(id) : before, cause);
    this.log.info({ event: 'refund', paymentId: id, status: change.payment.status, cause }, 'money given back');
    return change;
  }

  private async refund(fact: PaymentFact): Promise<boolean> {
    if (fact.amountRefundedPaise === fact.amountPaise) return false; // under way at the provider
    try {
      await this.gateway.refund(fact);
    } catch (error) {
      // Refused because another was faster: the provider's books, read next, will say so.
      if (!isRefusal(error)) throw error;
      this.log.warn({ event: 'refund_refused', paymentId: fact.id, err: error }, 'the provider refused a refund');
    }
    return true;
  }
}
