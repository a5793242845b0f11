import { Injectable } from '@nestjs/common';
import type { components } from '@novacore/contract';
import { Prisma } from '../database/prisma.service';
import { Prisma as Client, type ClosedMonth } from '../generated/prisma/client';
import type { Transaction } from '../mail/outbox';
import { invalidInput, Refusal } from '../problem/problem';
import { SettlementImport } from './import';
import { endOfDay, firstDayOf, isoDay, lastDayOf, monthAfter, monthOf, startOfDay } from './indian-days';
import { lockBooks, longTransaction } from './lock';

/** Shown of each list. */
const shown = 200;

/** As the desk shows it. */
export type Month = components['schemas']['DeskMonth'];
type Calendar = Pick<Month, 'firstMonth' | 'lastMonth' | 'nextToClose'>;
type Kind = Month['corrections'][number]['kind'];
type Entries = Client.BookEntryWhereInput;

const amounts = [
  'openingPaise',
  'capturedPaise',
  'refundedPaise',
  'chargebacksPaise',
  'feesPaise',
  'gstPaise',
  'settledPaise',
  'acceptedPaise',
  'closingPaise',
  'otherPaise',
] as const;
type Totals = Pick<Month, (typeof amounts)[number] | 'otherLines'>;

const acceptedKinds = ['accepted', 'accepted_fees', 'accepted_gst', 'accepted_rounding'];

/** Entries of a month. An open month has those of its days that no month has; the next to close has older ones too. */
export function entriesOf(month: string, isClosed: boolean, nextToClose: string) {
  const days = { ...(month !== nextToClose && { gte: new Date(firstDayOf(month)) }), lte: new Date(lastDayOf(month)) };
  return isClosed ? { month } : { month: null, day: days };
}

/** Closing = opening + captured − refunded − chargebacks − fees − settled + accepted. */
const balanced = (totals: Omit<Totals, 'closingPaise'>): Totals => {
  const { openingPaise, capturedPaise, refundedPaise, chargebacksPaise, feesPaise, settledPaise } = totals;
  const gonePaise = refundedPaise + chargebacksPaise + feesPaise + settledPaise;
  return { ...totals, closingPaise: openingPaise + capturedPaise - gonePaise + totals.acceptedPaise };
};

const asNumbers = (closed: ClosedMonth): Totals => ({
  ...(Object.fromEntries(amounts.map((name) => [name, Number(closed[name])])) as Totals),
  otherLines: closed.otherLines,
});

/** The months of the books, by Indian time. A closed one never changes: what changes later corrects the one that is open. */
@Injectable()
export class Months {
  constructor(
    private readonly prisma: Prisma,
    private readonly importer: SettlementImport,
  ) {}

  async calendar(): Promise<Calendar> {
    const [found] = await this.prisma.$queryRaw<[{ first: string | null; last: string | null; lastMonth: string }]>`
      SELECT coalesce((SELECT min(month) FROM closed_months),
          (SELECT to_char(min(day), 'YYYY-MM') FROM book_entries WHERE month IS NULL)) AS first,
        (SELECT max(month) FROM closed_months) AS last, to_char(indian_today(), 'YYYY-MM') AS "lastMonth"`;
    const { first, last, lastMonth } = found;
    const firstMonth = first && first < lastMonth ? first : lastMonth;
    return { firstMonth, lastMonth, nextToClose: last ? monthAfter(last) : firstMonth };
  }

  /** @throws Refusal `month_unknown` */
  async show(month: string): Promise<Month> {
    const calendar = await this.calendar();
    if (month < calendar.firstMonth || month > calendar.lastMonth) throw new Refusal('month_unknown', { month });
    const closed = await this.prisma.closedMonth.findUnique({ where: { month } });
    const entries = entriesOf(month, !!closed, calendar.nextToClose);
    const [totals, receipts, unexplained, accepted, corrections, settlements, last] = await Promise.all([
      closed ? asNumbers(closed) : this.totalsOf(this.prisma, entries, await this.openingOf(month, calendar)),
      this.receiptsOf(month, !!closed, calendar),
      closed ? [] : this.unexplainedOf(month, calendar),
      this.acceptedIn(entries),
      this.correctionsOf(month, entries, calendar),
      this.settledIn(entries),
      this.importer.lastComplete(),
    ]);
    const isOver = month < calendar.lastMonth && !!last && last.day >= lastDayOf(month);
    return {
      ...{ month, ...calendar, ...totals, isClosed: !!closed, openingReason: closed?.openingReason ?? null },
      canClose: !closed && month === calendar.nextToClose && isOver && !unexplained.length,
      ...{ receipts, settlements, accepted, importedUntil: last?.day ?? null },
      ...{ unexplained: unexplained.slice(0, shown), unexplainedCount: unexplained.length },
      unexplainedPaise: unexplained.reduce((sum, { paise }) => sum + Math.abs(paise), 0),
      ...{ corrections: corrections.slice(0, shown), correctionCount: corrections.length },
      ...{
        closedAt: closed?.closedAt.toISOString() ?? null,
        closedBy: closed?.closedBy ?? null,
        asOf: new Date().toISOString(),
      },
    };
  }

