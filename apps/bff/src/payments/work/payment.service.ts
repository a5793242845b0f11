import { Injectable } from '@nestjs/common';
import type { Input, Reply } from '../../contract/types';
import { Prisma } from '../../database/prisma.service';
import type { Order, Payment } from '../../generated/prisma/client';
import { Log } from '../../log';
import { Problem } from '../../problem/problem';
import { isSurplus, type PayerOrder, payerStatusOf } from '../api/replies';
import { isNoAnswer, providerUnavailable } from '../provider/razorpay/errors';
import { RazorpayGateway } from '../provider/razorpay/gateway';
import { fitsOrder } from '../rules/order-status';
import { isMismatch } from '../store/apply-payment';
import { OrderTransitions } from '../store/order-transitions';
import { OrderService, type ProviderKnownOrder } from './order.service';
import { Reconciler } from './reconciler';
import { ReconcilerScheduler } from './reconciler.scheduler';

const differs = () => new Problem(409, 'payment_mismatch', 'This payment belongs to another order or amount.');
const refunded = (title: string) => new Problem(409, 'payment_refunded', title);
const undecided = () =>
  providerUnavailable(
    { reason: 'the payment is not decided yet' },
    'The payment provider has not decided this payment yet. Please try again.',
  );

/** The problem that a verification with a valid signature answers; undefined: verified. */
function problemOf(order: Order, payment: Payment): Problem | undefined {
  if (!fitsOrder(order, payment))
    return new Problem(409, 'payment_mismatch', 'Amount or currency of this payment differ from the order.');
  if (payment.status === 'failed') return new Problem(409, 'payment_failed', 'The payment failed.');
  if (payment.status === 'created') return undecided();
  if (order.status === 'PAID') return undefined; // also for a surplus payment, which is refunded
  if (payment.status === 'refunded') return refunded('This payment was refunded.');
  if (order.status === 'REFUNDED') return refunded('This order was refunded; this payment will be refunded too.');
  return undefined;
}

/** The verified payment, or why it is not. */
type Outcome = Reply<'verifyPayment'> | Problem;

const outcomeOf = (order: Order, payment: Payment): Outcome =>
  problemOf(order, payment) ?? {
    message: 'Payment verified.',
    orderStatus: payerStatusOf(order),
    paymentStatus: payment.status,
    surplus: isSurplus(order, payment),
  };

/** The payment page explains the reason. Only a word is passed on: anyone can post this form. */
const failedWith = (reason: string) => ({ url: `/payment?failed=${/^\w{1,60}$/.test(reason) ? reason : 'unknown'}` });

/** While the outcome is open, nothing must invite to pay again. */
const afterProblem = (problem: Problem) =>
  isNoAnswer(problem) ? { url: '/account/payments' } : failedWith(problem.code);

/** Verifies the three identifiers that checkout hands to the page. */
@Injectable()
export class PaymentService {
  constructor(
    private readonly prisma: Prisma,
    private readonly gateway: RazorpayGateway,
    private readonly orders: OrderService,
    private readonly transitions: OrderTransitions,
    private readonly reconciler: Reconciler,
    private readonly scheduler: ReconcilerScheduler,
    private readonly log: Log,
  ) {}

  /**
   * The signature is checked with the order id from our database. It proves that the caller was at checkout, so an
   * unclaimed order becomes the caller's before anything else can fail.
   */
  async verifyPayment(
    { razorpay_order_id, razorpay_payment_id: paymentId, razorpay_signature }: Input<'verifyPayment'>['body'],
    userId: string,
  ): Promise<Reply<'verifyPayment'>> {
    const order = await this.orders.find(razorpay_order_id, userId);
    this.assertSigned(order, paymentId, razorpay_signature);
    if (!order.ownerId) await this.orders.setOwner(order.id, userId);
    const outcome = await this.check(order, paymentId, 'verifyPayment');
    if (outcome instanceof Problem) throw outcome;
    return outcome;
  }

  /** Asks the provider about an order of the caller. @throws Problem `provider_unavailable` */
  async checkOrder(providerOrderId: string, userId: string): Promise<PayerOrder> {
    const order = await this.orders.find(providerOrderId, userId);
    if (order.ownerId) await this.reconciler.checkNow(order);
    return this.orders.getOrder(providerOrderId, userId);
  }

  /**
   * Verifies what checkout posts when it redirects, and sends the browser on. The caller may be anyone with the three
   * identifiers: nothing about the order is shown.
   */
  async returnFromCheckout(form: Input<'returnFromCheckout'>['body']): Promise<Reply<'returnFromCheckout'>> {
    const { razorpay_order_id = '', razorpay_payment_id = '', razorpay_signature = '' } = form;
    if (Object.keys(form).some((key) => key.startsWith('error[')))
      return failedWith(form['error[reason]'] ?? 'unknown');
    try {
      const order = await this.orders.find(razorpay_order_id);
      this.assertSigned(order, razorpay_payment_id, razorpay_signature);
      const outcome = await this.check(order, razorpay_payment_id, 'returnFromCheckout');
      return outcome instanceof Problem ? afterProblem(outcome) : { url: '/product/gpu-servers' };
    } catch (error) {
      if (error instanceof Problem) return afterProblem(error);
      throw error;
    }
  }

  private assertSigned({ providerOrderId }: ProviderKnownOrder, paymentId: string, signature: string) {
    if (!this.gateway.isCheckoutSigned(providerOrderId, paymentId, signature))
      throw new Problem(400, 'signature_invalid', 'The signature does not fit this payment.');
  }

  /**
   * Asks the provider unless the outcome is known. An authorized payment counts as verified, but the provider is asked
   * first: by now it is mostly captured, and the next reader should find the order PAID.
   */
  private async check(order: ProviderKnownOrder, paymentId: string, cause: string): Promise<Outcome> {
    const payment = await this.prisma.payment.findFirst({ where: { id: paymentId, orderId: order.id } });
    if (payment?.status === 'captured' || payment?.status === 'refunded') return this.checkKnown(payment);
    try {
      return await this.checkAtProvider(order, paymentId, cause);
    } catch (error) {
      if (payment?.status === 'authorized' && isNoAnswer(error)) return this.checkKnown(payment);
      throw error;
    }
  }

  private async checkKnown({ id, orderId }: Payment): Promise<Outcome> {
    const payment = await this.prisma.payment.update({ where: { id }, data: { signatureSeen: true } });
    return outcomeOf(await this.prisma.order.findUniqueOrThrow({ where: { id: orderId } }), payment);
  }

  private async checkAtProvider(order: ProviderKnownOrder, paymentId: string, cause: string): Promise<Outcome> {
    const report = await this.gateway.fetchPayment(paymentId);
    const of = { orderId: order.providerOrderId, paymentId };
    if (report.providerOrderId !== order.providerOrderId) {
      this.log.error({ event: 'payment_of_another_order', ...of }, 'signed payment belongs to another order');
      return differs();
    }
    try {
      const applied = await this.transitions.applyPayment(order.id, report, cause, true);
      if (applied.dueNow) this.scheduler.wake();
      // Judged by the provider's reply just now: our row may already be further along.
      return outcomeOf(applied.order, { ...applied.payment, status: report.status });
    } catch (err) {
      if (!isMismatch(err)) throw err;
      this.log.error({ event: 'payment_contradicts', ...of, err }, 'payment contradicts an earlier report');
      return differs();
    }
  }
}
