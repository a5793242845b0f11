import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/prisma.service';
import type { Order } from '../../generated/prisma/client';
import { finishAll } from '../../jobs/jobs';
import { Log } from '../../log';
import { Refusal } from '../../problem/problem';
import { PaymentProvider } from '../provider/port';
import type { PaymentReport } from '../rules/books';
import { Contradiction, ProviderRefused, ProviderSilent } from '../rules/errors';
import { factsOf } from '../rules/facts';
import { fitsOrder } from '../rules/order-status';
import { claimMs } from '../rules/schedule';
import type { OrderState } from '../store/apply-payment';
import { OrderTransitions } from '../store/order-transitions';
import { collectErrors, Refunds } from './refunds';

const cause = 'reconciler';
/** Number of concurrent checks. */
const concurrency = 4;
/** A step that takes longer hangs, and is abandoned. All steps are repeatable. */
const stepTimeoutMs = 60_000;

const withTimeout = <T>(step: Promise<T>): Promise<T> =>
  Promise.race([
    step,
    sleep(stepTimeoutMs, undefined, { ref: false }).then(() => Promise.reject(new Error('the step timed out'))),
  ]);

/** The state of an order before and after a check. `error` is set if the check failed. */
export interface CheckedOrder {
  id: string;
  providerOrderId: string | null;
  from: Order['status'];
  to: Order['status'];
  error?: string;
}

/** Checks unfinished orders at the provider. Any number of instances may run it. */
@Injectable()
export class Reconciler {
  constructor(
    private readonly prisma: Prisma,
    private readonly provider: PaymentProvider,
    private readonly transitions: OrderTransitions,
    private readonly refunds: Refunds,
    private readonly log: Log,
  ) {}

  /** Checks all due orders. @returns one entry per order */
  async run(isStopping = () => false): Promise<CheckedOrder[]> {
    const report: CheckedOrder[] = [];
    await finishAll(Array.from({ length: concurrency }, () => this.checkDueOrders(report, isStopping)));
    return report;
  }

  /**
   * Stops if the provider does not answer, and leaves the other orders due. Unknown or contradicting orders do not stop
   * it. Failed orders are checked again when their claim expires.
   */
  private async checkDueOrders(report: CheckedOrder[], isStopping: () => boolean) {
    for (let providerAnswers = true; providerAnswers && !isStopping(); ) {
      const order = await withTimeout(this.claimDueOrder());
      if (!order) return;
      const { id, providerOrderId, status: from } = order;
      try {
        const after = await withTimeout(this.check(order));
        report.push({ id, providerOrderId: after.providerOrderId, from, to: after.status });
      } catch (err) {
        this.logFailure(order, err);
        report.push({ id, providerOrderId, from, to: from, error: (err as Error).message });
        const isAboutOne = err instanceof Refusal && err.status === 409;
        providerAnswers = isAboutOne || (err instanceof ProviderSilent && err.concernsOne);
      }
    }
  }

  /** Checks one order now. Logs other errors than ProviderSilent; the order then stays due. @throws ProviderSilent */
  async checkNow(order: Order): Promise<void> {
    try {
      await this.check(order);
    } catch (err) {
      if (err instanceof ProviderSilent) throw err;
      this.logFailure(order, err);
    }
  }

  async isProviderReachable(timeoutMs: number): Promise<boolean> {
    const answered = this.provider.findOrder({ merchantReference: 'none', amountPaise: 1, currency: 'INR' }).then(
      () => true,
      () => false,
    );
    return Promise.race([answered, sleep(timeoutMs, false, { ref: false })]);
  }

  private logFailure({ id, providerOrderId }: Order, err: unknown) {
    const fields = { event: 'order_check_failed', orderId: providerOrderId ?? id };
    this.log.error({ ...fields, err }, 'an order could not be checked');
  }

