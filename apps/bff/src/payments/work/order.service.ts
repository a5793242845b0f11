import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../config/catalogue';
import type { Input, Reply } from '../../contract/types';
import { Prisma } from '../../database/prisma.service';
import type { Prisma as Client, Order } from '../../generated/prisma/client';
import { invalidInput, Refusal } from '../../problem/problem';
import { type NewProviderOrder, PaymentProvider } from '../provider/port';
import { ProviderRefused } from '../rules/errors';
import { withRefunds } from '../store/apply-payment';
import { OrderTransitions } from '../store/order-transitions';
import { queueReceipt } from '../store/receipts';
import { Receipts, type Sold } from './receipts';

const currency = 'INR';

export type ProviderKnownOrder = Order & { providerOrderId: string };

/** The payer's view of an order. */
const withPayments = {
  payments: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], include: { refunds: { orderBy: { attempt: 'asc' } } } },
  receiptDocument: true,
} satisfies Client.OrderInclude;
export type OrderWithPayments = Client.OrderGetPayload<{ include: typeof withPayments }> & Sold;

/** Whether a referenced row was deleted concurrently (Prisma's P2003). */
const isForeignKeyViolation = (error: unknown) => (error as { code?: string }).code === 'P2003';

/** The payer's operations on orders. */
@Injectable()
export class OrderService {
  constructor(
    private readonly prisma: Prisma,
    private readonly provider: PaymentProvider,
    private readonly transitions: OrderTransitions,
    readonly catalogue: Catalogue,
    private readonly receipts: Receipts,
  ) {}

  /** Writes the row before it calls the provider, so that we know every order there. */
  async createOrder({ amount }: Input<'createOrder'>['body']): Promise<Reply<'createOrder'>> {
    const product = this.catalogue.at(amount * 100);
    if (!product) throw new Error(`The contract accepts ${amount}, and nothing in the catalogue has this price`);
    const { code, title, amountPaise } = product;
    const merchantReference = randomBytes(16).toString('hex');
    const data = { receipt: merchantReference, product: code, title, amountPaise, currency };
    const order = { ...(await this.prisma.order.create({ data })), merchantReference };
    return { id: await this.createAtProvider(order), amount: amountPaise, currency };
  }

  /**
   * @returns the provider's id
   * @throws ProviderRefused after which the order is CREATE_FAILED, or ProviderSilent, which the reconciler resolves
   */
  private async createAtProvider(order: NewProviderOrder & { id: string }): Promise<string> {
    try {
      const providerOrderId = await this.provider.createOrder(order);
      const created = await this.transitions.markCreated(order.id, providerOrderId, 'createOrder');
      return created.providerOrderId ?? providerOrderId;
    } catch (error) {
      if (error instanceof ProviderRefused) await this.transitions.markCreateFailed(order.id, 'createOrder');
      throw error;
    }
  }

  /** @throws Refusal `order_unknown`, or `order_of_another` if another user was first */
  async claimOrder(providerOrderId: string, userId: string): Promise<OrderWithPayments> {
    const { id } = await this.find(providerOrderId);
    await this.setOwner(id, userId);
    return this.getOrder(providerOrderId, userId);
  }

  /** The first claim wins and is permanent. */
  async setOwner(id: string, userId: string): Promise<void> {
    const checkoutAt = new Date();
    const claim = this.prisma.$transaction(async (tx) => {
      const data = { ownerId: userId, checkoutAt };
      const [order] = await tx.order.updateManyAndReturn({ where: { id, ownerId: null }, data });
      if (order?.status === 'PAID')
        await queueReceipt(tx, this.catalogue, {
          ...order,
          payments: await tx.payment.findMany({ where: { orderId: id }, include: withRefunds }),
        });
      return order;
    });
    const claimed = await claim.catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? new Refusal('token_invalid') : error;
    });
    if (claimed) return;
    const { count } = await this.prisma.order.updateMany({ where: { id, ownerId: userId }, data: { checkoutAt } });
    if (!count) throw new Refusal('order_of_another');
  }

  async getOrder(providerOrderId: string, userId: string): Promise<OrderWithPayments> {
    const order = await this.prisma.order.findUnique({ where: { providerOrderId }, include: withPayments });
    if (!order) throw new Refusal('order_unknown');
    if (order.ownerId !== userId) throw new Refusal(order.ownerId ? 'order_of_another' : 'order_unclaimed');
    return this.receipts.describe(order);
  }

  /** @throws Refusal `order_unknown`, or `order_of_another` if it belongs to a user other than `userId` */
  async find(providerOrderId: string, userId?: string): Promise<ProviderKnownOrder> {
    const order = await this.prisma.order.findUnique({ where: { providerOrderId } });
    if (!order?.providerOrderId) throw new Refusal('order_unknown');
    if (userId && order.ownerId && order.ownerId !== userId) throw new Refusal('order_of_another');
    return { ...order, providerOrderId: order.providerOrderId };
  }

  /** Newest first. @throws Refusal `invalid_input` if the cursor is not an order of this user */
  async listOrders({ limit = 20, cursor }: NonNullable<Input<'listOrders'>['query']>, userId: string) {
    const first = cursor ? await this.prisma.order.findUnique({ where: { id: cursor, ownerId: userId } }) : undefined;
    if (first === null) throw invalidInput('/cursor', 'is not the nextCursor of a page of yours');
    // This reads a range of the index. Prisma's own cursor would start at its beginning.
    const from = first && {
      createdAt: { lte: first.createdAt },
      OR: [{ createdAt: { lt: first.createdAt } }, { id: { lte: first.id } }],
    };
    const orders = await this.prisma.order.findMany({
      where: { ownerId: userId, ...from },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
      include: withPayments,
    });
    const [next] = orders.splice(limit);
    return {
      orders: await Promise.all(orders.map((order) => this.receipts.describe(order))),
      nextCursor: next?.id ?? null,
    };
  }
}
