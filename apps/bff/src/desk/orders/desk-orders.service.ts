import { Injectable } from '@nestjs/common';
import { formatPaise } from '@novacore/shared/formats';
import type { Caller, Input, Reply } from '../../contract/types';
import { Prisma } from '../../database/prisma.service';
import type { Prisma as Client, RefundRequest } from '../../generated/prisma/client';
import { Disputes } from '../../payments/work/disputes';
import { OrderLookup } from '../../payments/work/order-lookup';
import { Receipts } from '../../payments/work/receipts';
import { Reconciler } from '../../payments/work/reconciler';
import { Refunds } from '../../payments/work/refunds';
import { Refusal } from '../../problem/problem';
import { AuditLog, byOf } from '../log/audit-log';
import { reasonOf } from '../policy/desk-problems';
import { requireOthersOrder } from '../policy/policy';
import { type DeskOrder, ofOrder, ofRow, toDeskOrder, toRow } from './order-replies';

const shownMails = 100;

const newest = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Client.OrderOrderByWithRelationInput[];

/** Orders as staff see them. */
@Injectable()
export class DeskOrders {
  constructor(
    private readonly prisma: Prisma,
    private readonly refunds: Refunds,
    private readonly disputes: Disputes,
    private readonly reconciler: Reconciler,
    private readonly lookup: OrderLookup,
    private readonly receipts: Receipts,
    private readonly log: AuditLog,
  ) {}

  /** @throws Refusal 404 order_not_found */
  async get({ path, caller }: Input<'getDeskOrder'>): Promise<Reply<'getDeskOrder'>> {
    const id = await this.lookup.find(path.id);
    await this.log.addRead('show order', byOf(caller), { subjectId: id });
    return this.show(id, caller);
  }

  /** @throws Refusal 404 order_not_found, ProviderSilent */
  async check({ path, caller }: Input<'checkDeskOrder'>): Promise<Reply<'checkDeskOrder'>> {
    const id = await this.lookup.find(path.id);
    await this.log.act({ action: 'check', subjectId: id }, byOf(caller), async () =>
      this.reconciler.checkNow(await this.prisma.order.findUniqueOrThrow({ where: { id } })),
    );
    return this.show(id, caller);
  }

  /**
   * Refunds a payment, or a part of it. A second call at the same time is refused, and so is one that was shown another
   * amount, or that comes before an earlier one is known.
   * @throws Refusal 400 invalid_input, 403 own_order, 404 order_not_found, 409 refund_changed, nothing_captured, dispute_forbids,
   *   502 provider_refused, 503 provider_unavailable: nothing was sent
   */
  async refund({ path, body, caller }: Input<'refundDeskOrder'>): Promise<Reply<'refundDeskOrder'>> {
    const orderId = await this.lookup.find(path.id);
    const by = { ...byOf(caller), reason: reasonOf(body) };
    const { despiteDispute, paymentId, amountPaise } = body;
    const action = `refund ${formatPaise(amountPaise, 'INR')} of ${paymentId}${despiteDispute ? ' despite dispute' : ''}`;
    const outcomeOf = (refundStatus: string) => refundStatus;
    try {
      const refundStatus = await this.log.act({ action, subjectId: orderId, outcomeOf }, by, async () => {
        requireOthersOrder(caller, 'refundDeskOrder', await this.ownerOf(orderId));
        const request = await this.refunds.refund({ orderId, ...body, requestedBy: by.as, reason: by.reason });
        return this.refundStatusOf(request);
      });
      return { refundStatus, order: await this.show(orderId, caller) };
    } catch (error) {
      throw await this.withOrder(error, orderId, caller);
    }
  }

  private async refundStatusOf({ state, orderId, paymentId, refundId, sentAt, message }: RefundRequest) {
    if (state === 'refused' && !sentAt) throw new Refusal('refund_changed', { id: orderId });
    if (state === 'refused') throw new Refusal('provider_refuses', { payment: paymentId, why: message ?? '' });
    if (state === 'failed') return state;
    const refund = refundId && (await this.prisma.refund.findUnique({ where: { providerId: refundId } }));
    return refund ? refund.status : 'unknown';
  }

  private async ownerOf(id: string): Promise<string | null> {
    return (await this.prisma.order.findUniqueOrThrow({ where: { id }, select: { ownerId: true } })).ownerId;
  }

  /** @throws Refusal 403 own_order, 404 order_not_found, 409 no_open_dispute, dispute_awaits_decision */
  async closeDispute({ path, body, caller }: Input<'closeDeskDispute'>): Promise<Reply<'closeDeskDispute'>> {
    const id = await this.lookup.find(path.id);
    const reason = reasonOf(body);
    try {
      await this.log.act({ action: 'close dispute', subjectId: id }, { ...byOf(caller), reason }, async () => {
        requireOthersOrder(caller, 'closeDeskDispute', await this.ownerOf(id));
        await this.disputes.close(id, reason);
      });
    } catch (error) {
      throw await this.withOrder(error, id, caller);
    }
    return this.show(id, caller);
  }

  /** @throws Refusal 404 item_not_found, 409 mail_not_possible */
  async resendReceipt(orderId: string, caller: Caller): Promise<void> {
    const id = await this.lookup.known(orderId);
    if (!id) throw new Refusal('item_unknown');
    await this.log.act({ action: 'resend receipt', subjectId: id }, byOf(caller), async () => {
      if (!(await this.receipts.resend(id))) throw new Refusal('mail_not_possible');
    });
  }

  /** Newest first. */
  async newestOf(ownerId: string, take: number) {
    // Ids alone are read from the index, however many orders an owner has.
    const found = await this.prisma.order.findMany({ where: { ownerId }, orderBy: newest, take, select: { id: true } });
    const where = { id: { in: found.map(({ id }) => id) } };
    return (await this.prisma.order.findMany({ where, orderBy: newest, include: ofRow })).map(toRow);
  }

  private async show(id: string, caller: Caller): Promise<DeskOrder> {
    const found = await this.prisma.order.findUniqueOrThrow({ where: { id }, include: ofOrder });
    const order = await this.receipts.describe(found);
    const { ownerId: userId, providerOrderId } = order;
    const last = { orderBy: { at: 'desc' }, take: shownMails } as const;
    const [sent, waiting, log] = await Promise.all([
      this.prisma.sentMail.findMany({ where: { orderId: id }, ...last }),
      userId && providerOrderId
        ? this.prisma.outboxMail.findMany({ where: { userId, data: { path: ['orderId'], equals: providerOrderId } } })
        : [],
      this.log.entriesOf(id),
    ]);
    return toDeskOrder(order, { sent, waiting, log }, caller);
  }

  /** A refusal tells the order as it is now. */
  private async withOrder(error: unknown, id: string, caller: Caller): Promise<unknown> {
    if (error instanceof Refusal && error.status === 409) error.extra.order = await this.show(id, caller);
    return error;
  }
}
