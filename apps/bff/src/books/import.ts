// The books in one paragraph. A settlement is a list of lines. Each line names a payment, refund or adjustment. Our rows
// determine what a line should be (`match.ts`). A difference is a case (`matching.ts`, `unsettled.ts`). A month is the
// sum of entries, and closes once (`months.ts`). This file stores what Razorpay reports. What it does beyond that:
// - It reads the last three days again: Razorpay lists lines late.
// - It reads settlements of 15 days again: Razorpay fails a settlement, and tells its UTR, days later.
// - It keeps the lines of a failed settlement: Razorpay lists them again under the settlement that replaces it.
// - It keeps lines before their settlement: Razorpay reports the two in separate lists.
// - It counts the copies of a line: Razorpay pages by `skip`, and may list a line twice.
import { Injectable } from '@nestjs/common';
import { lasting, report } from '../cases/cases';
import { Prisma } from '../database/prisma.service';
import { type Job, Jobs } from '../jobs/jobs';
import { Log } from '../log';
import type { Transaction } from '../mail/outbox';
import type { SettlementReport } from '../payments/rules/books';
import { type DayLine, SettlementReports } from '../payments/work/settlement-reports';
import { addDays, dayOf, daysBetween, endOfDay, indianToday, isoDay, startOfDay } from './indian-days';
import { lockBooks, longTransaction } from './lock';
import { matchLines } from './matching';
import { reportUnsettled } from './unsettled';

const lateDays = 3;
const changingDays = 15;
/** A settlement that is still unfinished after this is not read again. Its case stays. */
const unfinishedDays = 60;
/** Staff hear of an import that is so many days behind. */
const behindDays = 2;

type Reported = Omit<SettlementReport, 'status'> & { status: string };

/** Stores what the provider reports about settlements. It is safe to repeat, to interrupt, and to run twice at once. */
@Injectable()
export class SettlementImport {
  constructor(
    private readonly prisma: Prisma,
    private readonly reports: SettlementReports,
  ) {}

  /** The last day that was imported after its end. Every day before it was imported too. */
  async lastComplete(): Promise<{ day: string; importedAt: Date } | undefined> {
    const last = await this.prisma.bookProgress.findUnique({ where: { name: 'imported' } });
    return last ? { day: isoDay(last.day), importedAt: last.at } : undefined;
  }

  async isCurrent(): Promise<boolean> {
    return ((await this.lastComplete())?.day ?? '') >= addDays(await indianToday(this.prisma), -1);
  }

  /**
   * Imports the days since the last complete one, and the three before.
   * @param since an older day from which to read again
   * @throws the error of the first day that could not be read; the days after it are left to the next run
   */
  async run({ since, isStopping = () => false }: { since?: string; isStopping?(): boolean } = {}) {
    const today = await indianToday(this.prisma);
    const last = await this.lastComplete();
    const { _min } = await this.prisma.payment.aggregate({ _min: { providerCreatedAt: true } });
    const start = last ? addDays(last.day, 1 - lateDays) : _min.providerCreatedAt && dayOf(_min.providerCreatedAt);
    // Without a payment there is nothing to settle.
    if (!start) return { since: today, until: today, days: 0, lines: 0 };
    const first = since && since < start ? since : start;
    const days = daysBetween(first, today);
    let lines = 0;
    const read = async () => {
      const settlements = await this.settlementsSince(first, today);
      await this.store(settlements.filter(({ createdAt }) => dayOf(createdAt) < first));
      for (const day of days) if (!isStopping()) lines += await this.importDay(day, settlements, day < today);
    };
    const [imported] = await Promise.allSettled([read()]);
    const [followed] = await Promise.allSettled(isStopping() ? [] : [this.followUp(first, today)]);
    // The first error is the cause: it is thrown, and a second one only after it is gone.
    for (const step of [imported, followed]) if (step?.status === 'rejected') throw step.reason;
    return { since: first, until: today, days: days.length, lines };
  }

  private async settlementsSince(first: string, today: string): Promise<SettlementReport[]> {
    const day = { gte: new Date(addDays(today, -unfinishedDays)) };
    const oldest = await this.prisma.settlement.findFirst({ where: { ...unfinished, day }, orderBy: { day: 'asc' } });
    const [from = first] = [addDays(first, -changingDays), oldest ? isoDay(oldest.day) : first].sort();
    return this.reports.madeIn({ from: startOfDay(from), to: new Date(endOfDay(today).getTime() - 1_000) });
  }

  private async importDay(day: string, settlements: SettlementReport[], isComplete: boolean): Promise<number> {
    const lines = await this.reports.linesOf(day);
    const named = new Set(lines.map(({ settlementId }) => settlementId));
    const ofDay = settlements.filter(({ id, createdAt }) => named.has(id) || dayOf(createdAt) === day);
    await this.store(ofDay, { day, lines, isComplete });
    return lines.length;
  }

