import { Injectable } from '@nestjs/common';
import { lasting, report } from '../cases/cases';
import { Prisma } from '../database/prisma.service';
import { type Job, Jobs } from '../jobs/jobs';
import { Log } from '../log';
import type { Transaction } from '../mail/outbox';
import type { SettlementReport } from '../payments/rules/books';
import { type DayLine, SettlementReports } from '../payments/work/settlement-reports';
import { clock } from './clock';
import { addDays, dayOf, daysBetween, endOfDay, startOfDay } from './indian-days';
import { lockBooks, longTransaction } from './lock';
import { matchLines, noteLateSettlements } from './matching';
import { isUnsettledNoted, noteUnsettled } from './unsettled';

/** Rows appear late, so these days are read again. */
const lateDays = 3;
/** A bank returns a settlement within days: so many days are asked for their settlements again. */
const changingDays = 15;

/** The provider may repeat a failed settlement under its id, and may tell a UTR late: so many days are asked for them. */
const repeatingDays = 60;
/** Days without a complete import after which a person looks at it. */
const behindDays = 2;

/** What the provider reported of settlements, and when it was asked. */
interface Reading {
  readAt: Date;
  settlements: SettlementReport[];
}

interface Run {
  /** The first day; absent: three days before the first that is not complete. */
  since?: string;
  /** Begins no further day. */
  isStopping?(): boolean;
}

export interface ImportReport {
  since: string;
  until: string;
  days: number;
  lines: number;
}

const upsertLines = (tx: Transaction, day: string, lines: DayLine[]) => tx.$queryRaw<{ entityId: string | null }[]>`
  WITH reported AS (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS r("settlementId" text, type text, "entityId" text,
      copy int, "paymentId" text, "providerOrderId" text, receipt text, "disputeId" text, "amountPaise" bigint,
      "creditPaise" bigint, "debitPaise" bigint, "feePaise" bigint, "taxPaise" bigint, currency text, method text,
      description text, "createdAt" timestamptz, "settledAt" timestamptz)
  ), removed AS (
    DELETE FROM settlement_lines AS l WHERE day = ${day}::date
      AND NOT EXISTS (SELECT FROM settlements AS s WHERE s.id = l.settlement_id AND status = 'failed')
      AND NOT EXISTS (SELECT FROM reported AS r WHERE (r."settlementId", r.type, r."entityId", r.copy) =
        (l.settlement_id, l.type, l.entity_id, l.copy))
    RETURNING entity_id, dispute_id, refund_id
  ), written AS (
    INSERT INTO settlement_lines AS l (day, settlement_id, type, entity_id, copy, payment_id, provider_order_id, receipt,
      dispute_id, refund_id, amount_paise, credit_paise, debit_paise, fee_paise, tax_paise, currency, method, description,
      provider_created_at, settled_at)
    SELECT ${day}::date, "settlementId", type, "entityId", copy, "paymentId", "providerOrderId", receipt, "disputeId",
      CASE WHEN type = 'adjustment' THEN substring(description from '\\mrfnd_[A-Za-z0-9_-]{1,60}') END, "amountPaise", "creditPaise", "debitPaise", "feePaise", "taxPaise", currency, method, description, "createdAt", "settledAt"
    FROM reported
    ON CONFLICT (day, settlement_id, type, entity_id, copy) DO UPDATE SET payment_id = EXCLUDED.payment_id,
      provider_order_id = EXCLUDED.provider_order_id, receipt = EXCLUDED.receipt, dispute_id = EXCLUDED.dispute_id,
      refund_id = EXCLUDED.refund_id, amount_paise = EXCLUDED.amount_paise, credit_paise = EXCLUDED.credit_paise, debit_paise = EXCLUDED.debit_paise,
      fee_paise = EXCLUDED.fee_paise, tax_paise = EXCLUDED.tax_paise, currency = EXCLUDED.currency,
      method = EXCLUDED.method, description = EXCLUDED.description, settled_at = EXCLUDED.settled_at
    WHERE (l.amount_paise, l.credit_paise, l.debit_paise, l.fee_paise, l.tax_paise, l.currency, l.payment_id, l.provider_order_id,
      l.receipt, l.dispute_id, l.description, l.settled_at) IS DISTINCT FROM (EXCLUDED.amount_paise,
      EXCLUDED.credit_paise, EXCLUDED.debit_paise, EXCLUDED.fee_paise, EXCLUDED.tax_paise, EXCLUDED.currency,
      EXCLUDED.payment_id, EXCLUDED.provider_order_id, EXCLUDED.receipt, EXCLUDED.dispute_id, EXCLUDED.description, EXCLUDED.settled_at)
    RETURNING entity_id
  )
  SELECT unnest(ARRAY[entity_id, dispute_id, refund_id]) AS "entityId"
  FROM removed UNION SELECT "entityId" FROM reported`;

/**
 * A settlement that is known by its lines only is named too. A later reading counts, whatever its status.
 * @returns those that changed.
 */
