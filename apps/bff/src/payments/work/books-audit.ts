import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../config/catalogue';
import { Prisma } from '../../database/prisma.service';
import type { Order, OrderStatus } from '../../generated/prisma/client';
import { type OrderReport, PaymentProvider, type Period } from '../provider/port';
import { OrderTransitions } from '../store/order-transitions';
import { type Difference, MoneyComparer, type MoneyComparison } from './money-comparison';
import { Reconciler } from './reconciler';

const cause = 'audit';
/** The pause between orders leaves room for payers. */
const checkPauseMs = 100;

/** An order that was adopted, or that the provider knew more about. */
export interface AuditedOrder {
  providerOrderId: string | null;
  adopted: boolean;
  from: OrderStatus;
  to: OrderStatus;
}

export interface AuditReport {
  since: Date;
  until: Date;
  orders: { atProvider: number; adopted: number; toAdopt: string[]; notOurs: string[] };
  payments: Omit<MoneyComparison, 'differences'>;
  changed: AuditedOrder[];
  /** Remaining differences. */
  differences: string[];
  /** True after a remaining difference, an order under review, or a new dispute. */
  needsPerson: boolean;
}

/** `missing` means that the order is ours but not in our database. */
export type AskResult = 'known' | 'missing' | 'adopted' | 'not_ours' | 'unknown';

interface ListedOrders {
  atProvider: number;
  notOurs: string[];
  /** Newest first. `id` is our id, if only Razorpay's id is missing here. */
  missing: { order: OrderReport; id?: string }[];
}

const hasAmountOf = ({ amountPaise, currency }: Order, order: OrderReport) =>
  amountPaise === order.amountPaise && currency === order.currency;

interface AuditOptions {
  since: Date;
  /** Called with our id before we adopt an order. Without it, missing orders are only listed. */
  adopt?: (orderId: string) => Promise<unknown>;
}

/** Compares the provider with our books and adopts missing orders. Safe to repeat. */
@Injectable()
export class BooksAudit {
  constructor(
    private readonly prisma: Prisma,
    private readonly provider: PaymentProvider,
    private readonly catalogue: Catalogue,
    private readonly transitions: OrderTransitions,
    private readonly reconciler: Reconciler,
    private readonly comparer: MoneyComparer,
  ) {}

  /** @throws ProviderSilent. Adopted orders stay. */
  async run({ since, adopt }: AuditOptions): Promise<AuditReport> {
    const period = { from: since, to: new Date() };
    const { atProvider, notOurs, missing } = await this.listOrders(period);
    const adopted = new Set<string>();
    if (adopt) for (const { order, id } of missing.toReversed()) adopted.add(await this.adopt(order, id, adopt));
    const toAdopt = adopt ? [] : missing.map(({ order }) => order.id);
    const { changed, disputed, comparison } = await this.catchUp(period, adopted);
    const { differences, ...payments } = comparison;
    return {
      since,
      until: period.to,
      orders: { atProvider, adopted: adopted.size, toAdopt, notOurs },
      payments,
      changed,
      differences: differences.map(({ text }) => text),
      needsPerson: differences.length + toAdopt.length + disputed.size > 0 || changed.some(({ to }) => to === 'REVIEW'),
    };
  }

  /** Stores disputes first, because a check may refund a surplus payment. */
  private async catchUp(period: Period, adopted: Set<string>) {
    const before = await this.comparer.compare(period);
    const behind = new Set(before.differences.flatMap(({ orderId }) => orderId ?? []));
    const disputed = await this.applyDisputes(before.differences);
    const changed: AuditedOrder[] = [];
    for (const id of new Set([...behind, ...adopted, ...disputed.keys()])) {
      const settled = await this.settle(id, behind.has(id));
      changed.push({ adopted: adopted.has(id), ...settled, from: disputed.get(id) ?? settled.from });
    }
    return { changed, disputed, comparison: behind.size ? await this.comparer.compare(period) : before };
  }

