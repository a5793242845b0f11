import { report } from '../cases/cases';
import type { Transaction } from '../mail/outbox';
import {
  type Expectation,
  excessPaise,
  judge,
  type Line,
  type OfSettlement,
  type Sums,
  settlementStep,
  stepFor,
  type Verdict,
} from './match';

/** The bank has a settlement, and Razorpay its UTR, within this time. */
const arrivesWithinDays = 5;
const atOnce = 1_000;

type StoredLine = Line & Verdict & { id: string; settlementId: string; status: string } & OfSettlement;
type Judged = Verdict & { line: StoredLine };

/** So few at once that PostgreSQL looks each up by its index. */
export const partsOf = (ids: string[]) =>
  Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) => ids.slice(part * atOnce, (part + 1) * atOnce));

/** Compares all lines about these payments, refunds and disputes with our rows, and reports what differs. */
export async function matchLines(tx: Transaction, subjects: string[], settlementIds: string[]) {
  const unique = [...new Set(subjects)];
  const lines: StoredLine[] = [];
  for (const part of partsOf(unique)) {
    const judged = await judgeSubjects(tx, part);
    await save(tx, judged);
    await completeFees(tx, part);
    await noteSettlements(tx, part);
    lines.push(...judged.map(({ line }) => line));
  }
  const touched = [...new Set([...settlementIds, ...lines.map(({ settlementId }) => settlementId)])];
  await sumSettlements(tx, touched);
  await reportLines(tx, [...unique, ...lines.map(({ entityId }) => entityId)], touched);
  await reportSettlements(tx, touched);
  // A decision of staff does the same by a trigger.
  await tx.$executeRaw`
    UPDATE settlements SET match = settlement_match(id) WHERE id = ANY(${touched}) AND match <> settlement_match(id)`;
}

function groupBy<Row>(rows: Row[], keyOf: (row: Row) => string) {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

async function judgeSubjects(tx: Transaction, subjects: string[]): Promise<Judged[]> {
  const lines = await tx.$queryRaw<StoredLine[]>`
    SELECT * FROM judged_lines WHERE subject = ANY(${subjects}) ORDER BY settled_at, day, "entityId", copy, id`;
  const expectations = await tx.$queryRaw<(Expectation & { subject: string })[]>`
    SELECT * FROM expectations WHERE subject = ANY(${subjects})`;
  const expected = new Map(expectations.map((each) => [each.subject, each]));
  const bySubject = groupBy(lines, ({ subject }) => subject);
  return [...bySubject].flatMap(([subject, ofSubject]) => judge(ofSubject, expected.get(subject)));
}

const save = (tx: Transaction, judged: Judged[]) => tx.$executeRaw`
  UPDATE settlement_lines AS l SET state = v.state, differences = v.differences, expected_paise = v."expectedPaise",
    order_id = v."orderId"
  FROM jsonb_to_recordset(${JSON.stringify(judged.map(({ line: { id }, ...verdict }) => ({ id, ...verdict })))}::jsonb)
    AS v(id uuid, state text, differences jsonb, "expectedPaise" bigint, "orderId" uuid)
  WHERE l.id = v.id AND (l.state, l.differences, l.expected_paise, l.order_id)
    IS DISTINCT FROM (v.state, v.differences, v."expectedPaise", v."orderId")`;

/** Razorpay tells the fee of some payments late: then their line has it, unless it differs. */
const completeFees = (tx: Transaction, ids: string[]) => tx.$executeRaw`
  UPDATE payments AS p SET fee_paise = coalesce(p.fee_paise, l.fee_paise), tax_paise = coalesce(p.tax_paise, l.tax_paise)
  FROM settlement_lines AS l
  WHERE p.id = ANY(${ids}) AND (p.fee_paise IS NULL OR p.tax_paise IS NULL) AND l.subject = p.id AND l.type = 'payment'
    AND l.state IN ('matched', 'differs') AND NOT jsonb_path_exists(l.differences,
      '$[*] ? (@.field == "fee" || @.field == "tax" || @.field == "currency" || @.field == "repeated")')`;

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

/** One case for each payment, refund or adjustment. What a line brings depends on the sum of its settlement. */
async function reportLines(tx: Transaction, ids: string[], settlementIds: string[]) {
  const lines = await tx.$queryRaw<StoredLine[]>`
    SELECT * FROM judged_lines WHERE state IN ('differs', 'unknown') AND "entityId" IN (SELECT unnest(${ids}::text[]) UNION
      SELECT entity_id FROM settlement_lines WHERE settlement_id = ANY(${settlementIds}) AND rank < 3)
    ORDER BY settled_at, day, "entityId", copy, id`;
  const wrong = groupBy(lines, ({ entityId }) => entityId);
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
  const settlements = await tx.$queryRaw<Sums[]>`
    SELECT id, status, day::text, utr, amount_paise::float8 AS "amountPaise", lines_paise::float8 AS "netPaise",
      expected_paise::float8 AS "expectedPaise", day < indian_today() - ${arrivesWithinDays}::int
        AND NOT (status = 'processed' AND (utr IS NOT NULL OR amount_paise <= 0)) AS "isLate"
    FROM settlements WHERE id = ANY(${ids})`;
  const cases = settlements.map((settlement) => {
    const { id, status, day, isLate } = settlement;
    const facts = isLate ? `${status} late` : status;
    return { kind: 'settlement' as const, subject: id, settlementId: id, day, facts, ...settlementStep(settlement) };
  });
  const wrong = cases.filter(({ detail }) => detail);
  await report(tx, ['settlement'], ids, wrong);
}
