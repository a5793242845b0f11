import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { Order, Payment } from '../generated/prisma/client';
import { Log } from '../log';
import { Contradiction, isContradiction, openSurplus } from '../order/apply-payment';
import { OrderLedger } from '../order/order-ledger';
import { ProviderOrders } from '../order/provider-orders';
import type { PaymentFact } from '../payment/payment-fact';
import { concernsOne, isRefusal } from '../payment/provider-call';
import { RazorpayGateway } from '../payment/razorpay.gateway';
import { claimDueOrder } from './claim-due-order';
import { failuresOf } from './failures-of';
import { Refunds } from './refunds';

const cause = 'reconciler';
/** So many orders are asked about at the same time. */
const lanes = 4;
/** No step takes so long: a longer one hangs, and is given up. Each may be repeated, so it does no harm if it goes on. */
const stepMs = 60_000;

const inTime = <T>(step: Promise<T>): Promise<T> =>
  Promise.race([step, sleep(stepMs, undefined, { ref: false }).then(() => Promise.reject(new Error('it hangs')))]);

/** One order that was asked about: what it was, what it is; `error` where nothing could be made of it. */
export interface Checked {
  id: string;
  providerOrderId: string | null;
  from: Order['status'];
  to: Order['status'];
  error?: string;
}

/** Asks the provider about orders that are not final. Any number of instances may run it. */
@Injectable()
export class Reconciler {
  constructor(
    private readonly prisma: Prisma,
    private readonly gateway: RazorpayGateway,
    private readonly ledger: OrderLedger,
    private readonly providerOrders: ProviderOrders,
    private readonly refunds: Refunds,
    private readonly log: Log,
  ) {}

  /** Checks every order that is due. @returns what was found. */
  async run(): Promise<Checked[]> {
    const report: Checked[] = [];
    await Promise.all(Array.from({ length: lanes }, () => this.drain(report)));
    return report;
  }

  /**
   * Stops at the first order that the provider does not answer for: the others stay due. One that it does not know, or
   * whose payments make no sense, stops nothing. Either comes up again when its claim runs out.
   */
  private async drain(report: Checked[]) {
    for (let healthy = true; healthy; ) {
      const order = await inTime(claimDueOrder(this.prisma));
      if (!order) return;
      const { id, providerOrderId, status: from } = order;
      try {
        const after = await inTime(this.ask(order));
        report.push({ id, providerOrderId: after.providerOrderId, from, to: after.status });
      } catch (err) {
        const of = { event: 'order_check_failed', orderId: providerOrderId ?? id };
        this.log.error({ ...of, err }, 'an order could not be checked');
        report.push({ id, providerOrderId, from, to: from, error: (err as Error).message });
        healthy = isContradiction(err) || concernsOne(err);
      }
    }
  }

  private async ask(order: Order): Promise<Order> {
    const known = order.providerOrderId ? order : await this.providerOrders.clearUp(order);
    if (!known.providerOrderId) return known;
    const { facts, unreadable } = await this.gateway.paymentsOf(known.providerOrderId);
    const failures = await failuresOf(facts, (fact) => this.take(known.id, fact));
    await this.captureWhatIsHeld(known.id, facts);
    const surplus = await this.surplusOf(known.id);
    // What the provider refuses to give back stays due: the schedule comes back to it.
    failures.push(...(await failuresOf(surplus, (payment) => this.refunds.giveBack(known.id, payment, 'surplus'))));
    if (unreadable) failures.push(new Contradiction(`${unreadable} payments of the order cannot be read`));
    // The order stays due, and is told about each time: money may lie where nobody can read it.
    if (failures.length) throw failures[0];
    return (await this.ledger.checked(known.id, cause, surplus)).order;
  }

  private async take(id: string, fact: PaymentFact) {
    const { payment } = await this.ledger.record(id, fact, cause);
    if (payment.status === 'refunded' && fact.status === 'captured')
      this.log.error({ event: 'refund_undone', paymentId: fact.id }, 'given back by our books, not by the provider’s');
  }

  /** The provider captures by itself; where it has not, an authorised payment would be lost after some days. */
  private async captureWhatIsHeld(id: string, facts: PaymentFact[]) {
    const { status, amountPaise, currency } = await this.prisma.order.findUniqueOrThrow({ where: { id } });
    const held = facts.find(
      (fact) => fact.status === 'authorized' && fact.amountPaise === amountPaise && fact.currency === currency,
    );
    if (status !== 'AUTHORIZED' || !held) return;
    try {
      await this.ledger.record(id, await this.gateway.capture(held), cause);
    } catch (err) {
      if (!isRefusal(err)) throw err;
      this.log.warn({ event: 'capture_refused', paymentId: held.id, err }, 'the provider did not let us capture');
    }
  }

  private async surplusOf(id: string): Promise<Payment[]> {
    const order = await this.prisma.order.findUniqueOrThrow({ where: { id }, include: { payments: true } });
    return openSurplus(order, order.payments);
  }
}
