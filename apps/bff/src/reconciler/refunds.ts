import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { Payment } from '../generated/prisma/client';
import { Log } from '../log';
import { OrderLedger } from '../order/order-ledger';
import type { PaymentFact } from '../payment/payment-fact';
import { isRefusal } from '../payment/provider-call';
import { RazorpayGateway } from '../payment/razorpay.gateway';
import { failuresOf } from './failures-of';

/** A refund under way counts as given, one that failed does not. */
const isRefunded = ({ amountPaise, amountRefundedPaise }: PaymentFact) => amountRefundedPaise >= amountPaise;

const refundFailed = 'the refund failed';

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
   * Everything that is captured for an order. Repeating it after a crash, or at the same time, does no harm; it also
   * gives back anew what the provider, in the end, did not.
   * @returns how many payments it saw to. @throws Error where the provider refused.
   */
  async refundOrder(id: string): Promise<number> {
    const where = { orderId: id, status: { in: ['captured' as const, 'refunded' as const] } };
    const received = await this.prisma.payment.findMany({ where });
    if (!received.length) return 0;
    // Noted before the money moves: should this end here, the reconciler finds out what has become of it.
    await this.prisma
      .$executeRaw`UPDATE orders SET next_check_at = now() + interval '2 minutes' WHERE id = ${id}::uuid`;
    const failures = await failuresOf(received, async (payment) => {
      const refusal = await this.giveBack(id, payment, 'operator');
      if (refusal) throw new Error(`The provider refused to give back ${payment.id}: ${refusal}.`);
    });
    if (failures.length) throw failures[0];
    await this.ledger.checked(id, 'operator', received);
    return received.length;
  }

  /**
   * One captured payment, in full. What the provider says of it decides, not what we remember.
   * @returns why the provider did not accept the refund; undefined: it is given back, or on its way.
   */
  async giveBack(orderId: string, { id }: Pick<Payment, 'id'>, cause: string): Promise<string | undefined> {
    let fact = await this.gateway.fetchPayment(id);
    let refusal: string | undefined = `the payment is ${fact.status}`;
    // Refused because another gave a part of it back meanwhile: what is left then is tried once more.
    for (let tries = 0; tries < 2 && fact.status === 'captured' && !isRefunded(fact); tries += 1) {
      refusal = await this.refund(fact);
      fact = await this.gateway.fetchPayment(id);
      if (!refusal || refusal === refundFailed) break;
    }
    await this.ledger.record(orderId, fact, cause);
    // As the provider tells it now: in our books a payment stays refunded when its refund fails.
    const of = { paymentId: id, status: fact.status, cause };
    if (isRefunded(fact)) refusal = undefined;
    if (refusal) this.log.error({ event: 'refund_refused', ...of, refusal }, 'the provider refused');
    else this.log.info({ event: 'refund', ...of }, 'the provider accepted the refund');
    return refusal;
  }

  /** @returns the provider's words where it refuses, or that the refund failed. */
  private async refund(fact: PaymentFact): Promise<string | undefined> {
    try {
      return (await this.gateway.refund(fact)) === 'failed' ? refundFailed : undefined;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return (error.cause as { reason?: string }).reason ?? 'it gave no reason';
    }
  }
}