  /** One transaction per day: a stop between two days leaves nothing half done. */
  private async store(settlements: Reported[], of?: { day: string; lines: DayLine[]; isComplete: boolean }) {
    await this.prisma.$transaction(async (tx) => {
      await lockBooks(tx);
      const all: Reported[] = of ? [...settlements, ...(await unreported(tx, settlements, of))] : settlements;
      const changed = await storeSettlements(tx, all);
      const lines = of ? await storeLines(tx, of.day, of.lines) : [];
      const inChanged = await tx.settlementLine.findMany({ where: { settlementId: { in: changed } } });
      const subjects = [...lines, ...inChanged].map(({ subject }) => subject);
      // A settlement that lost its only line of the day has no subject left to lead to it.
      await matchLines(tx, subjects, [...changed, ...lines.map(({ settlementId }) => settlementId)]);
      if (of?.isComplete)
        await tx.$executeRaw`
          INSERT INTO book_progress AS known (name, day) VALUES ('imported', ${of.day}::date)
          ON CONFLICT (name) DO UPDATE SET day = greatest(known.day, EXCLUDED.day), at = EXCLUDED.at`;
    }, longTransaction);
  }

  /** Judges open differences again, and looks for money that should be settled and for an import that is behind. */
  private async followUp(since: string, today: string) {
    const until = (await this.lastComplete())?.day ?? addDays(since, -1);
    await this.prisma.$transaction(async (tx) => {
      await lockBooks(tx);
      const known = await lasting(tx, 'line');
      const ids = known.map(({ subject }) => subject);
      const lines = await tx.settlementLine.findMany({ where: { entityId: { in: ids } } });
      const late = (await tx.settlement.findMany({ where: unfinished })).map(({ id }) => id);
      await matchLines(tx, [...lines.map(({ subject }) => subject), ...ids], late);
      await reportUnsettled(tx, since);
      const detail = `Settlements are imported until ${until} only. Run npm run books -- import: it names the problem. See the log event job_failed of the job books.`;
      const behind = { kind: 'settlement' as const, subject: 'import', facts: '', detail };
      const isBehind = until < addDays(today, -behindDays);
      await report(tx, ['settlement'], ['import'], isBehind ? [behind] : []);
    }, longTransaction);
  }
}

const unfinished = { OR: [{ status: { in: ['created', 'unknown'] } }, { status: 'processed', utr: null }] };

/** Settlements of these lines that nothing has reported yet. */
async function unreported(tx: Transaction, settlements: Reported[], { day, lines }: { day: string; lines: DayLine[] }) {
  const ids = new Set(lines.map(({ settlementId }) => settlementId));
  const stored = await tx.settlement.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  for (const { id } of [...settlements, ...stored]) ids.delete(id);
  const amounts = { amountPaise: 0, feePaise: 0, taxPaise: 0 };
  return [...ids].map((id) => ({ id, status: 'unknown', ...amounts, utr: null, createdAt: startOfDay(day) }));
}

/** @returns the ids of those that are new or changed */
async function storeSettlements(tx: Transaction, settlements: Reported[]): Promise<string[]> {
  const changed: string[] = [];
  for (const { id, createdAt, ...amounts } of settlements) {
    const row = { ...amounts, providerCreatedAt: createdAt, day: new Date(dayOf(createdAt)) };
    const stored = await tx.settlement.findUnique({ where: { id } });
    const isSame = (name: keyof typeof row) => String(stored?.[name]) === String(row[name]);
    if (stored && (Object.keys(row) as (keyof typeof row)[]).every(isSame)) continue;
    await tx.settlement.upsert({ where: { id }, create: { id, ...row }, update: row });
    changed.push(id);
  }
  return changed;
}

const rowOf = (day: Date, { createdAt, ...line }: DayLine) => ({ ...line, day, providerCreatedAt: createdAt });
type Row = ReturnType<typeof rowOf>;

/** Two rows with the same text are the same report. */
const textOf = ({ settlementId, type, entityId, copy, ...row }: Row) =>
  [
    ...[settlementId, type, entityId, copy, row.paymentId, row.providerOrderId, row.receipt, row.disputeId],
    ...[row.amountPaise, row.creditPaise, row.debitPaise, row.feePaise, row.taxPaise, row.currency],
    ...[row.description, row.settledAt?.getTime()],
  ].join('\n');

/** Replaces the lines of a day that changed. @returns all lines of the day, and the removed ones */
async function storeLines(tx: Transaction, date: string, lines: DayLine[]) {
  const day = new Date(date);
  const reported = new Map(lines.map((line) => rowOf(day, line)).map((row) => [textOf(row), row]));
  const stored = await tx.settlementLine.findMany({ where: { day } });
  const settlementIds = [...new Set(stored.map(({ settlementId }) => settlementId))];
  const failed = await tx.settlement.findMany({ where: { id: { in: settlementIds }, status: 'failed' } });
  const isKept = new Set(failed.map(({ id }) => id));
  const gone = [];
  for (const line of stored) {
    const isSame = reported.delete(textOf(line as unknown as Row));
    if (!isSame && !isKept.has(line.settlementId)) gone.push(line);
  }
  await tx.settlementLine.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
  await tx.settlementLine.createMany({ data: [...reported.values()], skipDuplicates: true });
  return [...gone, ...(await tx.settlementLine.findMany({ where: { day } }))];
}

/** Imports every night by Indian time, once the day before is over. */
@Injectable()
export class SettlementImportJob {
  constructor(importer: SettlementImport, jobs: Jobs, log: Log) {
    const run = async (job: Job) => {
      if (await importer.isCurrent()) return;
      const report = await importer.run({ isStopping: () => job.isStopping });
      log.info({ event: 'settlements_imported', ...report }, 'settlements imported');
    };
    jobs.add({ name: 'books', periodMs: 15 * 60_000, on: 'one instance', run });
  }
}