  /**
   * Freezes the totals of a month, with every entry until its end that no month has.
   * @param openingPaise of the first month: what was at the provider when it began
   * @throws Refusal `month_unknown`, 400 invalid_input, `month_closed`, `month_not_ready`, `month_unexplained`, `opening_known`, `books_busy`
   */
  async close(month: string, { as, reason, openingPaise }: Closing): Promise<Month> {
    const { isClosed, canClose, firstMonth, nextToClose, unexplainedCount } = await this.show(month);
    if (isClosed) throw new Refusal('month_closed', { month });
    if (month !== nextToClose) throw new Refusal('month_not_ready', { month, nextToClose });
    if (openingPaise !== undefined && month !== firstMonth) throw new Refusal('opening_known', { month });
    if (unexplainedCount) throw new Refusal('month_unexplained', { month, count: `${unexplainedCount}` });
    if (!canClose) throw new Refusal('month_not_ready', { month, nextToClose });
    if (openingPaise === undefined && month === firstMonth)
      throw invalidInput('/openingPaise', 'is the balance at the provider when the first month began');
    await this.prisma.$transaction(async (tx) => {
      await lockBooks(tx);
      if (await tx.closedMonth.findUnique({ where: { month } })) throw new Refusal('month_closed', { month });
      const where = entriesOf(month, false, nextToClose);
      // An import may have written since.
      const count = await tx.case.count({ where: { state: { not: 'done' }, day: where.day } });
      if (count) throw new Refusal('month_unexplained', { month, count: `${count}` });
      // Day by day, for the limit of statements. What is written from now on is left to the next month.
      const days = await tx.bookEntry.groupBy({ by: ['day'], where });
      for (const { day } of days) await tx.bookEntry.updateMany({ where: { month: null, day }, data: { month } });
      const last = await tx.closedMonth.findFirst({ orderBy: { month: 'desc' } });
      const opening = last ? Number(last.closingPaise) : (openingPaise ?? 0);
      const totals = await this.totalsOf(tx, { month }, opening);
      const openingReason = openingPaise ? reason : null;
      await tx.closedMonth.create({ data: { ...totals, month, openingReason, closedBy: as } });
    }, longTransaction);
    return this.show(month);
  }

  /** The closing balance of the last closed month, and what the open months before this one add to it. */
  private async openingOf(month: string, { nextToClose }: Calendar): Promise<number> {
    const last = await this.prisma.closedMonth.findFirst({ orderBy: { month: 'desc' } });
    const opening = Number(last?.closingPaise ?? 0);
    if (month === nextToClose) return opening;
    const before = { month: null, day: { lt: new Date(firstDayOf(month)) } };
    return (await this.totalsOf(this.prisma, before, opening)).closingPaise;
  }

  private async totalsOf(reading: Prisma | Transaction, entries: Entries, openingPaise: number): Promise<Totals> {
    const sums = await reading.bookEntry.groupBy({ by: ['kind', 'isOther'], where: entries, _sum: { paise: true } });
    // A line that changed has several entries.
    const others = await reading.bookEntry.groupBy({
      by: ['kind', 'subject'],
      where: { ...entries, isOther: true, kind: { in: ['captured', 'refunded'] } },
      having: { paise: { _sum: { not: 0 } } },
    });
    const sumOf = (kinds: string[], onlyOther = false) =>
      sums
        .filter(({ kind, isOther }) => kinds.includes(kind) && (isOther || !onlyOther))
        .reduce((sum, { _sum }) => sum + Number(_sum.paise ?? 0), 0);
    return balanced({
      openingPaise,
      capturedPaise: sumOf(['captured']),
      refundedPaise: sumOf(['refunded']),
      chargebacksPaise: sumOf(['chargeback']),
      feesPaise: sumOf(['fee', 'gst']),
      gstPaise: sumOf(['gst']),
      settledPaise: sumOf(['settled']),
      acceptedPaise: sumOf(acceptedKinds),
      otherLines: others.length,
      otherPaise: sumOf(['captured'], true) - sumOf(['refunded', 'fee', 'gst'], true),
    });
  }

