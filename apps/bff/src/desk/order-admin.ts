import { usersWith } from '../account/email';
import type { Prisma } from '../database/prisma.service';
import type { Prisma as Client, OpenItem, OrderStatus } from '../generated/prisma/client';
import { orderLookup } from '../payments/order-lookup';
import { Refusal } from '../payments/rules/errors';
import { claimMs } from '../payments/rules/schedule';
import type { AuditReport } from '../payments/work/books-audit';
import type { OrderLookup } from '../payments/work/order-lookup';
import type { CheckedOrder } from '../payments/work/reconciler';
import { AuditLog, type By, type PrintedEntry, printedEntry } from './audit-log';
import type { Desk } from './command-line';

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
export type ShownOrder = Client.OrderGetPayload<{ include: typeof everything }> & { operatorLog: PrintedEntry[] };

export interface OrderFilter {
  status?: OrderStatus;
  email?: string;
  since?: Date;
  until?: Date;
  limit: number;
}

/** The payment that is named by its own id or by the id of its refund or dispute; undefined: `id` names the order. */
export const paymentNamed = (id: string, { payments, disputes }: ListedOrder) =>
  payments.find(
    (payment) =>
      payment.id === id ||
      payment.refunds.some(({ providerId }) => providerId === id) ||
      disputes.some((dispute) => dispute.id === id && dispute.paymentId === payment.id),
  );

/** What an operator can do with orders. */
export class OrderAdmin {
  private readonly prisma: Prisma;
  private readonly auditLog: AuditLog;
  private readonly lookup: OrderLookup;

  constructor(private readonly desk: Desk) {
    this.prisma = desk.prisma;
    this.auditLog = new AuditLog(desk.prisma);
    this.lookup = orderLookup(desk.prisma);
  }

  private async work() {
    const { PaymentWork } = await import('./payment-work.js');
    return this.desk.start(PaymentWork);
  }

