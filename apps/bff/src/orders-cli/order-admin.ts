import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { Prisma as Client, OrderStatus } from '../generated/prisma/client';
import { Disputes } from '../payments/disputes';
import { type CheckedOrder, Reconciler } from '../payments/reconciler';
import { Refunds } from '../payments/refunds';

const oldestFirst = { orderBy: { createdAt: 'asc' } } as const;
const summary = {
  owner: { select: { id: true, email: true } },
  payments: { ...oldestFirst, include: { refunds: { orderBy: { attempt: 'asc' } } } },
  disputes: oldestFirst,
} satisfies Client.OrderInclude;
const everything = {
  ...summary,
  transitions: { orderBy: { at: 'asc' }, omit: { orderId: true } },
  events: { orderBy: { receivedAt: 'asc' }, omit: { orderId: true } },
} satisfies Client.OrderInclude;

export type ListedOrder = Client.OrderGetPayload<{ include: typeof summary }>;
export type ShownOrder = Client.OrderGetPayload<{ include: typeof everything }>;

/** What an operator can do with orders. */
@Injectable()
export class OrderAdmin {
  constructor(
    private readonly prisma: Prisma,
    private readonly refunds: Refunds,
    private readonly reconciler: Reconciler,
    private readonly disputes: Disputes,
  ) {}

  /** Orders with an open dispute first, then the newest. */
  list({ status, limit }: { status?: OrderStatus; limit: number }): Promise<ListedOrder[]> {
    const orderBy = [{ disputed: 'desc' as const }, { createdAt: 'desc' as const }, { id: 'desc' as const }];
    return this.prisma.order.findMany({ where: { status }, orderBy, take: limit, include: summary });
  }

  /** @param id an order's id at the provider, its receipt or its number, or the id of a payment, refund or dispute. */
  async show(id: string): Promise<ShownOrder> {
    const ofPayment = [{ id }, { refunds: { some: { providerId: id } } }, { disputes: { some: { id } } }];
    const names = [{ providerOrderId: id }, { receipt: id }, { receiptNumber: id }];
    const where = { OR: [...names, { payments: { some: { OR: ofPayment } } }] };
    const order = await this.prisma.order.findFirst({ where, include: everything });
    if (!order) throw new Error(`There is no order ${id}.`);
    return order;
  }

  /** Refunds what is captured. @returns the order after it. */
  async refund(id: string): Promise<ShownOrder> {
    const handled = await this.refunds.refundOrder((await this.show(id)).id);
    // Read afterwards: another operator may have refunded it at the same time.
    const order = await this.show(id);
    if (!handled && !order.payments.some(({ refunds }) => refunds.length))
      throw new Error(`Nothing is captured for order ${id}: there is nothing to refund.`);
    return order;
  }

  /** Closes the disputes of an order. @returns the order after it. */
  async closeDispute(id: string, reason: string): Promise<ShownOrder> {
    await this.disputes.close((await this.show(id)).id, reason);
    return this.show(id);
  }

  /** Checks every order that may still change, the given ones, or only those that are due. */
  async reconcile(ids: string[], onlyDue = false): Promise<CheckedOrder[]> {
    if (ids.length) await this.bringForward(ids);
    else if (!onlyDue) await this.bringAllForward();
    return this.reconciler.run();
  }

  private async bringForward(ids: string[]) {
    const found = await Promise.all(ids.map((id) => this.show(id)));
    for (const { id } of found)
      await this.prisma.$executeRaw`UPDATE orders SET next_check_at = now() WHERE id = ${id}::uuid`;
  }

  /**
   * Leaves out orders that are due within two minutes: another process may be checking them. Includes those that expired
   * in the last week, for money that came late.
   */
  private async bringAllForward() {
    await this.prisma.$executeRaw`
      UPDATE orders SET next_check_at = now() WHERE next_check_at > now() + interval '2 minutes'
        OR status = 'EXPIRED' AND next_check_at IS NULL AND id IN (
          SELECT order_id FROM order_transitions WHERE to_status = 'EXPIRED' AND at > now() - interval '7 days')`;
  }
}
