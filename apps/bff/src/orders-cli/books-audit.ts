import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../cli/audit-log';
import { Prisma } from '../database/prisma.service';
import type { OrderStatus } from '../generated/prisma/client';
import { OrderTransitions } from '../payments/order-transitions';
import { type ProviderOrder, parseOrder } from '../payments/provider-payment';
import { type Period, RazorpayGateway } from '../payments/razorpay.gateway';
import { Reconciler } from '../payments/reconciler';
import { MoneyComparer, type MoneyComparison } from './money-comparison';

const cause = 'audit';
/** Between orders that are checked at the provider, so that an audit leaves room for payers. */
const checkPauseMs = 100;

/** An order that was adopted, or about which the provider knew more. */
export interface AuditedOrder {
  providerOrderId: string | null;
  adopted: boolean;
  from: OrderStatus;
  to: OrderStatus;
}

export interface AuditReport {
  since: Date;
  until: Date;
  orders: { atProvider: number; adopted: number; notOurs: string[] };
  payments: Omit<MoneyComparison, 'differences'>;
  changed: AuditedOrder[];
  /** What still differs. */
  differences: string[];
  /** Something still differs, or an order is under review. */
  needsPerson: boolean;
}

interface ListedOrders {
  atProvider: number;
  notOurs: string[];
  /** Newest first. `id` is ours where only the provider's id is missing. */
  missing: { order: ProviderOrder; id?: string }[];
}

/** Our receipts have this form. Another shop on the same account has other ones. */
const isOurs = ({ receipt, currency }: ProviderOrder) => /^[0-9a-f]{32}$/.test(receipt ?? '') && currency === 'INR';

/** Compares the provider with our books, and adopts what they lack. Safe to repeat. */
@Injectable()
export class BooksAudit {
  constructor(
    private readonly prisma: Prisma,
    private readonly gateway: RazorpayGateway,
    private readonly transitions: OrderTransitions,
    private readonly reconciler: Reconciler,
    private readonly comparer: MoneyComparer,
    private readonly auditLog: AuditLog,
  ) {}

  /** @throws Problem `provider_unavailable`: what was adopted stays. */
  async run(since: Date, operator: string): Promise<AuditReport> {
    const period = { from: since, to: new Date() };
    const { atProvider, notOurs, missing } = await this.listOrders(period);
    const adopted = new Set<string>();
    for (const { order, id } of missing.reverse()) adopted.add(await this.adopt(order, id, operator));
    const before = await this.comparer.compare(period);
    const behind = new Set(before.differences.flatMap(({ orderId }) => orderId ?? []));
    const changed: AuditedOrder[] = [];
    for (const id of new Set([...behind, ...adopted]))
      changed.push({ adopted: adopted.has(id), ...(await this.settle(id, behind.has(id))) });
    const { differences, ...payments } = behind.size ? await this.comparer.compare(period) : before;
    return {
      since,
      until: period.to,
      orders: { atProvider, adopted: adopted.size, notOurs },
      payments,
      changed,
      differences: differences.map(({ text }) => text),
      needsPerson: differences.length > 0 || changed.some(({ to }) => to === 'REVIEW'),
    };
  }

  private async listOrders(period: Period): Promise<ListedOrders> {
    const found: ListedOrders = { atProvider: 0, notOurs: [], missing: [] };
    for await (const page of this.gateway.ordersIn(period)) {
      const listed = page.map(parseOrder).filter((order) => order !== undefined);
      const receipts = listed.map(({ receipt }) => receipt ?? '');
      const where = { OR: [{ providerOrderId: { in: listed.map(({ id }) => id) } }, { receipt: { in: receipts } }] };
      const ours = await this.prisma.order.findMany({ where });
      const known = new Set(ours.map(({ providerOrderId }) => providerOrderId));
      found.atProvider += listed.length;
      for (const order of listed.filter(({ id }) => !known.has(id))) {
        const same = ours.find(({ receipt }) => receipt === order.receipt);
        if (!same && !isOurs(order)) found.notOurs.push(order.id);
        // A receipt may have two orders there, from a call that was repeated. Ours has the first.
        else if (!same?.providerOrderId) found.missing.push({ order, id: same?.id });
      }
    }
    return found;
  }

  /** @param known our id where the row exists. @returns our id. */
  private async adopt(order: ProviderOrder, known: string | undefined, operator: string): Promise<string> {
    const id = known ?? randomUUID();
    if (!known)
      await this.prisma.$executeRaw`
        WITH new_order AS (
          INSERT INTO orders (id, receipt, amount_paise, currency, created_at)
          VALUES (${id}::uuid, ${order.receipt}, ${order.amountPaise}, ${order.currency}, ${order.createdAt})
          ON CONFLICT (receipt) DO NOTHING RETURNING id
        )
        INSERT INTO order_transitions (order_id, to_status, cause) SELECT id, 'CREATING', ${cause} FROM new_order`;
    const row = await this.prisma.order.findUniqueOrThrow({ where: { receipt: order.receipt ?? '' } });
    await this.auditLog.add(row.id, { action: 'adopt', operator });
    await this.transitions.markCreated(row.id, order.id, cause);
    return row.id;
  }

  /** Checks an order at the provider, if `check`: every report passes through the function that applies payments. */
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
