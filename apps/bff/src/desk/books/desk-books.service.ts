import { Injectable } from '@nestjs/common';
import { Exports } from '../../books/exports';
import { SettlementImport } from '../../books/import';
import { isoDay } from '../../books/indian-days';
import { Months } from '../../books/months';
import type { CaseKind } from '../../cases/cases';
import { FileReply } from '../../contract/file-reply';
import type { Input, Reply } from '../../contract/types';
import { Prisma } from '../../database/prisma.service';
import type { Settlement, SettlementLine } from '../../generated/prisma/client';
import { Refusal } from '../../problem/problem';
import { AuditLog, byOf } from '../log/audit-log';
import { deskIdsOf } from '../orders/order-replies';
import { cursorUnknown, reasonOf } from '../policy/desk-problems';

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type Details = Reply<'getDeskSettlement'>;

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;
type Counts = Partial<Details['settlement']['lines']>;

/** Lines that need attention first. */
const order = [{ rank: 'asc' as const }, { id: 'asc' as const }];

function toSettlement(settlement: Settlement, counts: Counts = {}): Details['settlement'] {
  const { id, status, match, day, utr, providerCreatedAt, ...sums } = settlement;
  return {
    ...{ id, utr, day: isoDay(day), createdAt: providerCreatedAt.toISOString() },
    status: status as Details['settlement']['status'],
    match: match as Details['settlement']['match'],
    amountPaise: Number(sums.amountPaise),
    linesPaise: Number(sums.linesPaise),
    feesPaise: Number(sums.feePaise),
    gstPaise: Number(sums.taxPaise),
    lines: { matched: 0, differs: 0, unknown: 0, other: 0, returned: 0, ...counts },
  };
}

/** Settlements and months on the desk. */
@Injectable()
export class DeskBooks {
  constructor(
    private readonly prisma: Prisma,
    private readonly months: Months,
    private readonly exports: Exports,
    private readonly importer: SettlementImport,
    private readonly log: AuditLog,
  ) {}

  async list({ query }: Input<'listDeskSettlements'>): Promise<Reply<'listDeskSettlements'>> {
    const { match, from, until, limit = 25, cursor } = query ?? {};
    const first = cursor && (await this.prisma.settlement.findUnique({ where: { id: cursor } }));
    if (first === null) throw cursorUnknown();
    const day = { gte: from && new Date(from), lte: until && new Date(until) };
    const found = await this.prisma.settlement.findMany({
      where: { match, day },
      orderBy: [{ day: 'desc' }, { id: 'desc' }],
      take: limit + 1,
      ...(first && { cursor: { id: first.id } }),
    });
    const last = await this.importer.lastComplete();
    const counts = await this.countsOf(found);
    return {
      settlements: found.slice(0, limit).map((each) => toSettlement(each, counts.get(each.id))),
      nextCursor: found[limit]?.id ?? null,
      importedUntil: last?.day ?? null,
      importedAt: iso(last?.importedAt),
    };
  }

  /** @throws Refusal `settlement_unknown` */
  async get({ path, query, caller }: Input<'getDeskSettlement'>): Promise<Details> {
    const { state, limit = 100, cursor } = query ?? {};
    const settlement = await this.prisma.settlement.findUnique({ where: { id: path.id } });
    if (!settlement) throw new Refusal('settlement_unknown', { id: path.id });
    const first = cursor && (await this.prisma.settlementLine.findUnique({ where: { id: cursor } }));
    if (first === null || (first && first.settlementId !== path.id)) throw cursorUnknown();
    const found = await this.prisma.settlementLine.findMany({
      where: { settlementId: path.id, state },
      orderBy: order,
      take: limit + 1,
      ...(first && { cursor: { id: first.id } }),
    });
    await this.log.addRead(`show settlement ${path.id}`, byOf(caller), { hits: Math.min(found.length, limit) });
    return {
      settlement: toSettlement(settlement, (await this.countsOf([settlement])).get(path.id)),
      sums: await this.sumsOf(settlement),
      item: (await this.itemsOf('settlement', [path.id])).get(path.id) ?? null,
      lines: await this.toLines(found.slice(0, limit)),
      nextCursor: found[limit]?.id ?? null,
    };
  }

