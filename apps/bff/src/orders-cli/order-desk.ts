import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { Prisma as Client, OrderStatus } from '../generated/prisma/client';
import { type Checked, Reconciler } from '../reconciler/reconciler';
import { Refunds } from '../reconciler/refunds';

const oldestFirst = { orderBy: { createdAt: 'asc' } } as const;
const summary = {
  owner: { select: { id: true, email: true } },
  payments: oldestFirst,
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
export class OrderDesk {
  constructor(
    private readonly prisma: Prisma,
    private readonly refunds: Refunds,
    private readonly reconciler: Reconciler,
  ) {}

  list({ status, limit }: { status?: OrderStatus; limit: number }): Promise<ListedOrder[]> {
    const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
    return this.prisma.order.findMany({ where: { status }, orderBy, take: limit, include: summary });
  }

  /** @param id an order's id at the provider, its receipt, or the id of one of its payments. */
  async show(id: string): Promise<ShownOrder> {
    const where = { OR: [{ providerOrderId: id }, { receipt: id }, { payments: { some: { id } } }] };
    const order = await this.prisma.order.findFirst({ where, include: everything });
    if (!order) throw new Error(`There is no order ${id}.`);
    return order;
  }

  /** Refunds what is captured. @returns the order after it. */
  async refund(id: string): Promise<ShownOrder> {
    const given = await this.refunds.refundOrder((await this.show(id)).id);
    // Looked at afterwards: another operator may just have done it.
    const order = await this.show(id);
    if (!given && !order.payments.some(({ status }) => status === 'refunded'))
      throw new Error(`Nothing is captured for order ${id}: there is nothing to give back.`);
    return order;
  }

  /** Asks about every order that may still change, about these, or only about what is due. */
  async reconcile(ids: string[], onlyDue = false): Promise<Checked[]> {
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
   * Not those that come up within two minutes anyhow: another may just be at work on them. With those that expired in
   * the last week: an event that tells of late money would be repeated no longer than that.
   */
  private async bringAllForward() {
    await this.prisma.$executeRaw`
      UPDATE orders SET next_check_at = now() WHERE next_check_at > now() + interval '2 minutes'
        OR status = 'EXPIRED' AND next_check_at IS NULL AND id IN (
          SELECT order_id FROM order_transitions WHERE to_status = 'EXPIRED' AND at > now() - interval '7 days')`;
  }
}
