import { Injectable } from '@nestjs/common';
import type { components } from '@novacore/contract';
import { Prisma } from '../database/prisma.service';
import type { Prisma as Client } from '../generated/prisma/client';
import type { Transaction } from '../mail/outbox';
import { invalidInput, Refusal } from '../problem/problem';
import { firstDayOf, isoDay, lastDayOf, monthAfter, monthOf } from './indian-days';
import { lockBooks, longTransaction } from './lock';

/** Shown of each list. */
const shown = 200;

/** As the desk shows it. */
export type Month = components['schemas']['DeskMonth'];
type Calendar = Pick<Month, 'firstMonth' | 'lastMonth' | 'nextToClose'>;
type Kind = Month['corrections'][number]['kind'];
type Entries = Client.BookEntryWhereInput;

/** The order of entries in a list. */
export const inOrder = [{ at: 'asc' as const }, { kind: 'asc' as const }, { subject: 'asc' as const }];

const acceptedKinds = ['accepted', 'accepted_fees', 'accepted_gst', 'accepted_rounding'];

type Days = { month: string | null; day?: { gte?: Date; lte: Date } };

/** Entries of a month. An open month has those of its days that no month has; the next to close has older ones too. */
function entriesOf(month: string, isClosed: boolean, nextToClose: string): Days {
  const days = { ...(month !== nextToClose && { gte: new Date(firstDayOf(month)) }), lte: new Date(lastDayOf(month)) };
  return isClosed ? { month } : { month: null, day: days };
}

/** The months of the books, by Indian time. A closed one never changes: what changes later corrects the one that is open. */
@Injectable()
export class Months {
  constructor(private readonly prisma: Prisma) {}

  private async calendar(reading: Prisma | Transaction): Promise<Calendar> {
    const [found] = await reading.$queryRaw<[{ first: string | null; last: string | null; lastMonth: string }]>`
      SELECT coalesce((SELECT min(month) FROM closed_months),
          (SELECT to_char(min(day), 'YYYY-MM') FROM book_entries WHERE month IS NULL)) AS first,
        (SELECT max(month) FROM closed_months) AS last, to_char(indian_today(), 'YYYY-MM') AS "lastMonth"`;
    const { first, last, lastMonth } = found;
    const firstMonth = first && first < lastMonth ? first : lastMonth;
    return { firstMonth, lastMonth, nextToClose: last ? monthAfter(last) : firstMonth };
  }

  /** @throws Refusal `month_unknown` */
  async find(month: string, reading: Prisma | Transaction = this.prisma) {
    const calendar = await this.calendar(reading);
    if (month < calendar.firstMonth || month > calendar.lastMonth) throw new Refusal('month_unknown', { month });
    const closed = await reading.closedMonth.findUnique({ where: { month } });
    const imported = await reading.bookProgress.findUnique({ where: { name: 'imported' } });
    const importedUntil = imported && isoDay(imported.day);
    const isOver = month < calendar.lastMonth && (importedUntil ?? '') >= lastDayOf(month);
    return { calendar, closed, importedUntil, isOver, entries: entriesOf(month, !!closed, calendar.nextToClose) };
  }

  /** @throws Refusal `month_unknown` */
  async show(month: string): Promise<Month> {
    const { calendar, closed, importedUntil, isOver, entries } = await this.find(month);
    const [totals, unexplained, accepted, corrections, settled] = await Promise.all([
      this.totalsOf(this.prisma, entries, closed ? Number(closed.openingPaise) : await this.openingOf(month, calendar)),
      closed ? [] : this.unexplainedOf(entries),
      this.acceptedIn(entries),
      this.correctionsOf(month, entries, calendar),
      this.settledIn(entries),
    ]);
    return {
      ...{ month, ...calendar, ...totals, isClosed: !!closed, openingReason: closed?.openingReason ?? null },
      canClose: !closed && month === calendar.nextToClose && isOver && !unexplained.length,
      ...{ receipts: await this.receiptsOf(entries, totals.capturedPaise), accepted, importedUntil },
      settlements: settled.slice(0, shown).map(({ settlement: { id, utr }, day, paise }) => ({ id, utr, day, paise })),
      ...{ unexplained: unexplained.slice(0, shown), unexplainedCount: unexplained.length },
      unexplainedPaise: unexplained.reduce((sum, { paise }) => sum + Math.abs(paise), 0),
      ...corrections,
      closedAt: closed?.closedAt.toISOString() ?? null,
      ...{ closedBy: closed?.closedBy ?? null, asOf: new Date().toISOString() },
    };
  }

