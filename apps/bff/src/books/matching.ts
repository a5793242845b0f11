import { report } from '../cases/cases';
import type { Transaction } from '../mail/outbox';
import { addDays, indianToday, isoDay } from './indian-days';
import {
  type Difference,
  type Expectation,
  excessPaise,
  judge,
  type Line,
  settlementStep,
  stepFor,
  type Verdict,
} from './match';

/** The bank has a settlement, and Razorpay its UTR, within this time. */
const arrivesWithinDays = 5;

type StoredLine = Line & { id: string; settlementId: string };
type Judged = Verdict & { line: StoredLine };

/** So few at once that PostgreSQL looks each up by its index. */
export const partsOf = (ids: string[]) =>
  Array.from({ length: Math.ceil(ids.length / 5_000) }, (_, part) => ids.slice(part * 5_000, (part + 1) * 5_000));

/** Compares all lines about these payments, refunds and disputes with our rows, and reports what differs. */
export async function matchLines(tx: Transaction, subjects: string[], settlementIds: string[]) {
  const unique = [...new Set(subjects)];
  const judged: Judged[] = [];
  for (const part of partsOf(unique)) {
    judged.push(...(await judgeSubjects(tx, part)));
    await noteSettlements(tx, part);
  }
  await save(tx, judged);
  await completeFees(tx, judged);
  const touched = [...new Set([...settlementIds, ...judged.map(({ line }) => line.settlementId)])];
  await sumSettlements(tx, touched);
  await reportLines(tx, [...unique, ...judged.map(({ line }) => line.entityId)], touched);
  await reportSettlements(tx, touched);
  // A decision of staff does the same by a trigger.
  await tx.$executeRaw`
    UPDATE settlements SET match = settlement_match(id) WHERE id = ANY(${touched}) AND match <> settlement_match(id)`;
}

async function judgeSubjects(tx: Transaction, subjects: string[]): Promise<Judged[]> {
  const rows = await tx.settlementLine.findMany({
    where: { subject: { in: subjects } },
    orderBy: [{ settledAt: 'asc' }, { day: 'asc' }, { entityId: 'asc' }, { copy: 'asc' }, { id: 'asc' }],
  });
  const settlements = await tx.settlement.findMany({
    where: { id: { in: [...new Set(rows.map(({ settlementId }) => settlementId))] }, status: 'failed' },
  });
  const failed = new Set(settlements.map(({ id }) => id));
  const providerOrderId = { in: [...new Set(rows.flatMap((row) => row.providerOrderId ?? []))] };
  const orders = await tx.order.findMany({ where: { providerOrderId }, select: { id: true, providerOrderId: true } });
  const orderIds = new Map(orders.map((order) => [order.providerOrderId, order.id]));
  const expectations = await tx.$queryRaw<(Expectation & { subject: string })[]>`
    SELECT subject, order_id AS "orderId", currency, paise, fee_paise AS "feePaise", tax_paise AS "taxPaise",
      is_undone AS "isUndone" FROM expectations WHERE subject = ANY(${subjects})`;
  const expected = new Map(expectations.map((each) => [each.subject, each]));
  const lines = new Map<string, StoredLine[]>();
  for (const row of rows) lines.set(row.subject, [...(lines.get(row.subject) ?? []), toLine(row)]);

  function toLine(row: (typeof rows)[number]): StoredLine {
    const { amountPaise, creditPaise, debitPaise, feePaise, taxPaise, settledAt, day, ...line } = row;
    return {
      ...line,
      amountPaise: Number(amountPaise),
      creditPaise: Number(creditPaise),
      debitPaise: Number(debitPaise),
      feePaise: Number(feePaise),
      taxPaise: Number(taxPaise),
      day: isoDay(day),
      settledDay: settledAt && isoDay(new Date(settledAt.getTime() + 330 * 60_000)),
      isFailed: failed.has(row.settlementId),
      ourOrderId: orderIds.get(row.providerOrderId) ?? null,
    };
  }
  return [...lines].flatMap(([subject, ofSubject]) => judge(ofSubject, expected.get(subject)));
}

const save = (tx: Transaction, judged: Judged[]) => tx.$executeRaw`
  UPDATE settlement_lines AS l SET state = v.state, differences = v.differences, expected_paise = v."expectedPaise",
    order_id = v."orderId"
  FROM jsonb_to_recordset(${JSON.stringify(judged.map(({ line: { id }, ...verdict }) => ({ id, ...verdict })))}::jsonb)
    AS v(id uuid, state text, differences jsonb, "expectedPaise" bigint, "orderId" uuid)
  WHERE l.id = v.id AND (l.state, l.differences, l.expected_paise, l.order_id)
    IS DISTINCT FROM (v.state, v.differences, v."expectedPaise", v."orderId")`;

/** Differences of a line that make its fee unfit for our books. */
const ofFee: Difference['field'][] = ['fee', 'tax', 'currency', 'repeated'];