const upsertSettlements = (tx: Transaction, { readAt, settlements }: Reading, lines: DayLine[], day: Date) =>
  tx.$queryRaw<{ id: string; entityIds: string[] }[]>`
  WITH reported AS (
    SELECT *, ${readAt}::timestamptz AS read_at FROM jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb) AS r(id text,
      status text, "amountPaise" bigint, "feePaise" bigint, "taxPaise" bigint, utr text, "createdAt" timestamptz)
    UNION ALL
    SELECT "settlementId", 'unknown', 0, 0, 0, NULL, coalesce(min("settledAt"), ${day}), NULL
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l("settlementId" text, "settledAt" timestamptz)
    GROUP BY 1
  ), written AS (
    INSERT INTO settlements AS s (id, status, amount_paise, fee_paise, tax_paise, utr, provider_created_at, day, read_at)
    SELECT DISTINCT ON (id) id, status, "amountPaise", "feePaise", "taxPaise", utr, "createdAt", indian_day("createdAt"),
      read_at
    FROM reported ORDER BY id, read_at NULLS LAST
    ON CONFLICT (id) DO UPDATE SET status = EXCLUDED.status, amount_paise = EXCLUDED.amount_paise,
      fee_paise = EXCLUDED.fee_paise, tax_paise = EXCLUDED.tax_paise, utr = EXCLUDED.utr,
      provider_created_at = EXCLUDED.provider_created_at, day = EXCLUDED.day, read_at = EXCLUDED.read_at
    WHERE coalesce(s.read_at, '-infinity') <= EXCLUDED.read_at
    RETURNING *
  )
  SELECT w.id, array(SELECT entity_id FROM settlement_lines WHERE settlement_id = w.id) AS "entityIds"
  FROM written AS w LEFT JOIN settlements AS was ON was.id = w.id
  WHERE (was.amount_paise, was.fee_paise, was.tax_paise, was.utr, was.day, was.status) IS DISTINCT FROM
    (w.amount_paise, w.fee_paise, w.tax_paise, w.utr, w.day, w.status)`;

/** Brings what the provider reports about settlements into the books. Safe to repeat, to interrupt, and to run twice at once. */
@Injectable()
export class SettlementImport {
  constructor(
    private readonly prisma: Prisma,
    private readonly reports: SettlementReports,
  ) {}

  /** The last day until which each was imported after its end. */
  async lastComplete(): Promise<{ day: string; importedAt: Date } | undefined> {
    const first = await this.firstDay();
    if (!first) return undefined;
    const [last] = await this.prisma.$queryRaw<{ day: string; importedAt: Date }[]>`
      SELECT day::text, imported_at AS "importedAt" FROM (
        SELECT day, imported_at, ${first}::date + (row_number() OVER (ORDER BY day))::int - 1 AS unbroken
        FROM settlement_days WHERE is_complete AND day >= ${first}::date
      ) AS complete WHERE day = unbroken ORDER BY day DESC LIMIT 1`;
    return last;
  }

  /** Of the oldest payment, or the first that was imported. */
  private async firstDay(): Promise<string | undefined> {
    const [oldest] = await this.prisma.$queryRaw<{ day: string | null }[]>`
      SELECT least((SELECT indian_day(min(provider_created_at)) FROM payments),
        (SELECT min(day) FROM settlement_days WHERE is_complete))::text AS day`;
    return oldest?.day ?? undefined;
  }

  /** The first day of a settlement that may still change. */
  private async firstChanging(): Promise<string> {
    const [oldest] = await this.prisma.$queryRaw<{ day: string | null }[]>`
      SELECT min(day)::text AS day FROM settlements WHERE (status <> 'processed' OR utr IS NULL)
        AND (status IN ('created', 'unknown') OR day >= indian_today() - ${repeatingDays}::int)`;
    return oldest?.day ?? '9999-12-31';
  }

  /** Days before the first that list lines of settlements which failed, and now did not: they may be listed elsewhere. */
  private async daysOfRepeated(settlements: SettlementReport[], first: string): Promise<string[]> {
    const ids = settlements.filter(({ status }) => status !== 'failed').map(({ id }) => id);
    const found = await this.prisma.$queryRaw<{ day: string }[]>`
      SELECT DISTINCT l.day::text FROM settlements AS s JOIN settlement_lines AS l ON l.settlement_id = s.id
      WHERE s.id = ANY(${ids}) AND s.status = 'failed' AND l.day < ${first}::date ORDER BY 1`;
    return found.map(({ day }) => day);
  }

  /** Whether a run would only repeat what is done. */
  async isCurrent(): Promise<boolean> {
    const { today } = await clock(this.prisma);
    const last = await this.lastComplete();
    return !!last && last.day >= addDays(today, -1) && (await isUnsettledNoted(this.prisma));
  }

  async run({ since, isStopping = () => false }: Run = {}): Promise<ImportReport> {
    try {
      return await this.importDays(since, isStopping);
    } finally {
      if (!isStopping()) await this.noteBehind();
    }
  }