  /** How many lines of each state. */
  private async countsOf(settlements: Settlement[]): Promise<Map<string, Counts>> {
    const where = { settlementId: { in: settlements.map(({ id }) => id) } };
    const found = await this.prisma.settlementLine.groupBy({ by: ['settlementId', 'state'], where, _count: true });
    const counts = new Map<string, Counts>();
    for (const { settlementId, state, _count } of found)
      counts.set(settlementId, { ...counts.get(settlementId), [state]: _count });
    return counts;
  }

  private async sumsOf({ id, expectedPaise, amountPaise }: Settlement): Promise<Details['sums']> {
    const [sums] = await this.prisma.$queryRaw<[Omit<Details['sums'], 'expectedPaise' | 'differencePaise'>]>`
      SELECT coalesce(sum(credit_paise + fee_paise) FILTER (WHERE credit_paise > 0), 0)::float8 AS "grossPaise",
        coalesce(sum(debit_paise - CASE WHEN credit_paise > 0 THEN 0 ELSE fee_paise END), 0)::float8 AS "deductedPaise",
        coalesce(sum(fee_paise - tax_paise), 0)::float8 AS "feesPaise", coalesce(sum(tax_paise), 0)::float8 AS "gstPaise"
      FROM settlement_lines WHERE settlement_id = ${id} AND currency = 'INR'`;
    return { ...sums, expectedPaise: Number(expectedPaise), differencePaise: Number(amountPaise - expectedPaise) };
  }

  private async toLines(lines: SettlementLine[]): Promise<Details['lines']> {
    const ids = await deskIdsOf(
      this.prisma,
      lines.map(({ orderId }) => orderId),
    );
    const entityIds = lines.map(({ entityId }) => entityId);
    const items = await this.itemsOf('line', entityIds);
    return lines.map(({ id, type, entityId, currency, method, description, ...line }) => ({
      ...{ id, type, entityId, currency, method, description, day: isoDay(line.day) },
      orderId: ids.get(line.orderId ?? '') ?? null,
      state: line.state as Details['lines'][number]['state'],
      differences: line.differences as Details['lines'][number]['differences'],
      item: ((line.state === 'differs' || line.state === 'unknown') && items.get(entityId)) || null,
      amountPaise: Number(line.amountPaise),
      creditPaise: Number(line.creditPaise),
      debitPaise: Number(line.debitPaise),
      feePaise: Number(line.feePaise),
      gstPaise: Number(line.taxPaise),
      createdAt: iso(line.providerCreatedAt),
      settledAt: iso(line.settledAt),
    }));
  }

  /** Cases whose difference lasts, by their subjects. */
  private async itemsOf(kind: CaseKind, subjects: string[]): Promise<Map<string, NonNullable<Details['item']>>> {
    const found = await this.prisma.case.findMany({ where: { kind, subject: { in: subjects } } });
    return new Map(
      found.flatMap(({ subject, detail, paise, revision, outcome, reason }) => {
        const explanation = outcome && reason;
        return outcome === 'ended'
          ? []
          : [[subject, { nextStep: detail, paise: Number(paise), revision, explanation }]];
      }),
    );
  }

  /** @throws Refusal `month_unknown` */
  async month({ path }: Input<'getDeskMonth'>): Promise<Reply<'getDeskMonth'>> {
    return this.months.show(path.month);
  }

  /** @throws Refusal `month_unknown`, `month_closed`, `month_not_ready`, `month_unexplained` */
  async close({ path, body, caller }: Input<'closeDeskMonth'>): Promise<Reply<'closeDeskMonth'>> {
    const by = { ...byOf(caller), reason: reasonOf(body) };
    return this.log.act({ action: `close month ${path.month}` }, by, () =>
      this.months.close(path.month, { ...by, openingPaise: body.openingPaise }),
    );
  }

  /** @throws Refusal `month_unknown` */
  async export({ path, query, caller }: Input<'exportDeskBooks'>): Promise<Reply<'exportDeskBooks'>> {
    const { name, month } = path;
    const { format = 'csv' } = query ?? {};
    await this.log.addRead(`export ${name} of ${month}`, byOf(caller));
    return new FileReply(`${month}-${name}.${format}`, types[format], await this.exports.export(name, month, format));
  }
}
