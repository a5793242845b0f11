import { Injectable } from '@nestjs/common';
import type { Input, Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { Payment } from '../generated/prisma/client';
import { Log } from '../log';
import { isContradiction } from '../order/apply-payment';
import { type KnownOrder, OrderService } from '../order/order.service';
import { OrderLedger } from '../order/order-ledger';
import { Problem } from '../problem/problem';
import { ReconcilerSchedule } from '../reconciler/reconciler-schedule';
import type { PaymentFact } from './payment-fact';
import { isNoAnswer } from './provider-call';
import { RazorpayGateway } from './razorpay.gateway';
import { verdict } from './verdict';

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
  async verify(input: Input<'verifyPayment'>): Promise<Reply<'verifyPayment'>> {
    const { razorpay_order_id, razorpay_payment_id: paymentId, razorpay_signature: signature } = input.body;
    const { userId } = input.caller;
    const order = await this.orders.find(razorpay_order_id, userId);
    if (!this.gateway.signedCheckout(order.providerOrderId, paymentId, signature))
      throw new Problem(400, 'signature_invalid', 'The signature does not fit this payment.');
    if (!order.ownerId) await this.orders.own(order.id, userId);
    const problem = await this.judge(order, paymentId);
    if (problem !== 'verified') throw problem;
    return { message: 'Payment verified.' };
  }

  /**
   * Asks the provider, unless an event or an earlier verification has told how the payment ended. One that is only
   * authorised counts, but by now it is mostly captured, and whoever looks next should find the order PAID.
   */
  private async judge(order: KnownOrder, paymentId: string) {
    const payment = await this.prisma.payment.findFirst({ where: { id: paymentId, orderId: order.id } });
    if (payment?.status === 'captured' || payment?.status === 'refunded') return this.known(payment);
    try {
      return await this.ask(order, paymentId);
    } catch (error) {
      if (payment?.status === 'authorized' && isNoAnswer(error)) return this.known(payment);
      throw error;
    }
  }

  private async known(payment: Payment) {
    await this.noteSignature(payment);
    const order = await this.prisma.order.findUniqueOrThrow({ where: { id: payment.orderId } });
    return verdict(order, payment);
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
    const change = await this.record(order.id, fact);
    if (!change) return differs();
    if (change.surplus) this.reconciler.wake();
    // As the provider has just told it: what our books hold may be further on.
    return verdict(change.order, { ...change.payment, status: fact.status });
  }

  /** @returns undefined where the payment is known with another amount, or of another order. */
  private async record(orderId: string, fact: PaymentFact) {
    try {
      return await this.ledger.record(orderId, fact, 'verifyPayment', true);
    } catch (err) {
      if (!isContradiction(err)) throw err;
      this.log.error({ event: 'payment_contradicts', orderId, paymentId: fact.id, err }, 'known otherwise');
      return undefined;
    }
  }

  private async noteSignature({ id, signatureSeen }: Payment) {
    if (!signatureSeen) await this.prisma.payment.update({ where: { id }, data: { signatureSeen: true } });
  }
}
