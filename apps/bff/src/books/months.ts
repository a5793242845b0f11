import { Injectable } from '@nestjs/common';
import { Prisma } from '../database/prisma.service';
import type { Prisma as Client, ClosedMonth } from '../generated/prisma/client';
import type { Transaction } from '../mail/outbox';
import { Refusal } from '../payments/rules/errors';
import { SettlementImport } from './import';
import { dayOf, firstDayOf, lastDayOf, monthAfter, monthOf } from './indian-days';
import { longTransaction } from './matching';
import type { BooksItem, BooksItemKind } from './open-items';

/** Shown of each list. */
const shown = 200;

export interface Totals {
  openingPaise: number;
  capturedPaise: number;
  refundedPaise: number;
  chargebacksPaise: number;
  /** GST included. */
  feesPaise: number;
  gstPaise: number;
  settledPaise: number;
  closingPaise: number;
  /** Of other systems in the same account. They are part of the totals. */
  otherLines: number;
  otherPaise: number;
}

/** A later change of a closed month. */
export interface Correction {
  month: string;
  day: string;
  kind: 'captured' | 'refunded' | 'chargeback' | 'fee' | 'gst' | 'settled';
  subject: string;
  paise: number;
  at: Date;
}

export type Unexplained = Omit<BooksItem, 'day'> & { kind: BooksItemKind };

/** Which months there are. */
export interface Calendar {
  firstMonth: string;
  lastMonth: string;
  nextToClose: string;
}

export interface Month extends Calendar, Totals {
  month: string;
  isClosed: boolean;
  canClose: boolean;
  openingReason: string | null;
  settlements: { id: string; utr: string | null; day: string; paise: number }[];
  unexplained: Unexplained[];
  unexplainedCount: number;
  unexplainedPaise: number;
  corrections: Correction[];
  correctionCount: number;
  importedUntil: string | null;
  closedAt: Date | null;
  closedBy: string | null;
}

/** Which entries a month has. An open one: those that no month has, of its days; the next to close also older ones. */
export function entriesOf(month: string, isClosed: boolean, nextToClose: string) {
  const days = { ...(month !== nextToClose && { gte: new Date(firstDayOf(month)) }), lte: new Date(lastDayOf(month)) };
  return isClosed ? { month } : { month: null, day: days };
}

/** Closing = opening + captured − refunded − chargebacks − fees − settled. */
const balanced = (totals: Omit<Totals, 'closingPaise'>): Totals => {
  const { openingPaise, capturedPaise, refundedPaise, chargebacksPaise, feesPaise, settledPaise } = totals;
  const closingPaise = openingPaise + capturedPaise - refundedPaise - chargebacksPaise - feesPaise - settledPaise;
  return { ...totals, closingPaise };
};

export const isoDay = (day: Date) => day.toISOString().slice(0, 10);

/** The months of the books, by Indian time. A closed one never changes: what changes later corrects the one that is open. */
@Injectable()
export class Months {
  constructor(
    private readonly prisma: Prisma,
    private readonly importer: SettlementImport,
  ) {}

  async calendar(today = dayOf(new Date())): Promise<Calendar> {
    const [found] = await this.prisma.$queryRaw<{ first: string | null; last: string | null }[]>`
      SELECT coalesce((SELECT min(month) FROM closed_months),
          (SELECT to_char(min(day), 'YYYY-MM') FROM book_entries WHERE month IS NULL)) AS first,
        (SELECT max(month) FROM closed_months) AS last`;
    const lastMonth = monthOf(today);
    const firstMonth = found?.first && found.first < lastMonth ? found.first : lastMonth;
    return { firstMonth, lastMonth, nextToClose: found?.last ? monthAfter(found.last) : firstMonth };
  }

