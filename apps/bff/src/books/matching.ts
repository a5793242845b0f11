import { report } from '../cases/cases';
import type { Transaction } from '../mail/outbox';
import { clock } from './clock';
import { workingDaysBefore } from './indian-days';
import {
  type Difference,
  excessPaise,
  type Known,
  type Line,
  matchLine,
  type Sums,
  settlementStep,
  stepFor,
  subjectOf,
  type Verdict,
} from './match';

type StoredLine = Line & { id: string; settlementId: string; isFailed: boolean; paymentId: string | null };
type Matched = { line: StoredLine; verdict: Verdict };

/** Lines about these payments, refunds, disputes and adjustments, and all others about the same disputes and refunds. */
const linesOf = (tx: Transaction, ids: string[]) => tx.$queryRaw<StoredLine[]>`
  WITH subjects AS (
    SELECT unnest(${ids}::text[]) AS id
    UNION SELECT coalesce(dispute_id, refund_id) FROM settlement_lines
    WHERE entity_id = ANY(${ids}) AND type = 'adjustment'
  ), named AS (
    SELECT l.id FROM settlement_lines AS l JOIN subjects ON l.entity_id = subjects.id
    UNION SELECT l.id FROM settlement_lines AS l JOIN subjects ON l.dispute_id = subjects.id
    UNION SELECT l.id FROM settlement_lines AS l JOIN subjects ON l.refund_id = subjects.id
  )
  SELECT l.id, l.day::text, indian_day(settled_at)::text AS "settledDay", settlement_id AS "settlementId", type,
    entity_id AS "entityId", payment_id AS "paymentId", provider_order_id AS "providerOrderId", receipt,
    dispute_id AS "disputeId", refund_id AS "refundId", l.amount_paise::float8 AS "amountPaise", credit_paise::float8 AS "creditPaise",
    debit_paise::float8 AS "debitPaise", l.fee_paise::float8 AS "feePaise", l.tax_paise::float8 AS "taxPaise", currency,
    coalesce(s.status = 'failed', false) AS "isFailed"
  FROM settlement_lines AS l LEFT JOIN settlements AS s ON s.id = l.settlement_id
  WHERE l.id IN (SELECT id FROM named) ORDER BY settled_at, l.day, entity_id, copy, l.id`;

type KnownRow = Known & { kind: string; id: string };

/** What our books have: received payments, refunds, what banks took or gave back. */
const knownOf = (tx: Transaction, ids: string[]) => tx.$queryRaw<KnownRow[]>`
  SELECT 'payment' AS kind, id, order_id AS "orderId", currency, amount_paise AS paise, fee_paise AS "feePaise",
    tax_paise AS "taxPaise"
  FROM payments WHERE id = ANY(${ids}) AND status IN ('captured', 'refunded')
  UNION ALL
  SELECT made.kind, provider_id, order_id, currency, made.sign * r.amount_paise, 0, 0
  FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id,
    LATERAL (VALUES ('refund', -1), ('returned refund', CASE r.status WHEN 'failed' THEN 1 END)) AS made(kind, sign)
  WHERE provider_id = ANY(${ids}) AND made.sign IS NOT NULL AND (is_received(p) OR p.currency <> 'INR')
  UNION ALL
  SELECT made.kind, d.id, d.order_id, currency, made.sign * amount_deducted_paise, 0, 0
  FROM disputes AS d JOIN payments AS p ON p.id = d.payment_id,
    LATERAL (VALUES ('dispute', -1), ('won dispute', CASE d.status WHEN 'won' THEN 1 END)) AS made(kind, sign)
  WHERE d.id = ANY(${ids}) AND amount_deducted_paise > 0 AND made.sign IS NOT NULL`;

/** The first line about what is settled counts, whatever its id: a deduction and its return are two. */
const countedOnce = ({ type, entityId, creditPaise }: StoredLine, subject: ReturnType<typeof subjectOf>) =>
  `${subject?.kind ?? type} ${subject?.id ?? entityId} ${creditPaise > 0}`;