  /** @throws the first error of a day that could not be read, after all others */
  private async importDays(since: string | undefined, isStopping: () => boolean): Promise<ImportReport> {
    const { now: readAt, today } = await clock(this.prisma);
    const last = await this.lastComplete();
    const start = await this.firstDay();
    const first = since ?? (last ? addDays(last.day, 1 - lateDays) : start);
    // Without a payment there is nothing to settle.
    if (!first) return { since: today, until: today, days: 0, lines: 0 };
    const [from = first] = [addDays(first, -changingDays), await this.firstChanging()].sort();
    const settlements = await this.reports.madeIn({
      from: startOfDay(from),
      to: new Date(endOfDay(today).getTime() - 1_000),
    });
    const reading = { readAt, settlements };
    const older = settlements.filter(({ createdAt }) => dayOf(createdAt) < first);
    let lines = 0;
    const errors: unknown[] = [];
    const importEach = async (days: string[], also: SettlementReport[] = []) => {
      for (const day of days) {
        if (isStopping()) break;
        try {
          lines += await this.importDay(day, reading, also);
        } catch (error) {
          errors.push(error);
        }
      }
    };
    await importEach(await this.daysOfRepeated(settlements, first), older);
    if (older.length && !errors.length) await this.store({ readAt, settlements: older });
    await importEach(daysBetween(first, today));
    if (!isStopping()) await this.followUp([first, start ?? first].sort()[0] ?? first, first);
    if (errors.length) throw errors[0];
    return { since: first, until: today, days: daysBetween(first, today).length, lines };
  }

  /** An import that keeps failing is a case. */
  private async noteBehind() {
    const start = await this.firstDay();
    if (!start) return;
    const until = (await this.lastComplete())?.day ?? addDays(start, -1);
    const { today } = await clock(this.prisma);
    const detail = `Settlements are imported until ${until} only. Run npm run books -- import: it names the problem. See the log event job_failed of the job books.`;
    const isBehind = until < addDays(today, -behindDays);
    const behind = { kind: 'settlement' as const, subject: 'import', facts: '', detail };
    await this.prisma.$transaction((tx) => report(tx, ['settlement'], ['import'], isBehind ? [behind] : []));
  }

  /** @param start of the books @param since the first day that was imported just now */
  private async followUp(start: string, since: string) {
    await this.prisma.$transaction(async (tx) => {
      await lockBooks(tx);
      // What was unknown or different may have become known here.
      const known = await lasting(tx, 'line');
      await matchLines(
        tx,
        known.map(({ subject }) => subject),
      );
      await noteLateSettlements(tx);
    }, longTransaction);
    await this.prisma.$transaction(async (tx) => {
      await lockBooks(tx);
      await noteUnsettled(tx, { start, since });
    }, longTransaction);
  }

  /** @param also is stored with the day */
  private async importDay(day: string, { readAt, settlements }: Reading, also: SettlementReport[]): Promise<number> {
    const { now: linesReadAt, today } = await clock(this.prisma);
    const lines = await this.reports.linesOf(day);
    const named = new Set(lines.map(({ settlementId }) => settlementId));
    const ofDay = settlements.filter(
      (each) => named.has(each.id) || dayOf(each.createdAt) === day || also.includes(each),
    );
    const report = { day, lines, readAt: linesReadAt, isComplete: day < today };
    await this.store({ readAt, settlements: ofDay }, report);
    return lines.length;
  }

  /** All of a day at once: a stop between two days leaves nothing half done. */
  private async store(reading: Reading, of?: { day: string; lines: DayLine[]; readAt: Date; isComplete: boolean }) {
    await this.prisma.$transaction(async (tx) => {
      await lockBooks(tx);
      if (of && !(await noteDay(tx, of))) return;
      const changed = await upsertSettlements(tx, reading, of?.lines ?? [], startOfDay(of?.day ?? '2000-01-01'));
      const touched = of ? await upsertLines(tx, of.day, of.lines) : [];
      const entityIds = [
        ...touched.flatMap(({ entityId }) => entityId ?? []),
        ...changed.flatMap((each) => each.entityIds),
      ];
      const settlementIds = [...changed, ...reading.settlements].map(({ id }) => id);
      await matchLines(tx, [...new Set(entityIds)], [...new Set(settlementIds)]);
    }, longTransaction);
  }
}

/** @returns false where another process has stored a later reading of the day. */
async function noteDay(
  tx: Transaction,
  { day, lines, readAt, isComplete }: { day: string; lines: DayLine[]; readAt: Date; isComplete: boolean },
) {
  const noted = await tx.$executeRaw`
    INSERT INTO settlement_days AS known (day, lines, imported_at, is_complete)
    VALUES (${day}::date, ${lines.length}::int, ${readAt}, ${isComplete})
    ON CONFLICT (day) DO UPDATE SET lines = EXCLUDED.lines, imported_at = EXCLUDED.imported_at,
      is_complete = known.is_complete OR EXCLUDED.is_complete
    WHERE known.imported_at <= EXCLUDED.imported_at`;
  return noted > 0;
}

/** Imports every night, by Indian time: once the day before is over and not complete, and until money was looked for. */
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