  /** @throws Refusal `month_unknown` */
  async show(month: string, today = dayOf(new Date())): Promise<Month> {
    const calendar = await this.calendar(today);
    if (month < calendar.firstMonth || month > calendar.lastMonth) throw new Refusal('month_unknown', { month });
    const closed = await this.prisma.closedMonth.findUnique({ where: { month } });
    const entries = entriesOf(month, !!closed, calendar.nextToClose);
    const [totals, unexplained, corrections, settlements, last] = await Promise.all([
      closed ? frozen(closed) : this.totalsOf(this.prisma, entries, await this.openingOf(month, calendar)),
      closed ? [] : this.unexplainedOf(month, calendar),
      this.correctionsOf(month, entries, calendar),
      this.settledIn(entries),
      this.importer.lastComplete(),
    ]);
    const isOver = month < calendar.lastMonth && !!last && last.day >= lastDayOf(month);
    return {
      ...{ month, ...calendar, ...totals, isClosed: !!closed, openingReason: closed?.openingReason ?? null },
      canClose: !closed && month === calendar.nextToClose && isOver && !unexplained.length,
      ...{ settlements, importedUntil: last?.day ?? null },
      ...{ unexplained: unexplained.slice(0, shown), unexplainedCount: unexplained.length },
      unexplainedPaise: unexplained.reduce((sum, { paise }) => sum + Math.abs(paise), 0),
      ...{ corrections: corrections.slice(0, shown), correctionCount: corrections.length },
      ...{ closedAt: closed?.closedAt ?? null, closedBy: closed?.closedBy ?? null },
    };
  }

