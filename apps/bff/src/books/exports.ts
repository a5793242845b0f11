import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { BookEntry, Prisma as Client } from '../generated/prisma/client';
import { Receipts } from '../payments/work/receipts';
import { Refusal } from '../problem/problem';
import { type Cell, csv, paise, reference } from './csv';
import { endOfDay, firstDayOf, isoDay, lastDayOf, startOfDay } from './indian-days';
import { entriesOf, inOrder, Months } from './months';

export const exportNames = ['receipts', 'refunds', 'fees', 'settlements', 'journal'] as const;
export type ExportName = (typeof exportNames)[number];

const pageSize = 1_000;

/** The accounts of a movement: the first gets it, the second gives it. */
const accountsOf: Record<string, [string, string]> = {
  captured: ['Payment provider', 'Receipts'],
  refunded: ['Refunds', 'Payment provider'],
  chargeback: ['Chargebacks', 'Payment provider'],
  fee: ['Fees', 'Payment provider'],
  gst: ['GST on fees', 'Payment provider'],
  settled: ['Bank', 'Payment provider'],
  accepted: ['Payment provider', 'Suspense'],
};

const sourceOf = ({ isOther }: BookEntry) => (isOther ? 'other' : 'own');

function journalRows(entry: BookEntry): Cell[][] {
  const [to, from] = accountsOf[entry.kind] ?? ['Suspense', 'Payment provider'];
  const row = (account: string, change: number): Cell[] => [
    ...[`${entry.id}`, isoDay(entry.day), account, entry.subject, paise(change), sourceOf(entry)],
  ];
  return [row(to, Number(entry.paise)), row(from, -Number(entry.paise))];
}

/** One row for each payment: changes of a day are added up. */
function feeRows(entries: BookEntry[]): Cell[][] {
  const sums = new Map<string, { entry: BookEntry; fee: number; gst: number }>();
  for (const entry of entries) {
    const sum = sums.get(entry.subject) ?? { entry, fee: 0, gst: 0 };
    sum[entry.kind as 'fee' | 'gst'] += Number(entry.paise);
    sums.set(entry.subject, sum);
  }
  return [...sums.values()].map(({ entry, fee, gst }) => [
    ...[entry.subject, isoDay(entry.day), paise(fee), paise(gst), paise(fee + gst), sourceOf(entry)],
  ]);
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
  async export(name: ExportName, month: string): Promise<AsyncIterable<string>> {
    const { isClosed, nextToClose } = await this.months.show(month);
    const entries = entriesOf(month, isClosed, nextToClose);
    const lists: Record<ExportName, () => [string, AsyncIterable<Cell[][]>]> = {
      receipts: () => ['receipt,date,order,amount,method,payment', this.receipts(month)],
      refunds: () => ['refund,date,payment,order,amount,state,bank reference,source', this.refunds(entries)],
      fees: () => ['payment,date,fee,gst,fee with gst,source', this.byDay(entries, ['fee', 'gst'], feeRows)],
      settlements: () => ['settlement,date,utr,state,amount,fees with gst,gst', this.settlements(entries)],
      journal: () => [
        'entry,date,account,reference,amount,source',
        this.byDay(entries, Object.keys(accountsOf), (found) => found.flatMap(journalRows)),
      ],
    };
    const [columns, pages] = lists[name]();
    return csv(columns.split(','), this.unlessClosed(month, isClosed, pages));
  }

  /** A month that closes while it is read takes its entries with it: the list would be short. */
  private async *unlessClosed(month: string, isClosed: boolean, pages: AsyncIterable<Cell[][]>) {
    yield* pages;
    if (!isClosed && (await this.prisma.closedMonth.findUnique({ where: { month } })))
      throw new Refusal('month_closed', { month });
  }

  private async *byDay(
    entries: Client.BookEntryWhereInput,
    kinds: string[],
    rowsOf: (entries: BookEntry[]) => Cell[][] | Promise<Cell[][]>,
  ): AsyncIterable<Cell[][]> {
    const where = { ...entries, kind: { in: kinds } };
    const days = await this.prisma.bookEntry.groupBy({ by: ['day'], where, orderBy: { day: 'asc' } });
    for (const { day } of days)
      yield await rowsOf(await this.prisma.bookEntry.findMany({ where: { ...where, day }, orderBy: inOrder }));
  }

  private refunds(entries: Client.BookEntryWhereInput) {
    return this.byDay(entries, ['refunded'], async (found) => {
      const where = { providerId: { in: found.map(({ subject }) => subject) } };
      const refunds = await this.prisma.refund.findMany({ where, include: { payment: { include: { order: true } } } });
      const known = new Map(refunds.map((refund) => [refund.providerId, refund]));
      return found.map((entry) => {
        const { payment, status, reference: of } = known.get(entry.subject) ?? {};
        const row = [entry.subject, isoDay(entry.day), payment?.id ?? null, payment?.order.providerOrderId ?? null];
        return [...row, paise(Number(entry.paise)), status ?? null, reference(of ?? null), sourceOf(entry)];
      });
    });
  }

  /** By the date of the receipt. */
  private async *receipts(month: string): AsyncIterable<Cell[][]> {
    const paidAt = { gte: startOfDay(firstDayOf(month)), lt: endOfDay(lastDayOf(month)) };
    for (let last: { id: string } | undefined, isLast = false; !isLast; ) {
      const found = await this.prisma.order.findMany({
        where: { paidAt, receiptNumber: { not: null } },
        include: { payments: true, receiptDocument: true },
        orderBy: [{ paidAt: 'asc' }, { id: 'asc' }],
        take: pageSize,
        ...(last && { cursor: { id: last.id }, skip: 1 }),
      });
      const rows: Cell[][] = [];
      for (const order of found) {
        const { document } = await this.documents.describe(order);
        if (document)
          rows.push([
            ...[document.receiptNumber, document.paidAt?.slice(0, 10) ?? null, document.orderId],
            ...[paise(document.amountPaise), document.method, document.paymentId],
          ]);
      }
      yield rows;
      last = found.at(-1);
      isLast = found.length < pageSize;
    }
  }

  /** One row for each: what the month has of it is added up, and the rest is as it is now. */
  private settlements(entries: Client.BookEntryWhereInput) {
    return this.byDay(entries, ['settled'], async (found) => {
      const sums = new Map<string, number>();
      for (const { subject, paise } of found) sums.set(subject, (sums.get(subject) ?? 0) + Number(paise));
      const where = { id: { in: [...sums.keys()] } };
      const settlements = await this.prisma.settlement.findMany({ where, orderBy: { id: 'asc' } });
      return settlements.map(({ id, day, utr, status, feePaise, taxPaise }) => {
        const amounts = [sums.get(id) ?? 0, Number(feePaise), Number(taxPaise)].map(paise);
        return [id, isoDay(day), reference(utr), status, ...amounts];
      });
    });
  }
}
