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

/** Checkout gives the page the provider's ids and a signature of both. */
export interface CheckoutResult {
  orderId: string;
  paymentId: string;
  signature: string;
}

export interface VerifiedPayment {
  order: Order;
  payment: Payment;
}

/** @returns why a signed payment is not verified, or undefined if it is */
function refusalOf({ order, payment }: VerifiedPayment) {
  if (!fitsOrder(order, payment)) return 'amount_differs';
  if (payment.status === 'failed') return 'payment_failed';
  if (payment.status === 'created') return 'payment_unfinished';
  if (order.status === 'PAID') return undefined; // a surplus payment counts too, and is refunded
  if (payment.status === 'refunded') return 'payment_refunded';
  return order.status === 'REFUNDED' ? 'order_refunded' : undefined;
}

/** @throws Refusal */
function verified(result: VerifiedPayment): VerifiedPayment {
  const reason = refusalOf(result);
  if (reason) throw new Refusal(reason);
  return result;
}

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
   * The signature proves that the caller was at checkout, so the caller becomes the owner of an unclaimed order. Without
   * `userId`, the caller may be anyone with the three values, so we must not show the order.
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

  /** Whether the order's owner has deleted the account. */
  async isPayerDeleted({ id }: Order): Promise<boolean> {
    return (await this.prisma.order.count({ where: { id, owner: { deletedAt: { not: null } } } })) > 0;
  }

  /** Checks an order of the caller at the provider. @throws ProviderSilent, Refusal */
  async checkOrder(providerOrderId: string, userId: string): Promise<OrderWithPayments> {
    const order = await this.orders.find(providerOrderId, userId);
    if (order.ownerId) await this.reconciler.checkNow(order);
    return this.orders.getOrder(providerOrderId, userId);
  }

  /**
   * Asks the provider unless the payment is captured. An authorized payment counts as verified, but is usually captured
   * by now.
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
      // We judge this reply, because our row may already be further along.
      return verified({ order: applied.order, payment: { ...applied.payment, status: report.status } });
    } catch (err) {
      if (err instanceof Contradiction)
        this.log.error({ event: 'payment_contradicts', ...of, err }, 'payment contradicts an earlier report');
      throw err;
    }
  }
}