async function verdictsOn(tx: Transaction, lines: StoredLine[]): Promise<Matched[]> {
  const subjects = lines.map(subjectOf);
  const known = await knownOf(
    tx,
    subjects.flatMap((subject) => subject?.id ?? []),
  );
  const orderIds = [...new Set(lines.flatMap(({ providerOrderId }) => providerOrderId ?? []))];
  const orders = await tx.$queryRaw<{ id: string; providerOrderId: string }[]>`
    SELECT id, provider_order_id AS "providerOrderId" FROM orders WHERE provider_order_id = ANY(${orderIds})`;
  const byKey = new Map(known.map(({ kind, id, ...row }) => [`${kind} ${id}`, row]));
  const byOrder = new Map(orders.map(({ id, providerOrderId }) => [providerOrderId, id]));
  const counted = new Set<string>();
  return lines.map((line, index) => {
    const subject = subjects[index];
    const key = countedOnce(line, subject);
    const isRepeated = !line.isFailed && counted.has(key);
    if (!line.isFailed) counted.add(key);
    const verdict = matchLine(line, {
      known: subject && byKey.get(`${subject.kind} ${subject.id}`),
      orderId: byOrder.get(line.providerOrderId ?? ''),
      isReturned: line.isFailed,
      isRepeated,
    });
    return { line, verdict };
  });
}

const save = (tx: Transaction, matched: Matched[]) => tx.$executeRaw`
  UPDATE settlement_lines AS l SET state = v.state, differences = v.differences, expected_paise = v."expectedPaise",
    order_id = v."orderId"
  FROM jsonb_to_recordset(${JSON.stringify(matched.map(({ line: { id }, verdict }) => ({ id, ...verdict })))}::jsonb)
    AS v(id uuid, state text, differences jsonb, "expectedPaise" bigint, "orderId" uuid)
  WHERE l.id = v.id AND (l.state, l.differences, l.expected_paise, l.order_id)
    IS DISTINCT FROM (v.state, v.differences, v."expectedPaise", v."orderId")`;

/** Differences of a line that make its fee unfit for our books. */
const ofFee: Difference['field'][] = ['fee', 'tax', 'currency', 'repeated'];

/** Where the provider told the fee late, the line has it. */
const completeFees = (tx: Transaction, matched: Matched[]) => tx.$executeRaw`
  UPDATE payments AS p SET fee_paise = coalesce(p.fee_paise, l.fee), tax_paise = coalesce(p.tax_paise, l.tax)
  FROM jsonb_to_recordset(${JSON.stringify(
    matched.flatMap(({ line, verdict: { state, differences } }) =>
      (state === 'matched' || state === 'differs') &&
      line.type === 'payment' &&
      !differences.some(({ field }) => ofFee.includes(field))
        ? [{ id: line.entityId, fee: line.feePaise, tax: line.taxPaise }]
        : [],
    ),
  )}::jsonb) AS l(id text, fee int, tax int)
  WHERE p.id = l.id AND (p.fee_paise IS NULL OR p.tax_paise IS NULL)`;

/** Where only one refund can be meant: the failed one of the payment with this amount, deducted and not returned yet. */
const nameRefunds = (tx: Transaction, ids: string[]) => tx.$executeRaw`
  UPDATE settlement_lines AS l SET refund_id = found.refund_id FROM (
    SELECT a.id, min(r.provider_id) AS refund_id FROM settlement_lines AS a
    JOIN LATERAL (
      SELECT a.payment_id AS id UNION SELECT p.id FROM orders AS o JOIN payments AS p ON p.order_id = o.id
      WHERE a.payment_id IS NULL AND o.provider_order_id = a.provider_order_id
    ) AS p ON true
    JOIN refunds AS r ON r.payment_id = p.id
    WHERE a.entity_id = ANY(${ids}) AND a.type = 'adjustment' AND a.credit_paise > 0 AND a.dispute_id IS NULL
      AND a.refund_id IS NULL AND r.status = 'failed' AND r.amount_paise = a.amount_paise
      AND EXISTS (SELECT FROM settlement_lines WHERE entity_id = r.provider_id AND type = 'refund' AND debit_paise > 0
        AND state <> 'returned')
      AND NOT EXISTS (SELECT FROM settlement_lines WHERE (refund_id = r.provider_id OR entity_id = r.provider_id)
        AND credit_paise > 0 AND state <> 'returned')
    GROUP BY a.id HAVING count(*) = 1
  ) AS found WHERE l.id = found.id`;

/** Stores the settlement with each payment. It leaves one that failed, and the UTR may come late. */
const noteSettlements = (tx: Transaction, ids: string[]) => tx.$executeRaw`
  UPDATE payments AS p SET settlement_id = s.settlement_id, settled_on = s.settled_on, utr = s.utr
  FROM unnest(${ids}::text[]) AS named(id) LEFT JOIN settled_payments AS s ON s.payment_id = named.id
  WHERE p.id = named.id AND (p.settlement_id, p.settled_on, p.utr) IS DISTINCT FROM (s.settlement_id, s.settled_on, s.utr)`;

/**
 * Compares all lines about these payments, refunds, disputes and adjustments with our books, and adds up their
 * settlements and these.
 */