  /** Claims one due order for `claimMs`. Uses the database's clock, because the clocks of instances may differ. */
  private async claimDueOrder(): Promise<Order | null> {
    const [claimed] = await this.prisma.$queryRaw<{ id: string }[]>`
      WITH due AS (
        SELECT id FROM orders WHERE next_check_at <= now() ORDER BY next_check_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE orders SET next_check_at = now() + ${claimMs}::int * interval '1 millisecond'
      FROM due WHERE orders.id = due.id
      RETURNING orders.id`;
    return claimed ? this.prisma.order.findUniqueOrThrow({ where: { id: claimed.id } }) : null;
  }

  private async check(order: Order): Promise<OrderState> {
    const known = order.providerOrderId ? order : await this.resolveCreation(order);
    if (!known.providerOrderId) return known;
    const { payments: reports, unreadable } = await this.provider.paymentsOf(known.providerOrderId);
    const payments = await this.addRefunds(known.id, reports);
    const errors = await collectErrors(payments, (payment) => this.apply(known.id, payment));
    await this.captureAuthorized(known.id, payments);
    if (order.disputed) await this.followDisputes(order);
    errors.push(
      ...(await collectErrors(await this.refunds.openOf(known.id), (request) => this.refunds.settle(request))),
    );
    const surplus = await this.surplusOf(known.id);
    // The schedule retries a refused refund.
    errors.push(...(await collectErrors(surplus, (payment) => this.refunds.refundSurplus(payment))));
    if (unreadable) errors.push(new Contradiction(`${unreadable} payments of the order cannot be read`));
    // The order stays due, because an unreadable payment may hold money.
    if (errors.length) throw errors[0];
    return this.transitions.scheduleNextCheck(known.id, cause, surplus);
  }

  /** Resolves an interrupted creation: CREATED if the provider has the order, otherwise CREATE_FAILED. */
  private async resolveCreation(order: Order): Promise<OrderState> {
    const id = await this.provider.findOrder({ ...order, merchantReference: order.receipt });
    return id ? this.transitions.markCreated(order.id, id, cause) : this.transitions.markCreateFailed(order.id, cause);
  }

  /** Adds the refunds of payments that have any, at the provider or here. */
  private async addRefunds(orderId: string, reports: PaymentReport[]) {
    const refunded = { payment: { orderId } };
    const known = new Set((await this.prisma.refund.findMany({ where: refunded })).map(({ paymentId }) => paymentId));
    return Promise.all(reports.map((report) => this.provider.withRefunds(report, known.has(report.id))));
  }

  private async apply(id: string, report: PaymentReport) {
    const { payment } = await this.transitions.applyPayment(id, report, cause);
    if (payment.status === 'refunded' && report.status === 'captured')
      this.log.error({ event: 'refund_undone', paymentId: report.id }, 'refund reversed at Razorpay');
  }

  /** The event of a bank's decision may be lost. Failures are logged and wait for the next check. */
  private async followDisputes(order: Order) {
    const awaitingDecision = { orderId: order.id, status: { in: ['open' as const, 'under_review' as const] } };
    const errors = await collectErrors(
      await this.prisma.dispute.findMany({ where: awaitingDecision }),
      async ({ id }) => this.transitions.applyDispute(order.id, await this.provider.fetchDispute(id)),
    );
    for (const err of errors) this.logFailure(order, err);
  }

  /** Captures a payment that the provider did not capture automatically. It would be lost after some days. */
  private async captureAuthorized(id: string, payments: PaymentReport[]) {
    const order = await this.prisma.order.findUniqueOrThrow({ where: { id } });
    const held = payments.find((payment) => payment.status === 'authorized' && fitsOrder(order, payment));
    if (order.status !== 'AUTHORIZED' || !held) return;
    try {
      await this.transitions.applyPayment(id, await this.provider.capture(held), cause);
    } catch (err) {
      if (!(err instanceof ProviderRefused)) throw err;
      this.log.warn({ event: 'capture_refused', paymentId: held.id, err }, 'Razorpay refused the capture');
    }
  }

  private async surplusOf(id: string) {
    const payments = {
      include: { refunds: true, disputes: true, refundRequests: { where: { endedAt: null } } },
    } as const;
    const order = await this.prisma.order.findUniqueOrThrow({ where: { id }, include: { payments } });
    return factsOf(order).refundable.filter(({ refundRequests }) => !refundRequests.length);
  }
}
