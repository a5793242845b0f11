import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/prisma.service';
import type { Order, Payment } from '../../generated/prisma/client';
import { Log } from '../../log';
import { Refusal } from '../../problem/problem';
import { PaymentProvider } from '../provider/port';
import { Contradiction, ProviderSilent } from '../rules/errors';
import { fitsOrder } from '../rules/order-status';
import { OrderTransitions } from '../store/order-transitions';
import { OrderService, type OrderWithPayments, type ProviderKnownOrder } from './order.service';
import { Reconciler } from './reconciler';
import { ReconcilerScheduler } from './reconciler.scheduler';

/** What checkout hands to the page: the provider's ids, and its signature of both. */
export interface CheckoutResult {
  orderId: string;
  paymentId: string;
  signature: string;
}

export interface VerifiedPayment {
  order: Order;
  payment: Payment;
}

/** Why a payment with a valid signature is not verified; undefined: it is. */
function refusalOf({ order, payment }: VerifiedPayment) {
  if (!fitsOrder(order, payment)) return 'amount_differs';
  if (payment.status === 'failed') return 'payment_failed';
  if (payment.status === 'created') return 'payment_unfinished';
  if (order.status === 'PAID') return undefined; // also for a surplus payment, which is refunded
  if (payment.status === 'refunded') return 'payment_refunded';
  return order.status === 'REFUNDED' ? 'order_refunded' : undefined;
}

/** @throws Refusal */
function verified(result: VerifiedPayment): VerifiedPayment {
  const reason = refusalOf(result);
  if (reason) throw new Refusal(reason);
  return result;
}

/** Verifies what checkout hands to the page. */
@Injectable()
export class PaymentService {
  constructor(
    private readonly prisma: Prisma,
    private readonly provider: PaymentProvider,
    private readonly orders: OrderService,
    private readonly transitions: OrderTransitions,
    private readonly reconciler: Reconciler,
    private readonly scheduler: ReconcilerScheduler,
    private readonly log: Log,
  ) {}

  /**
   * The signature is checked with the order id from our database. It proves that the caller was at checkout, so an
   * unclaimed order becomes the caller's before anything else can fail. Without `userId` the caller may be anyone with
   * the three values: nothing about the order may be shown.
   * @throws Refusal, Contradiction, ProviderSilent
   */
  async verifyPayment(
    { orderId, paymentId, signature }: CheckoutResult,
    cause: string,
    userId?: string,
  ): Promise<VerifiedPayment> {
    const order = await this.orders.find(orderId, userId);
    if (!this.provider.isCheckoutSigned(order.providerOrderId, paymentId, signature))
      throw new Refusal('signature_invalid');
    if (userId && !order.ownerId) await this.orders.setOwner(order.id, userId);
    return this.verify(order, paymentId, cause);
  }

  /** Whether the payer has deleted the account. An order without a claim may still get an owner. */
  async isPayerDeleted({ id }: Order): Promise<boolean> {
    return (await this.prisma.order.count({ where: { id, owner: { deletedAt: { not: null } } } })) > 0;
  }

  /** Asks the provider about an order of the caller. @throws ProviderSilent, Refusal */
  async checkOrder(providerOrderId: string, userId: string): Promise<OrderWithPayments> {
    const order = await this.orders.find(providerOrderId, userId);
    if (order.ownerId) await this.reconciler.checkNow(order);
    return this.orders.getOrder(providerOrderId, userId);
  }

  /**
   * Asks the provider unless the outcome is known. An authorized payment counts as verified, but the provider is asked
   * first: by now it is mostly captured, and the next reader should find the order PAID.
   */
  private async verify(order: ProviderKnownOrder, paymentId: string, cause: string): Promise<VerifiedPayment> {
    const payment = await this.prisma.payment.findFirst({ where: { id: paymentId, orderId: order.id } });
    if (payment?.status === 'captured' || payment?.status === 'refunded') return this.confirm(payment);
    try {
      return await this.verifyAtProvider(order, paymentId, cause);
    } catch (error) {
      if (payment?.status === 'authorized' && error instanceof ProviderSilent) return this.confirm(payment);
      throw error;
    }
  }

  private async confirm({ id, orderId }: Payment): Promise<VerifiedPayment> {
    const payment = await this.prisma.payment.update({ where: { id }, data: { signatureSeen: true } });
    return verified({ order: await this.prisma.order.findUniqueOrThrow({ where: { id: orderId } }), payment });
  }

  private async verifyAtProvider(
    order: ProviderKnownOrder,
    paymentId: string,
    cause: string,
  ): Promise<VerifiedPayment> {
    const report = await this.provider.fetchPayment(paymentId);
    const of = { orderId: order.providerOrderId, paymentId };
    if (report.providerOrderId !== order.providerOrderId) {
      this.log.error({ event: 'payment_of_another_order', ...of }, 'signed payment belongs to another order');
      throw new Contradiction(`${paymentId} belongs to another order.`);
    }
    try {
      const applied = await this.transitions.applyPayment(order.id, report, cause, true);
      if (applied.dueNow) this.scheduler.wake();
      // Judged by the provider's reply just now: our row may already be further along.
      return verified({ order: applied.order, payment: { ...applied.payment, status: report.status } });
    } catch (err) {
      if (err instanceof Contradiction)
        this.log.error({ event: 'payment_contradicts', ...of, err }, 'payment contradicts an earlier report');
      throw err;
    }
  }
}
