import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { BookEntry, Prisma as Client } from '../generated/prisma/client';
import { Receipts } from '../payments/work/receipts';
import { Refusal } from '../problem/problem';
import { endOfDay, firstDayOf, isoDay, lastDayOf, startOfDay } from './indian-days';
import { entriesOf, Months } from './months';
import { type Cell, csv, type Pages, paise, xlsx } from './sheet';

export type ExportName = keyof typeof columns;
export type Format = 'csv' | 'xlsx';

const pageSize = 1_000;

const columns = {
  receipts: 'receipt,date,order,amount,method,payment',
  'without-receipt': 'payment,date,order,amount,source',
  refunds: 'refund,date,payment,receipt,order,amount,state,bank reference,source',
  settlements: 'settlement,date,utr,state,amount,fees with gst,gst',
  lines: 'payment,receipt,type,line,gross,fee,gst,net,utr,date,settlement',
  journal: 'number,date,account,debit,credit,narration',
};

/** The accounts of a movement: debit, credit. */
const accountsOf: Record<string, [string, string]> = {
  captured: ['Payment provider', 'Receipts'],
  refunded: ['Refunds', 'Payment provider'],
  chargeback: ['Chargebacks', 'Payment provider'],
  fee: ['Fees', 'Payment provider'],
  gst: ['GST on fees', 'Payment provider'],
  settled: ['Bank', 'Payment provider'],
  accepted: ['Payment provider', 'Suspense'],
  accepted_fees: ['Payment provider', 'Fees'],
  accepted_gst: ['Payment provider', 'GST on fees'],
  accepted_rounding: ['Payment provider', 'Rounding'],
};

type Sum = { kind: string; paise: number };

/** One entry: a row for each account of a day. */
export function journalRows(day: string, firstDay: string, sums: Sum[]): Cell[][] {
  const isCorrection = day < firstDay;
  const accounts = new Map<string, number>();
  for (const { kind, paise } of sums) {
    const [debit, credit] = accountsOf[kind] ?? ['Suspense', 'Payment provider'];
    accounts.set(debit, (accounts.get(debit) ?? 0) + paise);
    accounts.set(credit, (accounts.get(credit) ?? 0) - paise);
  }
  const narration = isCorrection ? `Correction of ${day}` : `Razorpay ${day}`;
  const number = `RZP-${day.replaceAll('-', '')}${isCorrection ? '-C' : ''}`;
  return [...accounts]
    .filter(([, amount]) => amount)
    .map(([account, amount]) => {
      const sides = amount > 0 ? [paise(amount), null] : [null, paise(-amount)];
      return [number, isCorrection ? firstDay : day, account, ...sides, narration];
    });
}

/** Lists of a month for an accountant. Each is read in parts, of the month's days only. */
@Injectable()
export class Exports {
  constructor(
    private readonly prisma: Prisma,
    private readonly months: Months,
    private readonly documents: Receipts,
  ) {}

  /** @throws Refusal `month_unknown` */
  async export(name: ExportName, month: string, format: Format = 'csv'): Promise<AsyncIterable<string | Uint8Array>> {
    const { isClosed, nextToClose } = await this.months.show(month);
    const entries = entriesOf(month, isClosed, nextToClose);
    const lists: Record<ExportName, () => Pages> = {
      receipts: () => this.receipts(month),
      'without-receipt': () => this.withoutReceipt(entries),
      refunds: () => this.refunds(entries),
      settlements: () => this.settlements(entries),
      lines: () => this.lines(entries),
      journal: () => this.journal(month, entries),
    };
    const write = format === 'xlsx' ? xlsx : csv;
    return write(columns[name].split(','), this.unlessClosed(month, isClosed, lists[name]()));
  }

  /** A month that closes while it is read takes its entries with it: the list would be short. */
  private async *unlessClosed(month: string, isClosed: boolean, pages: Pages): Pages {
    yield* pages;
    if (!isClosed && (await this.prisma.closedMonth.findUnique({ where: { month } })))
      throw new Refusal('month_closed', { month });
  }

  private async *byDay(
    where: Client.BookEntryWhereInput,
    rowsOf: (entries: BookEntry[], day: string) => Promise<Cell[][]>,
  ): Pages {
    const days = await this.prisma.bookEntry.groupBy({ by: ['day'], where, orderBy: { day: 'asc' } });
    const orderBy = [{ at: 'asc' as const }, { kind: 'asc' as const }, { subject: 'asc' as const }];
    for (const { day } of days)
      yield await rowsOf(await this.prisma.bookEntry.findMany({ where: { ...where, day }, orderBy }), isoDay(day));
  }

  private async *journal(month: string, where: Client.BookEntryWhereInput): Pages {
    const sums = await this.prisma.bookEntry.groupBy({
      by: ['day', 'kind'],
      where,
      _sum: { paise: true },
      orderBy: [{ day: 'asc' }, { kind: 'asc' }],
    });
    for (const day of new Set(sums.map((sum) => isoDay(sum.day)))) {
      const ofDay = sums.filter((sum) => isoDay(sum.day) === day);
      const kinds = ofDay.map(({ kind, _sum }) => ({ kind, paise: Number(_sum.paise) }));
      yield journalRows(day, firstDayOf(month), kinds);
    }
  }