export async function matchLines(tx: Transaction, ids: string[], settlementIds: string[] = []) {
  await nameRefunds(tx, ids);
  const matched = await verdictsOn(tx, await linesOf(tx, ids));
  await save(tx, matched);
  await completeFees(tx, matched);
  await noteSettlements(tx, ids);
  const touched = [...new Set([...settlementIds, ...matched.map(({ line }) => line.settlementId)])];
  await sumSettlements(tx, touched);
  await reportLines(tx, [...ids, ...matched.map(({ line }) => line.entityId)], touched);
}

type WrongLine = Pick<Line, 'type' | 'entityId' | 'currency' | 'creditPaise' | 'debitPaise' | 'day'> &
  Verdict & { settlementId: string; status: string; amountPaise: number; sumPaise: number };

/** Of these payments, refunds and adjustments. What a wrong line brings depends on the sum of its settlement: so also of these. */
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
    paise: ofSubject.reduce((sum, line) => sum + excessOf(line), 0),
    facts: JSON.stringify(ofSubject.map(({ state, differences }) => [state, differences])),
    detail: ofSubject.map((line) => stepFor(line, line)).join(' '),
  }));
  await report(tx, ['line'], [...ids, ...wrong.keys()], cases);
}

/** While the settlement itself is not reported, nothing has arrived. */
const excessOf = ({ status, amountPaise, sumPaise, ...line }: WrongLine) =>
  status === 'unknown' ? 0 : excessPaise(amountPaise, { expectedPaise: sumPaise }, line);

/** The bank has a settlement, and its UTR, after so many working days at the latest. */
const latestWorkingDays = 3;

/** Settlements from before this day should have arrived. */
const arrivalLimit = async (tx: Transaction) => workingDaysBefore((await clock(tx)).today, latestWorkingDays);

/** Notes settlements that should have arrived, and have not. */
export async function noteLateSettlements(tx: Transaction) {
  const late = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM settlements WHERE (status <> 'processed' OR utr IS NULL) AND status IN ('created', 'processed')
      AND day < ${await arrivalLimit(tx)}::date`;
  await sumSettlements(
    tx,
    late.map(({ id }) => id),
  );
}

/** Adds up the lines of settlements. */
async function sumSettlements(tx: Transaction, ids: string[]) {
  await tx.$executeRaw`
    UPDATE settlements AS s SET lines_paise = l.net, expected_paise = l.expected, matched_lines = l.matched, differing_lines = l.differs,
      unknown_lines = l.unknown, other_lines = l.other, returned_lines = l.returned,
      match = CASE WHEN status IN ('failed', 'unknown') OR l.net <> amount_paise OR l.differs + l.unknown > 0
        THEN 'differs' ELSE 'matched' END
    FROM unnest(${ids}::text[]) AS named(id), LATERAL (
      SELECT coalesce(sum(credit_paise - debit_paise) FILTER (WHERE currency = 'INR'), 0) AS net,
        coalesce(sum(expected_paise), 0) AS expected,
        count(*) FILTER (WHERE state = 'matched') AS matched, count(*) FILTER (WHERE state = 'differs') AS differs,
        count(*) FILTER (WHERE state = 'unknown') AS unknown, count(*) FILTER (WHERE state = 'other') AS other,
        count(*) FILTER (WHERE state = 'returned') AS returned
      FROM settlement_lines WHERE settlement_id = named.id
    ) AS l WHERE s.id = named.id`;
  const found = await tx.$queryRaw<Sums[]>`
    SELECT id, status, day::text, utr, amount_paise::float8 AS "amountPaise",
      lines_paise::float8 AS "netPaise", expected_paise::float8 AS "expectedPaise",
      day < ${await arrivalLimit(tx)}::date AND (status = 'created' OR status = 'processed' AND utr IS NULL AND amount_paise > 0)
        AS "isLate",
      (SELECT min(again.settlement_id) FROM settlement_lines AS l JOIN settlement_lines AS again
        ON again.entity_id = l.entity_id AND again.type = l.type AND again.settlement_id <> s.id AND again.state <> 'returned'
        WHERE s.status = 'failed' AND l.settlement_id = s.id) AS "repeatedBy"
    FROM settlements AS s WHERE id = ANY(${ids}) AND (match = 'differs' OR status <> 'processed' OR utr IS NULL)`;
  const cases = found.flatMap((sums) => {
    const { id: subject, status, day, isLate, repeatedBy } = sums;
    const { paise, detail } = settlementStep(sums);
    const facts = [status, isLate && 'late', repeatedBy].filter(Boolean).join(' ');
    return detail ? [{ kind: 'settlement' as const, subject, settlementId: subject, day, paise, facts, detail }] : [];
  });
  await report(tx, ['settlement'], ids, cases);
}