  /** Orders with an open dispute first, then the newest: each part from the index of that order, for each account. */
  async list({ status, email, since, until, limit }: OrderFilter): Promise<ListedOrder[]> {
    const owners = email ? await this.prisma.user.findMany({ where: usersWith(email) }) : [{ id: undefined }];
    const newestOf = (ownerId: string | undefined, disputed: boolean) =>
      this.prisma.order.findMany({
        where: { ownerId, disputed, status, createdAt: { gte: since, lt: until } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        include: summary,
      });
    const parts = owners.flatMap(({ id }) => [newestOf(id, true), newestOf(id, false)]);
    const rank = ({ disputed, createdAt, id }: ListedOrder) => `${Number(disputed)} ${createdAt.toISOString()} ${id}`;
    const found = (await Promise.all(parts)).flat();
    return found.sort((a, b) => (rank(a) < rank(b) ? 1 : -1)).slice(0, limit);
  }

  /** @param id any that `OrderLookup` takes. */
  async show(id: string): Promise<ShownOrder> {
    const where = { id: await this.lookup.find(id) };
    const order = await this.prisma.order.findUniqueOrThrow({ where, include: everything });
    return { ...order, operatorLog: (await this.auditLog.entriesOf(order.id)).map(printedEntry) };
  }

  /** Refunds what is captured: all of an order, or the payment that `id` names. @returns the order after it. */
  async refund(id: string, { despiteDispute, ...by }: By & { despiteDispute?: boolean }): Promise<ShownOrder> {
    if (despiteDispute && !by.reason) throw new Refusal('reason_missing');
    const found = await this.show(id);
    const only = paymentNamed(id, found)?.id;
    const action = `refund${despiteDispute ? ' despite dispute' : ''}${only ? ` of ${only}` : ''}`;
    await this.auditLog.add(found.id, action, by);
    const { refunds } = await this.work();
    const handled = await refunds.refundOrder(found.id, only, despiteDispute);
    // Read afterwards: another operator may have refunded it at the same time.
    const order = await this.show(id);
    if (!handled && !order.payments.some((payment) => payment.refunds.length && (!only || payment.id === only)))
      throw new Refusal('nothing_captured', { id });
    return order;
  }

  /** Ends the mails about an item. @param id as the mail names it. */
  async dismiss(id: string, by: By & { reason: string }): Promise<ShownOrder> {
    const found = await this.show(id);
    await this.auditLog.add(found.id, `dismiss ${id}`, by);
    const dismissed = await this.prisma.$executeRaw`
      UPDATE open_items SET dismissed_at = now()
      WHERE kind IN ('review', 'dispute', 'refund', 'deleted') AND subject = ${id} AND mailed_at IS NOT NULL`;
    if (!dismissed) throw new Refusal('not_mailed', { id });
    return this.show(id);
  }

  /**
   * Dismisses one open item, whether it was mailed or not. Repeating it changes nothing.
   * @param paise of the books: the difference that was shown. Another one is not accepted.
   * @throws Refusal `item_unknown`, `item_changed`
   */
  async dismissItem(
    { kind, subject }: Pick<OpenItem, 'kind' | 'subject'>,
    { paise = null, ...by }: By & { reason: string; paise?: number | null },
  ): Promise<void> {
    const item = await this.prisma.openItem.findUnique({ where: { kind_subject: { kind, subject }, closedAt: null } });
    if (!item?.orderId && !item?.day) throw new Refusal('item_unknown', { id: subject });
    await this.auditLog.add(item.orderId, `dismiss ${subject}`, by);
    const dismissed = await this.prisma.$executeRaw`
      UPDATE open_items SET dismissed_at = coalesce(dismissed_at, now()),
        dismissal_reason = CASE WHEN dismissed_at IS NULL THEN ${by.reason} ELSE dismissal_reason END
      WHERE kind = ${kind} AND subject = ${subject} AND closed_at IS NULL AND (paise IS NULL OR paise = ${paise}::bigint)`;
    if (!dismissed) throw new Refusal('item_changed', { id: subject });
  }

  /** Closes the disputes of an order. @returns the order after it. */
  async closeDispute(id: string, by: By & { reason: string }): Promise<ShownOrder> {
    const found = await this.show(id);
    await this.auditLog.add(found.id, 'close dispute', by);
    const { disputes } = await this.work();
    await disputes.close(found.id, by.reason);
    return this.show(id);
  }

  /** Compares the provider with our books. @param adopt also adds orders that the books lack. */
  async audit({ since, adopt, as }: Pick<By, 'as'> & { since: Date; adopt?: boolean }): Promise<AuditReport> {
    const record = (id: string) => this.auditLog.add(id, 'adopt', { as });
    return (await this.work()).audits.run({ since, adopt: adopt ? record : undefined });
  }

  /** Checks every order that may still change, the given ones, or only those that are due. */
  async reconcile(ids: string[], onlyDue = false): Promise<CheckedOrder[]> {
    if (ids.length) await this.bringForward(ids);
    else if (!onlyDue) await this.bringAllForward();
    return (await this.work()).reconciler.run();
  }

  private async bringForward(ids: string[]) {
    for (const id of await Promise.all(ids.map((each) => this.lookup.find(each))))
      await this.prisma.$executeRaw`UPDATE orders SET next_check_at = now() WHERE id = ${id}::uuid`;
  }

  /**
   * Leaves out orders that are claimed or due within a claim's time, or locked: another process may be checking them. Includes those
   * that expired in the last week, for money that came late.
   */
  private async bringAllForward() {
    const found = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM orders WHERE next_check_at > now() + ${claimMs}::int * interval '1 millisecond'
      UNION SELECT order_id FROM order_transitions WHERE to_status = 'EXPIRED' AND at > now() - interval '7 days'`;
    const ids = found.map(({ id }) => id);
    while (ids.length)
      await this.prisma.$executeRaw`
        UPDATE orders SET next_check_at = now() WHERE id IN (
          SELECT id FROM orders WHERE id = ANY(${ids.splice(0, 1_000)}::uuid[])
            AND (next_check_at > now() + ${claimMs}::int * interval '1 millisecond'
              OR status = 'EXPIRED' AND next_check_at IS NULL)
          FOR UPDATE SKIP LOCKED)`;
  }
}