  private withoutReceipt(entries: Client.BookEntryWhereInput): Pages {
    return this.byDay({ ...entries, kind: 'captured' }, async (found, day) => {
      const ids = found.map(({ subject }) => subject);
      const payments = await this.paymentsOf(ids);
      return found
        .filter(({ subject }) => !payments.get(subject)?.receipt)
        .map(({ subject, paise: amount, isOther }) => [
          ...[subject, day, payments.get(subject)?.order ?? null, paise(Number(amount)), isOther ? 'other' : 'own'],
        ]);
    });
  }

  private refunds(entries: Client.BookEntryWhereInput): Pages {
    return this.byDay({ ...entries, kind: 'refunded' }, async (found, day) => {
      const where = { providerId: { in: found.map(({ subject }) => subject) } };
      const refunds = new Map((await this.prisma.refund.findMany({ where })).map((each) => [each.providerId, each]));
      const payments = await this.paymentsOf([...refunds.values()].map(({ paymentId }) => paymentId));
      return found.map(({ subject, paise: amount, isOther }) => {
        const { paymentId = null, status = null, reference = null } = refunds.get(subject) ?? {};
        const { receipt = null, order = null } = payments.get(paymentId ?? '') ?? {};
        const money = [paise(Number(amount)), status, reference, isOther ? 'other' : 'own'];
        return [subject, day, paymentId, receipt, order, ...money];
      });
    });
  }

  /** The order and the receipt's number of each payment. A second payment of an order has no receipt. */
  private async paymentsOf(ids: string[]) {
    const found = await this.prisma.payment.findMany({ where: { id: { in: ids } }, include: { order: true } });
    return new Map(
      found.map(({ id, order }) => {
        const receipt = order.paidPaymentId === id ? order.receiptNumber : null;
        return [id, { receipt, order: order.providerOrderId }];
      }),
    );
  }

  /** By the date of the receipt. */
  private async *receipts(month: string): Pages {
    const paidAt = { gte: startOfDay(firstDayOf(month)), lt: endOfDay(lastDayOf(month)) };
    for (let last: { id: string } | undefined, isLast = false; !isLast; ) {
      const found = await this.prisma.order.findMany({
        where: { paidAt, receiptNumber: { not: null } },
        include: { payments: true, receiptDocument: true },
        orderBy: [{ paidAt: 'asc' }, { id: 'asc' }],
        take: pageSize,
        ...(last && { cursor: { id: last.id }, skip: 1 }),
      });
      const described = await Promise.all(found.map((order) => this.documents.describe(order)));
      yield described.flatMap(({ document }) => {
        if (!document) return [];
        const { receiptNumber, orderId, amountPaise, method, paymentId } = document;
        return [[receiptNumber, document.paidAt?.slice(0, 10) ?? null, orderId, paise(amountPaise), method, paymentId]];
      });
      last = found.at(-1);
      isLast = found.length < pageSize;
    }
  }

  /** One row for each: what the month has of it is added up, and the rest is as it is now. */
  private settlements(entries: Client.BookEntryWhereInput): Pages {
    return this.byDay({ ...entries, kind: 'settled' }, async (found) => {
      const sums = new Map<string, number>();
      for (const { subject, paise } of found) sums.set(subject, (sums.get(subject) ?? 0) + Number(paise));
      const where = { id: { in: [...sums.keys()] } };
      const settlements = await this.prisma.settlement.findMany({ where, orderBy: { id: 'asc' } });
      return settlements.map(({ id, day, utr, status, feePaise, taxPaise }) => {
        const amounts = [sums.get(id) ?? 0, Number(feePaise), Number(taxPaise)].map(paise);
        return [id, isoDay(day), utr, status, ...amounts];
      });
    });
  }

  /** The lines of the month's settlements. */
  private lines(entries: Client.BookEntryWhereInput): Pages {
    return this.byDay({ ...entries, kind: 'settled' }, async (found) => {
      const settlementId = { in: [...new Set(found.map(({ subject }) => subject))] };
      const utrs = new Map(
        (await this.prisma.settlement.findMany({ where: { id: settlementId } })).map(({ id, utr }) => [id, utr]),
      );
      const orderBy = [{ settlementId: 'asc' as const }, { entityId: 'asc' as const }, { copy: 'asc' as const }];
      const lines = await this.prisma.settlementLine.findMany({ where: { settlementId }, orderBy });
      const paymentOf = ({ type, entityId, paymentId }: (typeof lines)[number]) =>
        type === 'payment' ? entityId : paymentId;
      const payments = await this.paymentsOf(lines.flatMap((line) => paymentOf(line) ?? []));
      return lines.map((line) => {
        const payment = paymentOf(line);
        const net = Number(line.creditPaise - line.debitPaise);
        const amounts = [
          net + Number(line.feePaise),
          Number(line.feePaise - line.taxPaise),
          Number(line.taxPaise),
          net,
        ];
        const receipt = payments.get(payment ?? '')?.receipt ?? null;
        const bank = [utrs.get(line.settlementId) ?? null, isoDay(line.day), line.settlementId];
        return [payment, receipt, line.type, line.entityId, ...amounts.map(paise), ...bank];
      });
    });
  }
}
