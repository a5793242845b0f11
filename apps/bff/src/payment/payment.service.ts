import { Injectable } from '@nestjs/common';
import type { components } from '../contract/contract.gen';
import type { Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { Payment } from '../generated/prisma/client';
import { Log } from '../log';
import { type KnownOrder, OrderService } from '../order/order.service';
import { OrderLedger } from '../order/order-ledger';
import { Problem } from '../problem/problem';
import { ReconcilerSchedule } from '../reconciler/reconciler-schedule';
import { RazorpayGateway } from './razorpay.gateway';
import { verdict } from './verdict';

type Verification = components['schemas']['Verification'];

const differs = () => new Problem(409, 'payment_mismatch', 'This payment belongs to another order or amount.');

/** Verifies what checkout hands to the page. */
@Injectable()
export class PaymentService {
  constructor(
    private readonly prisma: Prisma,
    private readonly gateway: RazorpayGateway,
    private readonly orders: OrderService,
    private readonly ledger: OrderLedger,
    private readonly reconciler: ReconcilerSchedule,
    private readonly log: Log,
  ) {}

  /**
   * The signature is checked with the order's id as our database has it. It proves that the caller was at checkout,
   * so an order that is nobody's becomes the caller's before anything else can go wrong.
   */
  async verify(verification: Verification, userId: string): Promise<Reply<'verifyPayment'>> {
    const { razorpay_order_id, razorpay_payment_id: paymentId, razorpay_signature: signature } = verification;
    const order = await this.orders.find(razorpay_order_id, userId);
    if (!this.gateway.signedCheckout(order.providerOrderId, paymentId, signature))
      throw new Problem(400, 'signature_invalid', 'The signature does not fit this payment.');
    await this.orders.own(order.id, userId);
    const problem = (await this.known(order, paymentId)) ?? (await this.ask(order, paymentId));
    if (problem !== 'verified') throw problem;
    return { message: 'Payment verified.' };
  }

  /** The verdict without asking the provider, where an event or an earlier verification has told enough. */
  private async known(order: KnownOrder, paymentId: string) {
    const payment = await this.prisma.payment.findFirst({ where: { id: paymentId, orderId: order.id } });
    if (!payment || payment.status === 'created' || payment.status === 'failed') return undefined;
    await this.noteSignature(payment);
    const now = await this.prisma.order.findUniqueOrThrow({ where: { id: order.id } });
    return verdict(now, payment);
  }

  private async ask(order: KnownOrder, paymentId: string) {
    const fact = await this.gateway.fetchPayment(paymentId);
    if (fact.providerOrderId !== order.providerOrderId) {
      this.log.error(
        { event: 'payment_of_another_order', orderId: order.providerOrderId, paymentId },
        'signed, but of another order',
      );
      return differs();
    }
    const change = await this.ledger.record(order.id, fact, 'verifyPayment', true);
    if (change.surplus) this.reconciler.wake();
    return verdict(change.order, change.payment);
  }

  private async noteSignature({ id, signatureSeen }: Payment) {
    if (!signatureSeen) await this.prisma.payment.update({ where: { id }, data: { signatureSeen: true } });
  }
}
