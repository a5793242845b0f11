import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../config/catalogue';
import { Prisma } from '../../database/prisma.service';
import { countEntered } from '../../entered-states';
import type { OrderStatus, Payment } from '../../generated/prisma/client';
import { Log } from '../../log';
import type { DisputeReport, PaymentReport } from '../rules/books';
import { factsOf, withoutMoney } from '../rules/facts';
import {
  claimMs,
  earliestMs,
  followUpMs,
  isFinal,
  lateApprovalMs,
  nextCheckDelayMs,
  statusAtEnd,
} from '../rules/schedule';
import { applyDispute } from './apply-dispute';
import {
  type AppliedPayment,
  applyPayment,
  type Change,
  checkAt,
  type LockedOrder,
  lockOrder,
  type OrderState,
  type Transaction,
} from './apply-payment';
import { reportOrder } from './order-cases';

/** @returns milliseconds by the order's own schedule, or undefined at its end */
async function ownDelayMs(tx: Transaction, { id: orderId, status: to, now }: LockedOrder) {
  if (isFinal(to)) return undefined;
  const { at } = await tx.orderTransition.findUniqueOrThrow({ where: { orderId_to: { orderId, to } } });
  return nextCheckDelayMs(now.getTime() - at.getTime());
}

/** Schedules the last check for a late bank approval, by the age of the last failed attempt. */
async function lateApprovalDelayMs(tx: Transaction, { id: orderId, now }: LockedOrder) {
  const where = { orderId, status: { in: withoutMoney } };
  const last = await tx.payment.findFirst({ where, orderBy: { createdAt: 'desc' } });
  const delayMs = last ? last.createdAt.getTime() + lateApprovalMs - now.getTime() : 0;
  return delayMs > 0 ? delayMs : undefined;
}

/** Sets the time of the next check, or ends the schedule. */
async function scheduleNextCheck(tx: Transaction, id: string, cause: string, handled: string[]): Promise<Change> {
  const before = await lockOrder(tx, id);
  const { status: from } = before;
  const request = await tx.refundRequest.findFirst({ where: { orderId: id, endedAt: null } });
  const delayMs = earliestMs([
    request ? claimMs : undefined,
    followUpMs(factsOf(before), before.now, handled),
    await ownDelayMs(tx, before),
  ]);
  const to = delayMs === undefined ? statusAtEnd(from) : from;
  if (to !== from) await tx.orderTransition.create({ data: { orderId: id, from, to, cause } });
  const nextCheckAt = checkAt(before, delayMs ?? (await lateApprovalDelayMs(tx, before)));
  const order = await tx.order.update({ where: { id }, data: { nextCheckAt, status: to } });
  const facts = factsOf({ ...before, status: to });
  if (facts.needs.length) await reportOrder(tx, order, facts);
  return { order, from, cause };
}

/** We end a creation in one statement, because every order needs it. */
interface EndedCreation {
  from: OrderStatus;
}

/** Changes an order in one transaction, and logs the committed change. */
@Injectable()
export class OrderTransitions {
  constructor(
    private readonly prisma: Prisma,
    private readonly catalogue: Catalogue,
    private readonly log: Log,
  ) {}

  /** @param cause source of the report, for the status history */
  async applyPayment(orderId: string, report: PaymentReport, cause: string, signatureSeen = false) {
    const reported = { orderId, report, cause, signatureSeen };
    return this.logChange(await this.prisma.$transaction((tx) => applyPayment(tx, this.catalogue, reported)));
  }

  /** @returns whether the state is new */
  async applyDispute(orderId: string, report: DisputeReport): Promise<boolean> {
    const isNew = await this.prisma.$transaction((tx) => applyDispute(tx, orderId, report));
    if (!isNew) return false;
    const { providerOrderId } = await this.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
    this.logDispute(providerOrderId, report);
    return true;
  }

  logDispute(orderId: string | null, { id: disputeId, paymentId, status }: DisputeReport) {
    this.log.error({ event: 'dispute', orderId, paymentId, disputeId, status }, `dispute is ${status}`);
  }

  /** Does nothing if the order has a provider id already. @returns the order */
  async markCreated(id: string, providerOrderId: string, cause: string): Promise<OrderState> {
    const [ended] = await this.prisma.$queryRaw<EndedCreation[]>`
      WITH before AS (
        SELECT id, status FROM orders WHERE id = ${id}::uuid AND provider_order_id IS NULL FOR UPDATE
      ), ended AS (
        UPDATE orders SET status = 'CREATED', provider_order_id = ${providerOrderId},
          next_check_at = now() + ${nextCheckDelayMs(0)}::int * interval '1 millisecond'
        FROM before WHERE orders.id = before.id RETURNING orders.id, before.status
      )
      INSERT INTO order_transitions (order_id, from_status, to_status, cause)
      SELECT id, status, 'CREATED', ${cause} FROM ended RETURNING from_status AS "from"`;
    return this.creationEnded({ id, status: 'CREATED', providerOrderId }, ended, cause);
  }

  /** Does nothing if the order is no longer CREATING. */
  async markCreateFailed(id: string, cause: string): Promise<OrderState> {
    const [ended] = await this.prisma.$queryRaw<EndedCreation[]>`
      WITH ended AS (
        UPDATE orders SET status = 'CREATE_FAILED', next_check_at = NULL
        WHERE id = ${id}::uuid AND status = 'CREATING' RETURNING id
      )
      INSERT INTO order_transitions (order_id, from_status, to_status, cause)
      SELECT id, 'CREATING', 'CREATE_FAILED', ${cause} FROM ended RETURNING from_status AS "from"`;
    return this.creationEnded({ id, status: 'CREATE_FAILED', providerOrderId: null }, ended, cause);
  }

  private async creationEnded(order: OrderState, ended: EndedCreation | undefined, cause: string): Promise<OrderState> {
    if (!ended) return this.prisma.order.findUniqueOrThrow({ where: { id: order.id } });
    return this.logChange({ order, from: ended.from, cause }).order;
  }

  /** Call after a check at the provider. @param handled surplus payments that were just refunded */
  async scheduleNextCheck(id: string, cause: string, handled: Pick<Payment, 'id'>[]): Promise<OrderState> {
    const ids = handled.map((payment) => payment.id);
    return this.logChange(await this.prisma.$transaction((tx) => scheduleNextCheck(tx, id, cause, ids))).order;
  }

  /** Call after the commit of an own transaction with `applyPayment`. @returns the change */
  logChange<C extends Change & Partial<Pick<AppliedPayment, 'payment' | 'surplus' | 'failedRefunds'>>>(change: C): C {
    const { order, from, cause, payment, surplus, failedRefunds = [] } = change;
    const orderId = order.providerOrderId ?? order.id;
    const fields = { orderId, paymentId: payment?.id, paymentStatus: payment?.status, from, to: order.status, cause };
    if (surplus) this.log.warn({ event: 'surplus_payment', ...fields }, 'the order was paid twice; a refund follows');
    for (const refundId of failedRefunds)
      this.log.error(
        { event: 'refund_failed', refundId, ...fields },
        'a refund failed; the payer waits for this money',
      );
    if (order.status === from) return change;
    countEntered(order.status);
    if (order.status === 'REVIEW') this.log.error({ event: 'order_review', ...fields }, 'order needs manual review');
    else this.log.info({ event: 'order_changed', ...fields }, `order is ${order.status}`);
    return change;
  }
}
