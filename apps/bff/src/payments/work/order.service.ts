import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Input, Reply } from '../../contract/types';
import { Prisma } from '../../database/prisma.service';
import type { Order } from '../../generated/prisma/client';
import { Problem } from '../../problem/problem';
import { type PayerOrder, toPayerOrder, withPayments } from '../api/replies';
import { isRefusal } from '../provider/razorpay/errors';
import { type NewProviderOrder, RazorpayGateway } from '../provider/razorpay/gateway';
import { queueReceipt } from '../store/apply-payment';
import { OrderTransitions } from '../store/order-transitions';

const currency = 'INR';

/** An order that exists at the provider. */
export type ProviderKnownOrder = Order & { providerOrderId: string };

const notFound = () => new Problem(404, 'order_not_found', 'There is no such order.');
const notClaimed = () => new Problem(403, 'order_not_yours', 'This order has not been claimed yet. Claim it first.');
const unknownCursor = () =>
  new Problem(400, 'invalid_input', 'The input is not valid.', {
    errors: [{ path: '/cursor', message: 'is not the nextCursor of a page of yours' }],
  });
const notYours = () => new Problem(403, 'order_not_yours', 'Another person has claimed this order.');
const accountDeleted = () => new Problem(401, 'token_invalid', 'The token is not valid. Please log in again.');

/** Whether the row that a write refers to was deleted at the same time (Prisma's P2003). */
const isForeignKeyViolation = (error: unknown) => (error as { code?: string }).code === 'P2003';

/** Orders from the payer's side. */
@Injectable()
export class OrderService {
  constructor(
    private readonly prisma: Prisma,
    private readonly gateway: RazorpayGateway,
    private readonly transitions: OrderTransitions,
  ) {}

  /** The row is written before the provider is called, so that no provider order is unknown here. */
  async createOrder({ amount }: Input<'createOrder'>['body']): Promise<Reply<'createOrder'>> {
    const order = { id: randomUUID(), receipt: randomBytes(16).toString('hex'), amountPaise: amount * 100, currency };
    // One statement, because every order pays for it.
    await this.prisma.$executeRaw`
      WITH new_order AS (
        INSERT INTO orders (id, receipt, amount_paise, currency)
        VALUES (${order.id}::uuid, ${order.receipt}, ${order.amountPaise}, ${currency}) RETURNING id
      )
      INSERT INTO order_transitions (order_id, to_status, cause) SELECT id, 'CREATING', 'createOrder' FROM new_order`;
    return { id: await this.createAtProvider(order), amount: order.amountPaise, currency };
  }

  /**
   * @returns the provider's id of a row of ours.
   * @throws Problem `provider_refused`: the order is CREATE_FAILED; `provider_unavailable`: the reconciler resolves it.
   */
  private async createAtProvider(order: NewProviderOrder & { id: string }): Promise<string> {
    try {
      const providerOrderId = await this.gateway.createOrder(order);
      const created = await this.transitions.markCreated(order.id, providerOrderId, 'createOrder');
      return created.providerOrderId ?? providerOrderId;
    } catch (error) {
      if (isRefusal(error)) await this.transitions.markCreateFailed(order.id, 'createOrder');
      throw error;
    }
  }

  /** @throws Problem `order_not_found`, or `order_not_yours` when another person was first. */
  async claimOrder(providerOrderId: string, userId: string): Promise<PayerOrder> {
    const { id } = await this.find(providerOrderId);
    await this.setOwner(id, userId);
    return this.getOrder(providerOrderId, userId);
  }

  /** The first claim wins and is permanent. */
  async setOwner(id: string, userId: string): Promise<void> {
    const claim = this.prisma.$transaction(async (tx) => {
      const [order] = await tx.order.updateManyAndReturn({ where: { id, ownerId: null }, data: { ownerId: userId } });
      if (order?.status === 'PAID') await queueReceipt(tx, order);
      return order;
    });
    const claimed = await claim.catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? accountDeleted() : error;
    });
    if (claimed) return;
    if (!(await this.prisma.order.findFirst({ where: { id, ownerId: userId } }))) throw notYours();
  }

  async getOrder(providerOrderId: string, userId: string): Promise<PayerOrder> {
    const order = await this.prisma.order.findUnique({ where: { providerOrderId }, include: withPayments });
    if (!order) throw notFound();
    if (order.ownerId !== userId) throw order.ownerId ? notYours() : notClaimed();
    return toPayerOrder(order);
  }

  /** @throws Problem `order_not_found`, or `order_not_yours` when it belongs to a person other than `userId`. */
  async find(providerOrderId: string, userId?: string): Promise<ProviderKnownOrder> {
    const order = await this.prisma.order.findUnique({ where: { providerOrderId } });
    if (!order?.providerOrderId) throw notFound();
    if (userId && order.ownerId && order.ownerId !== userId) throw notYours();
    return { ...order, providerOrderId: order.providerOrderId };
  }

  /** Newest first. @throws Problem 400 for a cursor that is not an order of this person */
  async listOrders({ limit = 20, cursor }: NonNullable<Input<'listOrders'>['query']>, userId: string) {
    const orders = await this.prisma.order.findMany({
      where: { ownerId: userId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
      ...(cursor && { cursor: { id: cursor, ownerId: userId } }),
      include: withPayments,
    });
    if (cursor && !orders.length) throw unknownCursor();
    const [next] = orders.splice(limit);
    return { items: orders.map(toPayerOrder), nextCursor: next?.id ?? null };
  }
}