  private async listOrders(period: Period): Promise<ListedOrders> {
    const found: ListedOrders = { atProvider: 0, notOurs: [], missing: [] };
    for await (const page of this.provider.ordersIn(period)) {
      const references = page.map(({ merchantReference }) => merchantReference ?? '');
      const where = { OR: [{ providerOrderId: { in: page.map(({ id }) => id) } }, { receipt: { in: references } }] };
      const ours = await this.prisma.order.findMany({ where });
      const known = new Set(ours.map(({ providerOrderId }) => providerOrderId));
      found.atProvider += page.length;
      for (const order of page.filter(({ id }) => !known.has(id))) {
        const same = ours.find(({ receipt }) => receipt === order.merchantReference);
        if (!this.isOurs(order, same)) found.notOurs.push(order.id);
        // A repeated call may have created two orders there. Ours has the first.
        else if (!same?.providerOrderId) found.missing.push({ order, id: same?.id });
      }
    }
    return found;
  }

  private isOurs(order: OrderReport, same: Order | null | undefined) {
    return same ? hasAmountOf(same, order) : this.productOf(order) !== undefined;
  }

  /**
   * Finds the order of an id at the provider, and checks it if we have it.
   * @param adopt as in an audit. @throws ProviderSilent
   */
  async ask(id: string, adopt?: AuditOptions['adopt']): Promise<{ result: AskResult; order?: Order }> {
    const report = await this.provider.orderOf(id);
    if (!report) return { result: 'unknown' };
    const { order: orders } = this.prisma;
    const known = await orders.findUnique({ where: { providerOrderId: report.id } });
    const same = known ?? (await orders.findUnique({ where: { receipt: report.merchantReference ?? '' } }));
    if (!known && (!this.isOurs(report, same) || same?.providerOrderId)) return { result: 'not_ours' };
    const ourId = known?.id ?? (adopt && (await this.adopt(report, same?.id, adopt)));
    if (!ourId) return { result: 'missing' };
    const where = { id: ourId };
    await this.reconciler.checkNow(await orders.findUniqueOrThrow({ where }));
    return { result: known ? 'known' : 'adopted', order: await orders.findUniqueOrThrow({ where }) };
  }

  /** Recognises our orders by reference and price, because another shop may use the account. */
  private productOf({ merchantReference, amountPaise, currency }: OrderReport) {
    if (currency !== 'INR' || !/^[0-9a-f]{32}$/.test(merchantReference ?? '')) return undefined;
    return this.catalogue.at(amountPaise);
  }

  /** @param known our id, if the row exists. @returns our id */
  private async adopt(order: OrderReport, known: string | undefined, record: (id: string) => Promise<unknown>) {
    const { merchantReference: receipt, amountPaise, currency, createdAt } = order;
    const product = this.productOf(order);
    if (!known && receipt && product)
      await this.prisma.order.createMany({
        data: { receipt, product: product.code, title: product.title, amountPaise, currency, createdAt },
        skipDuplicates: true, // it may have been adopted at the same time
      });
    const row = await this.prisma.order.findUniqueOrThrow({ where: { receipt: receipt ?? '' } });
    await record(row.id);
    await this.transitions.markCreated(row.id, order.id, cause);
    return row.id;
  }

  /**
   * Stores all disputes of our orders, and the order's payments if the disputed one is missing here.
   * @returns orders with a new dispute state, and their earlier status
   */
  private async applyDisputes(differences: Difference[]): Promise<Map<string, OrderStatus>> {
    const found = new Map<string, OrderStatus>();
    for await (const reports of this.provider.allDisputes()) {
      const where = { id: { in: reports.map(({ paymentId }) => paymentId) } };
      const payments = await this.prisma.payment.findMany({ where });
      for (const report of reports) {
        const lacking = differences.find(({ payment }) => payment?.id === report.paymentId);
        const orderId = payments.find(({ id }) => id === report.paymentId)?.orderId ?? lacking?.orderId;
        if (!orderId) continue;
        // The payments stay in order, because the first one pays the order.
        const entering = lacking ? differences.filter((each) => each.orderId === orderId) : [];
        const { status } = await this.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
        for (const { payment } of entering) if (payment) await this.transitions.applyPayment(orderId, payment, cause);
        const isNew = await this.transitions.applyDispute(orderId, report);
        if (isNew && !found.has(orderId)) found.set(orderId, status);
      }
    }
    return found;
  }

  private async settle(id: string, check: boolean): Promise<Omit<AuditedOrder, 'adopted'>> {
    const before = await this.prisma.order.findUniqueOrThrow({ where: { id } });
    if (check) {
      await this.reconciler.checkNow(before);
      await sleep(checkPauseMs);
    }
    const { providerOrderId, status: to } = await this.prisma.order.findUniqueOrThrow({ where: { id } });
    return { providerOrderId, from: before.status, to };
  }
}