  /**
   * Freezes the totals of a month, with every entry until its end that no month has.
   * @param openingPaise of the first month: what was at the provider when it began
   * @throws Refusal `month_unknown`, `month_closed`, `month_not_ready`, `month_unexplained`, `opening_known`, `reason_missing`
   */
  async close(month: string, { as, reason, openingPaise = 0, today = dayOf(new Date()) }: Closing): Promise<Month> {
    const { isClosed, canClose, firstMonth, nextToClose, unexplainedCount } = await this.show(month, today);
    if (openingPaise && !reason) throw new Refusal('reason_missing');
    if (isClosed) throw new Refusal('month_closed', { month });
    if (month !== nextToClose) throw new Refusal('month_not_ready', { month, nextToClose });
    if (openingPaise && month !== firstMonth) throw new Refusal('opening_known', { month });
    if (unexplainedCount) throw new Refusal('month_unexplained', { month, count: `${unexplainedCount}` });
    if (!canClose) throw new Refusal('month_not_ready', { month, nextToClose });
    await this.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('books'))`;
      if (await tx.closedMonth.findUnique({ where: { month } })) throw new Refusal('month_closed', { month });
      // What is written from now on is left to the next month.
      await tx.bookEntry.updateMany({ where: entriesOf(month, false, nextToClose), data: { month } });
      const last = await tx.closedMonth.findFirst({ orderBy: { month: 'desc' } });
      const opening = last ? Number(last.closingPaise) : openingPaise;
      const totals = await this.totalsOf(tx, { month }, opening);
      const openingReason = openingPaise ? reason : null;
      await tx.closedMonth.create({ data: { ...totals, month, openingReason, closedBy: as } });
    }, longTransaction);
    return this.show(month, today);
  }

  /** The closing balance of the last closed month, and what the open months before this one add to it. */
  private async openingOf(month: string, { nextToClose }: Calendar): Promise<number> {
    const last = await this.prisma.closedMonth.findFirst({ orderBy: { month: 'desc' } });
    const opening = Number(last?.closingPaise ?? 0);
    if (month === nextToClose) return opening;
    const before = { month: null, day: { lt: new Date(firstDayOf(month)) } };
    return (await this.totalsOf(this.prisma, before, opening)).closingPaise;
  }

  private async totalsOf(
    reading: Prisma | Transaction,
    entries: Client.BookEntryWhereInput,
    openingPaise: number,
  ): Promise<Totals> {
    const sums = await reading.bookEntry.groupBy({ by: ['kind', 'isOther'], where: entries, _sum: { paise: true } });
    const otherLines = await reading.bookEntry.count({
      where: { ...entries, isOther: true, kind: { in: ['captured', 'refunded'] } },
    });
    const sumOf = (kinds: Correction['kind'][], onlyOther = false) =>
      sums
        .filter(({ kind, isOther }) => kinds.some((each) => each === kind) && (isOther || !onlyOther))
        .reduce((sum, { _sum }) => sum + Number(_sum.paise ?? 0), 0);
    return balanced({
      openingPaise,
      capturedPaise: sumOf(['captured']),
      refundedPaise: sumOf(['refunded']),
      chargebacksPaise: sumOf(['chargeback']),
      feesPaise: sumOf(['fee', 'gst']),
      gstPaise: sumOf(['gst']),
      settledPaise: sumOf(['settled']),
      otherLines,
      otherPaise: sumOf(['captured'], true) - sumOf(['refunded', 'fee', 'gst'], true),
    });
  }

  /** Open items of the month; of the next to close, also of those before. */
  private async unexplainedOf(month: string, { nextToClose }: Calendar): Promise<Unexplained[]> {
    const { day } = entriesOf(month, false, nextToClose);
    const where = { closedAt: null, dismissedAt: null, day };
    const found = await this.prisma.openItem.findMany({ where, orderBy: [{ day: 'asc' }, { subject: 'asc' }] });
    return found.map(({ kind, subject, settlementId, orderId, paise, detail }) => ({
      kind: kind as BooksItemKind,
      ...{ subject, settlementId, orderId, paise: Number(paise), detail: detail ?? '' },
    }));
  }

  /** Entries of days that were in a closed month when they were written. */
  private async correctionsOf(
    month: string,
    entries: Client.BookEntryWhereInput,
    { firstMonth, nextToClose }: Calendar,
  ) {
    if (month === firstMonth || month > nextToClose) return [];
    const where = { AND: [entries, { day: { lt: new Date(firstDayOf(month)) } }] };
    const found = await this.prisma.bookEntry.findMany({ where, orderBy: { id: 'asc' } });
    return found.map(({ day, kind, subject, paise, at }): Correction => {
      const of = isoDay(day);
      return { month: monthOf(of), day: of, kind: kind as Correction['kind'], subject, paise: Number(paise), at };
    });
  }

  private async settledIn(entries: Client.BookEntryWhereInput): Promise<Month['settlements']> {
    const found = await this.prisma.bookEntry.groupBy({
      by: ['subject', 'day'],
      where: { ...entries, kind: 'settled' },
      _sum: { paise: true },
      orderBy: [{ day: 'asc' }, { subject: 'asc' }],
      take: shown,
    });
    const id = { in: found.map(({ subject }) => subject) };
    const known = await this.prisma.settlement.findMany({ where: { id }, select: { id: true, utr: true } });
    const utrs = new Map(known.map(({ id, utr }) => [id, utr]));
    return found.map(({ subject, day, _sum }) => {
      const paise = Number(_sum.paise ?? 0);
      return { id: subject, utr: utrs.get(subject) ?? null, day: isoDay(day), paise };
    });
  }
}

/** Who closes a month, and why. */
export interface Closing {
  as: string;
  reason?: string;
  openingPaise?: number;
  today?: string;
}

function frozen(closed: ClosedMonth): Totals {
  const { openingPaise, capturedPaise, refundedPaise, chargebacksPaise, feesPaise, gstPaise, ...rest } = closed;
  return {
    openingPaise: Number(openingPaise),
    capturedPaise: Number(capturedPaise),
    refundedPaise: Number(refundedPaise),
    chargebacksPaise: Number(chargebacksPaise),
    feesPaise: Number(feesPaise),
    gstPaise: Number(gstPaise),
    settledPaise: Number(rest.settledPaise),
    closingPaise: Number(rest.closingPaise),
    otherLines: rest.otherLines,
    otherPaise: Number(rest.otherPaise),
  };
}
