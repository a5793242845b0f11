import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { BookEntry, Prisma as Client } from '../generated/prisma/client';
import { Refusal } from '../problem/problem';
import { firstDayOf, isoDay } from './indian-days';
import { inOrder, Months, receiptsFor } from './months';
import { type Cell, csv, type Pages, paise, xlsx } from './sheet';

export type ExportName = keyof typeof columns;
export type Format = 'csv' | 'xlsx';

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

const compact = (day: string) => day.replaceAll('-', '');

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
  // A day may be corrected in several months. Each number is used once.
  const number = ['RZP', day, ...(isCorrection ? [firstDay.slice(0, 7)] : [])].map(compact).join('-');
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
  ) {}

  /** @throws Refusal `month_unknown` */
  async export(name: ExportName, month: string, format: Format = 'csv'): Promise<AsyncIterable<string | Uint8Array>> {
    const { closed, entries } = await this.months.find(month);
    const lists: Record<ExportName, () => Pages> = {
      receipts: () => this.receipts(entries),
      'without-receipt': () => this.withoutReceipt(entries),
      refunds: () => this.refunds(entries),
      settlements: () => this.settlements(month, entries),
      lines: () => this.lines(month, entries),
      journal: () => this.journal(month, entries),
    };
    const write = format === 'xlsx' ? xlsx : csv;
    return write(columns[name].split(','), this.unlessClosed(month, !!closed, lists[name]()));
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
    for (const { day } of days)
      yield await rowsOf(
        await this.prisma.bookEntry.findMany({ where: { ...where, day }, orderBy: inOrder }),
        isoDay(day),
      );
  }

  private async *journal(month: string, where: Client.BookEntryWhereInput): Pages {
    const sums = await this.prisma.bookEntry.groupBy({
      by: ['day', 'kind'],
      where: { ...where, kind: { in: Object.keys(accountsOf) } },
      _sum: { paise: true },
      orderBy: [{ day: 'asc' }, { kind: 'asc' }],
    });
    for (const day of new Set(sums.map((sum) => isoDay(sum.day)))) {
      const ofDay = sums.filter((sum) => isoDay(sum.day) === day);
      const kinds = ofDay.map(({ kind, _sum }) => ({ kind, paise: Number(_sum.paise) }));
      yield journalRows(day, firstDayOf(month), kinds);
    }
  }

  private async *withoutReceipt(entries: Client.BookEntryWhereInput): Pages {
    const left = await this.months.withoutReceipt(entries);
    yield left.map(({ paymentId, day, orderId, paise: amount, source }) => [
      ...[paymentId, day, orderId, paise(amount), source],
    ]);
  }

  private refunds(entries: Client.BookEntryWhereInput): Pages {
    return this.byDay({ ...entries, kind: 'refunded' }, async (found, day) => {
      const where = { providerId: { in: found.map(({ subject }) => subject) } };
      const refunds = new Map((await this.prisma.refund.findMany({ where })).map((each) => [each.providerId, each]));
      const ids = [...refunds.values()].map(({ paymentId }) => paymentId);
      const payments = await receiptsFor(this.prisma, ids);
      return found.map(({ subject, paise: amount, isOther }) => {
        const { paymentId = null, status = null, reference = null } = refunds.get(subject) ?? {};
        const { receipt = null, order = null } = payments.get(paymentId ?? '') ?? {};
        const money = [paise(Number(amount)), status, reference, isOther ? 'other' : 'own'];
        return [subject, day, paymentId, receipt, order, ...money];
      });
    });
  }

  private receipts(entries: Client.BookEntryWhereInput): Pages {
    return this.byDay({ ...entries, kind: 'receipt' }, async (found, day) => {
      const orders = await this.prisma.order.findMany({
        where: { paidPaymentId: { in: found.map(({ subject }) => subject) } },
        include: { payments: true },
        orderBy: [{ paidAt: 'asc' }, { id: 'asc' }],
      });
      return orders.map(({ receiptNumber, providerOrderId, amountPaise, payments, paidPaymentId }) => {
        const method = payments.find(({ id }) => id === paidPaymentId)?.method ?? null;
        return [receiptNumber, day, providerOrderId, paise(amountPaise), method, paidPaymentId];
      });
    });
  }

  /**
   * The settlements of a month, what they added to the bank account, and how often the month has their lines: once; minus
   * once if the bank returned what a closed month has; not at all if only the amount changed, or nothing was paid.
   */
  private async settled(month: string, entries: Client.BookEntryWhereInput) {
    const settled = await this.months.settledIn(entries);
    const subject = { in: settled.map(({ settlement }) => settlement.id) };
    const before = { subject, kind: 'settled', month: { lt: month } };
    const known = await this.prisma.bookEntry.findMany({ where: before, distinct: 'subject' });
    const isKnown = new Set(known.map(({ subject }) => subject));
    return settled.map(({ settlement, ...moved }) => {
      const isFirst = !isKnown.has(settlement.id);
      const isReturned = !isFirst && BigInt(-moved.paise) === settlement.amountPaise;
      return { ...settlement, ...moved, times: isReturned ? -1 : Number(isFirst && moved.paise !== 0) };
    });
  }

  private async *settlements(month: string, entries: Client.BookEntryWhereInput): Pages {
    const settled = await this.settled(month, entries);
    yield settled.map(({ id, day, utr, status, times, feePaise, taxPaise, ...moved }) => {
      const amounts = [moved.paise, times * Number(feePaise), times * Number(taxPaise)].map(paise);
      return [id, day, utr, status, ...amounts];
    });
  }

  private async *lines(month: string, entries: Client.BookEntryWhereInput): Pages {
    for (const { id, utr, times } of await this.settled(month, entries)) {
      if (!times) continue;
      const lines = await this.prisma.settlementLine.findMany({
        where: { settlementId: id },
        orderBy: [{ entityId: 'asc' }, { copy: 'asc' }],
      });
      const paymentOf = ({ type, entityId, paymentId }: (typeof lines)[number]) =>
        type === 'payment' ? entityId : paymentId;
      const ids = lines.flatMap((line) => paymentOf(line) ?? []);
      const payments = await receiptsFor(this.prisma, ids);
      yield lines.map((line) => {
        const { type, entityId, day, feePaise, taxPaise } = line;
        const payment = paymentOf(line);
        const net = line.creditPaise - line.debitPaise;
        const amounts = [net + feePaise, feePaise - taxPaise, taxPaise, net].map((each) => paise(times * Number(each)));
        const receipt = payments.get(payment ?? '')?.receipt ?? null;
        return [payment, receipt, type, entityId, ...amounts, utr, isoDay(day), id];
      });
    }
  }
}
