import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Reply } from '../contract/types';
import { Prisma } from '../database/prisma.service';
import type { Order } from '../generated/prisma/client';
import { Problem } from '../problem/problem';
import { type PayerOrder, toPayerOrder, withPayments } from './payer-order';
import { type NewOrder, ProviderOrders } from './provider-orders';

const currency = 'INR';
/** An order that the provider has in its books. */
export type KnownOrder = Order & { providerOrderId: string };

const notFound = () => new Problem(404, 'order_not_found', 'There is no such order here.');
const notClaimed = () => new Problem(403, 'order_not_yours', 'Nobody has claimed this order yet. Claim it first.');
const notYours = () => new Problem(403, 'order_not_yours', 'Another person has claimed this order.');

/** Orders, from the payer's side. */
@Injectable()
export class OrderService {
  constructor(
    private readonly prisma: Prisma,
    private readonly providerOrders: ProviderOrders,
  ) {}

  /** The row is written before the provider is called: nothing exists there that is unknown here. */
  async create({ amount }: { amount: number }): Promise<Reply<'createOrder'>> {
    const order = await this.open(amount * 100);
    return { id: await this.providerOrders.place(order), amount: order.amountPaise, currency };
  }

  /** @throws Problem `order_not_found`, or `order_not_yours` when somebody else was first. */
  async claim(providerOrderId: string, userId: string): Promise<PayerOrder> {
    const { id } = await this.find(providerOrderId);
    await this.own(id, userId);
    return this.get(providerOrderId, userId);
  }

  /** An order belongs to the first who gets here, for good. */
  async own(id: string, userId: string): Promise<void> {
    const { count } = await this.prisma.order.updateMany({ where: { id, ownerId: null }, data: { ownerId: userId } });
    if (count === 1) return;
    if (!(await this.prisma.order.findFirst({ where: { id, ownerId: userId } }))) throw notYours();
  }

  async get(providerOrderId: string, userId: string): Promise<PayerOrder> {
    const order = await this.prisma.order.findUnique({ where: { providerOrderId }, include: withPayments });
    if (!order) throw notFound();
    if (order.ownerId !== userId) throw order.ownerId ? notYours() : notClaimed();
    return toPayerOrder(order);
  }

  /** @throws Problem `order_not_found`, or `order_not_yours` when it belongs to somebody other than `userId`. */
  async find(providerOrderId: string, userId?: string): Promise<KnownOrder> {
    const order = await this.prisma.order.findUnique({ where: { providerOrderId } });
    if (!order?.providerOrderId) throw notFound();
    if (userId && order.ownerId && order.ownerId !== userId) throw notYours();
    return { ...order, providerOrderId: order.providerOrderId };
  }

  /** Newest first. A cursor that is no order of this person gives an empty page. */
  async list({ limit = 20, cursor }: { limit?: number; cursor?: string }, userId: string) {
    const orders = await this.prisma.order.findMany({
      where: { ownerId: userId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
      ...(cursor && { cursor: { id: cursor, ownerId: userId } }),
      include: withPayments,
    });
    const [next] = orders.splice(limit);
    return { items: orders.map(toPayerOrder), nextCursor: next?.id ?? null };
  }

  /** The row, and in the trail how it began: one statement, so one way to the database. */
  private async open(amountPaise: number): Promise<NewOrder> {
    const order = { id: randomUUID(), receipt: randomBytes(16).toString('hex'), amountPaise, currency };
    await this.prisma.execute`
      WITH opened AS (
        INSERT INTO orders (id, receipt, amount_paise, currency)
        VALUES (${order.id}::uuid, ${order.receipt}, ${amountPaise}, ${currency}) RETURNING id, status
      )
      INSERT INTO order_transitions (order_id, to_status, cause) SELECT id, status, 'createOrder' FROM opened`;
    return order;
  }
}