  /**
   * Gives a month every entry until its end that no month has. They never change, so its totals do not.
   * @param openingPaise of the first month: what was at the provider when it began
   * @throws Refusal `month_unknown`, 400 invalid_input, `month_closed`, `month_not_ready`, `month_unexplained`, `opening_known`, `books_busy`
   */
  async close(month: string, by: { as: string; reason: string; openingPaise?: number }): Promise<Month> {
    const { openingPaise } = by;
    await this.prisma.$transaction(async (tx) => {
      // No import writes and no other month closes from here on.
      await lockBooks(tx);
      const { calendar, closed, isOver, entries: where } = await this.find(month, tx);
      const { firstMonth, nextToClose } = calendar;
      if (closed) throw new Refusal('month_closed', { month });
      if (month !== nextToClose) throw new Refusal('month_not_ready', { month, nextToClose });
      if (openingPaise !== undefined && month !== firstMonth) throw new Refusal('opening_known', { month });
      const count = await tx.case.count({ where: { state: { not: 'done' }, day: where.day } });
      if (count) throw new Refusal('month_unexplained', { month, count: `${count}` });
      if (!isOver) throw new Refusal('month_not_ready', { month, nextToClose });
      if (openingPaise === undefined && month === firstMonth)
        throw invalidInput('/openingPaise', 'is the balance at Razorpay when the first month began');
      // Day by day, for the limit of statements. What is written from now on is left to the next month.
      const days = await tx.bookEntry.groupBy({ by: ['day'], where });
      for (const { day } of days) await tx.bookEntry.updateMany({ where: { month: null, day }, data: { month } });
      const last = await tx.closedMonth.findFirst({ orderBy: { month: 'desc' } });
      const opening = last ? Number(last.closingPaise) : (openingPaise ?? 0);
      const { closingPaise } = await this.totalsOf(tx, { month }, opening);
      const openingReason = openingPaise ? by.reason : null;
      await tx.closedMonth.create({
        data: { month, openingPaise: opening, openingReason, closingPaise, closedBy: by.as },
      });
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

  /** Closing = opening + captured − refunded − chargebacks − fees − settled + accepted. */
  private async totalsOf(reading: Prisma | Transaction, entries: Entries, openingPaise: number) {
    const sums = await reading.bookEntry.groupBy({ by: ['kind', 'isOther'], where: entries, _sum: { paise: true } });
    // A line that changed has several entries.
    const others = await reading.bookEntry.groupBy({
      by: ['kind', 'subject'],
      where: { ...entries, isOther: true, kind: { in: ['captured', 'refunded'] } },
      having: { paise: { _sum: { not: 0 } } },
    });
    const paiseOfKinds = (kinds: string[], onlyOther = false) =>
      sums
        .filter(({ kind, isOther }) => kinds.includes(kind) && (isOther || !onlyOther))
        .reduce((sum, { _sum }) => sum + Number(_sum.paise), 0);
    const gone = ['refunded', 'chargeback', 'fee', 'gst', 'settled'];
    return {
      openingPaise,
      capturedPaise: paiseOfKinds(['captured']),
      refundedPaise: paiseOfKinds(['refunded']),
      chargebacksPaise: paiseOfKinds(['chargeback']),
      feesPaise: paiseOfKinds(['fee', 'gst']),
      gstPaise: paiseOfKinds(['gst']),
      settledPaise: paiseOfKinds(['settled']),
      acceptedPaise: paiseOfKinds(acceptedKinds),
      closingPaise: openingPaise + paiseOfKinds(['captured', ...acceptedKinds]) - paiseOfKinds(gone),
      otherLines: others.length,
      otherPaise: paiseOfKinds(['captured'], true) - paiseOfKinds(['refunded', 'fee', 'gst'], true),
    };
  }

  /** Cases of the month that are not done; of the next to close, also of those before. */
  private async unexplainedOf({ day }: Days): Promise<Month['unexplained']> {
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

  /** Captured = receipts + what the receipts of the same month leave of it. */
  private async receiptsOf(entries: Entries, capturedPaise: number): Promise<Month['receipts']> {
    const left = await this.withoutReceipt(entries);
    const paiseOfSource = (source: string) =>
      left.filter((each) => each.source === source).reduce((sum, { paise }) => sum + paise, 0);
    const [withoutReceiptPaise, otherPaise, acrossPaise] = [
      paiseOfSource('own'),
      paiseOfSource('other'),
      paiseOfSource('other month'),
    ];
    const withoutReceipt = left.filter(({ source }) => source === 'own').slice(0, shown);
    return {
      issuedPaise: capturedPaise - withoutReceiptPaise - otherPaise - acrossPaise,
      ...{ withoutReceiptPaise, otherPaise, acrossPaise },
      withoutReceipt: withoutReceipt.map(({ source: _, ...payment }) => payment),
    };
  }

  /** Payments whose captured amounts and receipts differ in a month. A receipt may be of another month. */
  async withoutReceipt(entries: Entries) {
    const found = await this.prisma.bookEntry.groupBy({
      by: ['subject', 'isOther'],
      where: { ...entries, kind: { in: ['captured', 'receipt'] } },
      _min: { day: true },
      _sum: { paise: true },
      having: { paise: { _sum: { not: 0 } } },
      orderBy: [{ _min: { day: 'asc' } }, { subject: 'asc' }],
    });
    const ids = found.map(({ subject }) => subject);
    const payments = await receiptsFor(this.prisma, ids);
    return found.map(({ subject: paymentId, isOther, _min, _sum }) => {
      const { receipt, order: orderId = null } = payments.get(paymentId) ?? {};
      const source = isOther ? 'other' : receipt ? 'other month' : 'own';
      return { paymentId, orderId, day: isoDay(_min.day ?? new Date(0)), paise: Number(_sum.paise), source };
    });
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
    if (month === firstMonth || month > nextToClose) return { corrections: [], correctionCount: 0 };
    const where = { AND: [entries, { day: { lt: new Date(firstDayOf(month)) }, kind: { not: 'receipt' } }] };
    const found = await this.prisma.bookEntry.findMany({ where, orderBy: inOrder, take: shown });
    const corrections = found.map(({ day, kind, subject, paise, at }) => ({
      ...{ month: monthOf(isoDay(day)), day: isoDay(day), subject, paise: Number(paise), at: at.toISOString() },
      kind: (kind.startsWith('accepted') ? 'accepted' : kind) as Kind,
    }));
    return { corrections, correctionCount: await this.prisma.bookEntry.count({ where }) };
  }

  /** Settlements that moved money in a month, oldest first. */
  async settledIn(entries: Entries) {
    const found = await this.prisma.bookEntry.groupBy({
      by: ['subject', 'day'],
      where: { ...entries, kind: 'settled' },
      _sum: { paise: true },
      orderBy: [{ day: 'asc' }, { subject: 'asc' }],
    });
    const id = { in: found.map(({ subject }) => subject) };
    const known = new Map((await this.prisma.settlement.findMany({ where: { id } })).map((each) => [each.id, each]));
    return found.flatMap(({ subject, day, _sum }) => {
      const settlement = known.get(subject);
      return settlement ? { settlement, day: isoDay(day), paise: Number(_sum.paise) } : [];
    });
  }
}

/** The order and the receipt's number of each payment. A second payment of an order has no receipt. */
export async function receiptsFor(prisma: Prisma, ids: string[]) {
  const found = await prisma.payment.findMany({ where: { id: { in: ids } }, include: { order: true } });
  return new Map(
    found.map(({ id, order }) => {
      const receipt = order.paidPaymentId === id ? order.receiptNumber : null;
      return [id, { receipt, order: order.providerOrderId ?? order.id }];
    }),
  );
}