  /** Cases of the month that are not done; of the next to close, also of those before. */
  private async unexplainedOf(month: string, { nextToClose }: Calendar): Promise<Month['unexplained']> {
    const { day } = entriesOf(month, false, nextToClose);
    const found = await this.prisma.case.findMany({
      where: { state: { not: 'done' }, day },
      include: { order: true },
      orderBy: [{ day: 'asc' }, { subject: 'asc' }],
    });
    return found.map(({ kind, subject, revision, settlementId, order, paise, detail }) => ({
      kind: kind as Month['unexplained'][number]['kind'],
      ...{ subject, revision, settlementId, orderId: order && (order.providerOrderId ?? order.id) },
      ...{ paise: Number(paise), nextStep: detail },
    }));
  }

  /** Receipts and payments without one, as parts of what was captured. */
  private async receiptsOf(month: string, isClosed: boolean, { nextToClose }: Calendar): Promise<Month['receipts']> {
    const [first, last] = [firstDayOf(month), lastDayOf(month)];
    const oldest = month === nextToClose ? '2000-01-01' : first;
    const entries = isClosed
      ? Client.sql`month = ${month}`
      : Client.sql`month IS NULL AND day >= ${oldest}::date AND day <= ${last}::date`;
    const [sums] = await this.prisma.$queryRaw<[Record<'other' | 'without' | 'here' | 'elsewhere' | 'issued', number>]>`
      SELECT coalesce(sum(paise) FILTER (WHERE is_other), 0)::float8 AS other,
        coalesce(sum(paise) FILTER (WHERE NOT is_other AND receipt_day IS NULL), 0)::float8 AS without,
        coalesce(sum(paise) FILTER (WHERE receipt_day BETWEEN ${first}::date AND ${last}::date), 0)::float8 AS here,
        coalesce(sum(paise) FILTER (WHERE receipt_day NOT BETWEEN ${first}::date AND ${last}::date), 0)::float8 AS elsewhere,
        (SELECT coalesce(sum(amount_paise), 0) FROM orders WHERE receipt_number IS NOT NULL
          AND paid_at >= ${startOfDay(first)} AND paid_at < ${endOfDay(last)})::float8 AS issued
      FROM captured_entries WHERE ${entries}`;
    const withoutReceipt = await this.prisma.$queryRaw<Month['receipts']['withoutReceipt']>`
      SELECT subject AS "paymentId", coalesce(o.provider_order_id, o.id::text) AS "orderId", day::text, sum(paise)::float8 AS paise
      FROM captured_entries AS e LEFT JOIN orders AS o ON o.id = e.order_id
      WHERE ${entries} AND NOT is_other AND receipt_day IS NULL
      GROUP BY subject, day, o.id HAVING sum(paise) <> 0 ORDER BY day, subject LIMIT ${shown}::int`;
    return {
      issuedPaise: sums.issued,
      withoutReceiptPaise: sums.without,
      otherPaise: sums.other,
      acrossPaise: sums.elsewhere + sums.here - sums.issued,
      withoutReceipt,
    };
  }

  /** Differences that staff accepted, and those that ended after. */
  private async acceptedIn(entries: Entries): Promise<Month['accepted']> {
    const found = await this.prisma.bookEntry.groupBy({
      by: ['subject', 'day', 'kind'],
      where: { ...entries, kind: { in: acceptedKinds } },
      _sum: { paise: true },
      having: { paise: { _sum: { not: 0 } } },
      orderBy: [{ day: 'asc' }, { subject: 'asc' }, { kind: 'asc' }],
      take: shown,
    });
    const subject = { in: found.map((each) => each.subject) };
    const cases = await this.prisma.case.findMany({ where: { subject, day: { not: null }, reason: { not: null } } });
    const reasons = new Map(cases.map(({ subject, reason }) => [subject, reason]));
    return found.map(({ subject, day, kind, _sum }) => ({
      subject,
      day: isoDay(day),
      account: (kind.split('_')[1] ?? 'suspense') as Month['accepted'][number]['account'],
      paise: Number(_sum.paise ?? 0),
      reason: reasons.get(subject) ?? null,
    }));
  }

  /** Entries of days that were in a closed month when they were written. */
  private async correctionsOf(month: string, entries: Entries, { firstMonth, nextToClose }: Calendar) {
    if (month === firstMonth || month > nextToClose) return [];
    const where = { AND: [entries, { day: { lt: new Date(firstDayOf(month)) } }] };
    const orderBy = [{ at: 'asc' as const }, { kind: 'asc' as const }, { subject: 'asc' as const }];
    const found = await this.prisma.bookEntry.findMany({ where, orderBy });
    return found.map(({ day, kind, subject, paise, at }) => ({
      ...{ month: monthOf(isoDay(day)), day: isoDay(day), subject, paise: Number(paise), at: at.toISOString() },
      kind: (kind.startsWith('accepted') ? 'accepted' : kind) as Kind,
    }));
  }

  private async settledIn(entries: Entries): Promise<Month['settlements']> {
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
  reason: string;
  openingPaise?: number;
}