/** Razorpay tells the fee of some payments late: then their line has it. */
async function completeFees(tx: Transaction, judged: Judged[]) {
  const fees = judged.flatMap(({ line: { type, subject, feePaise, taxPaise }, state, differences }) =>
    type === 'payment' &&
    ['matched', 'differs'].includes(state) &&
    !differences.some(({ field }) => ofFee.includes(field))
      ? [{ id: subject, fee: feePaise, tax: taxPaise }]
      : [],
  );
  await tx.$executeRaw`
    UPDATE payments AS p SET fee_paise = coalesce(p.fee_paise, l.fee), tax_paise = coalesce(p.tax_paise, l.tax)
    FROM jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) AS l(id text, fee int, tax int)
    WHERE p.id = l.id AND (p.fee_paise IS NULL OR p.tax_paise IS NULL)`;
}

/** Stores the settlement with each payment. It leaves one that failed, and the UTR may come late. */
const noteSettlements = (tx: Transaction, ids: string[]) => tx.$executeRaw`
  UPDATE payments AS p SET settlement_id = s.settlement_id, settled_on = s.settled_on, utr = s.utr
  FROM unnest(${ids}::text[]) AS named(id) LEFT JOIN (
    SELECT * FROM settled_payments WHERE payment_id = ANY(${ids})) AS s ON s.payment_id = named.id
  WHERE p.id = named.id AND (p.settlement_id, p.settled_on, p.utr) IS DISTINCT FROM (s.settlement_id, s.settled_on, s.utr)`;

const sumSettlements = (tx: Transaction, ids: string[]) => tx.$executeRaw`
  UPDATE settlements AS s SET lines_paise = l.net, expected_paise = l.expected
  FROM unnest(${ids}::text[]) AS named(id), LATERAL (
    SELECT coalesce(sum(credit_paise - debit_paise) FILTER (WHERE currency = 'INR'), 0) AS net,
      coalesce(sum(expected_paise), 0) AS expected FROM settlement_lines WHERE settlement_id = named.id
  ) AS l WHERE s.id = named.id`;

type WrongLine = Pick<Line, 'type' | 'entityId' | 'currency' | 'creditPaise' | 'debitPaise' | 'day'> &
  Verdict & { settlementId: string; status: string; amountPaise: number; sumPaise: number };

/** One case for each payment, refund or adjustment. What a line brings depends on the sum of its settlement. */
async function reportLines(tx: Transaction, ids: string[], settlementIds: string[]) {
  const lines = await tx.$queryRaw<WrongLine[]>`
    SELECT type, entity_id AS "entityId", currency, credit_paise::float8 AS "creditPaise",
      debit_paise::float8 AS "debitPaise", l.day::text, state, differences, l.expected_paise::float8 AS "expectedPaise",
      order_id AS "orderId", settlement_id AS "settlementId", status, s.amount_paise::float8 AS "amountPaise",
      s.expected_paise::float8 AS "sumPaise"
    FROM settlement_lines AS l JOIN settlements AS s ON s.id = l.settlement_id
    WHERE state IN ('differs', 'unknown') AND entity_id IN (SELECT unnest(${ids}::text[]) UNION
      SELECT entity_id FROM settlement_lines WHERE settlement_id = ANY(${settlementIds}) AND state IN ('differs', 'unknown'))
    ORDER BY settled_at, l.day, entity_id, copy, l.id`;
  const wrong = new Map<string, WrongLine[]>();
  for (const line of lines) wrong.set(line.entityId, [...(wrong.get(line.entityId) ?? []), line]);
  const cases = [...wrong].map(([subject, ofSubject]) => ({
    kind: 'line' as const,
    subject,
    settlementId: ofSubject[0]?.settlementId ?? null,
    orderId: ofSubject[0]?.orderId ?? null,
    day: ofSubject[0]?.day ?? null,
    // While the settlement itself is not reported, nothing has arrived.
    paise: ofSubject.reduce((sum, line) => sum + (line.status === 'unknown' ? 0 : excessPaise(line)), 0),
    facts: JSON.stringify(ofSubject.map(({ state, differences }) => [state, differences])),
    detail: ofSubject.map((line) => stepFor(line, line)).join(' '),
  }));
  await report(tx, ['line'], [...ids, ...wrong.keys()], cases);
}

/** A settlement is a case if it failed, does not add up, or should have arrived. */
async function reportSettlements(tx: Transaction, ids: string[]) {
  const limit = new Date(addDays(await indianToday(tx), -arrivesWithinDays));
  const cases = (await tx.settlement.findMany({ where: { id: { in: ids } } })).flatMap((settlement) => {
    const { id: subject, status, utr } = settlement;
    const amounts = {
      amountPaise: Number(settlement.amountPaise),
      netPaise: Number(settlement.linesPaise),
      expectedPaise: Number(settlement.expectedPaise),
    };
    const hasArrived = status === 'processed' && (!!utr || amounts.amountPaise <= 0);
    const isLate = settlement.day < limit && !hasArrived;
    const day = isoDay(settlement.day);
    const { paise, detail } = settlementStep({ id: subject, status, day, utr, isLate, ...amounts });
    const facts = [status, isLate && 'late'].filter(Boolean).join(' ');
    return detail ? [{ kind: 'settlement' as const, subject, settlementId: subject, day, paise, facts, detail }] : [];
  });
  await report(tx, ['settlement'], ids, cases);
}
