import type { Transaction } from '../mail/outbox';
import { type Known, type Line, matchLine, missingPaise, netOf, stepFor, subjectOf, type Verdict } from './match';
import { writeItems } from './open-items';

type StoredLine = Line & { id: string; settlementId: string; isFailed: boolean; paymentId: string | null };
type Matched = { line: StoredLine; verdict: Verdict };

/** Lines about these payments, refunds, disputes and adjustments, and all others about the same disputes and refunds. */
const linesOf = (tx: Transaction, ids: string[]) => tx.$queryRaw<StoredLine[]>`
  WITH subjects AS (
    SELECT unnest(${ids}::text[]) AS id
    UNION SELECT coalesce(dispute_id, substring(description from '\\mrfnd_[A-Za-z0-9_-]{1,60}'))
    FROM settlement_lines WHERE entity_id = ANY(${ids}) AND type = 'adjustment'
  ), named AS (
    SELECT l.id FROM settlement_lines AS l JOIN subjects ON l.entity_id = subjects.id
    UNION SELECT l.id FROM settlement_lines AS l JOIN subjects ON l.dispute_id = subjects.id
    UNION SELECT l.id FROM settlement_lines AS l JOIN subjects
      ON substring(l.description from '\\mrfnd_[A-Za-z0-9_-]{1,60}') = subjects.id WHERE l.type = 'adjustment'
  )
  SELECT l.id, l.day::text, indian_day(settled_at)::text AS "settledDay", settlement_id AS "settlementId", type,
    entity_id AS "entityId", payment_id AS "paymentId", provider_order_id AS "providerOrderId", receipt,
    dispute_id AS "disputeId", description, l.amount_paise::float8 AS "amountPaise", credit_paise::float8 AS "creditPaise",
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

/** Where the provider told the fee late, the line has it. */
const completeFees = (tx: Transaction, matched: Matched[]) => tx.$executeRaw`
  UPDATE payments AS p SET fee_paise = coalesce(p.fee_paise, l.fee), tax_paise = coalesce(p.tax_paise, l.tax)
  FROM jsonb_to_recordset(${JSON.stringify(
    matched.flatMap(({ line, verdict: { state } }) =>
      state === 'matched' && line.type === 'payment'
        ? [{ id: line.entityId, fee: line.feePaise, tax: line.taxPaise }]
        : [],
    ),
  )}::jsonb) AS l(id text, fee int, tax int)
  WHERE p.id = l.id AND (p.fee_paise IS NULL OR p.tax_paise IS NULL)`;

/** Compares all lines about these payments, refunds, disputes and adjustments with our books. @returns their settlements. */
export async function matchLines(tx: Transaction, ids: string[]): Promise<string[]> {
  if (!ids.length) return [];
  const matched = await verdictsOn(tx, await linesOf(tx, ids));
  await save(tx, matched);
  await completeFees(tx, matched);
  const wrong = new Map<string, Matched[]>();
  for (const each of matched)
    if (['differs', 'unknown'].includes(each.verdict.state))
      wrong.set(each.line.entityId, [...(wrong.get(each.line.entityId) ?? []), each]);
  const items = [...wrong].map(([subject, lines]) => ({
    subject,
    settlementId: lines[0]?.line.settlementId ?? null,
    orderId: lines[0]?.verdict.orderId ?? null,
    day: lines[0]?.line.day ?? '',
    paise: lines.reduce((sum, each) => sum + unexplained(each), 0),
    detail: lines.map(({ line, verdict }) => stepFor(line, verdict)).join(' '),
  }));
  await writeItems(tx, 'line', [...ids, ...matched.map(({ line }) => line.entityId)], items);
  return [...new Set(matched.map(({ line }) => line.settlementId))];
}

/** What arrived more than expected. In another currency, all is missing. */
const unexplained = ({ line, verdict: { expectedPaise } }: Matched) =>
  (line.currency === 'INR' ? netOf(line) : 0) - expectedPaise;

interface Sums {
  id: string;
  status: string;
  day: string;
  utr: string | null;
  amountPaise: number;
  netPaise: number;
  expectedPaise: number;
  repeatedBy: string | null;
}

/** Adds up the lines of settlements. */
export async function sumSettlements(tx: Transaction, ids: string[]) {
  await tx.$executeRaw`
    UPDATE settlements AS s SET lines_paise = l.net, matched_lines = l.matched, differing_lines = l.differs,
      unknown_lines = l.unknown, other_lines = l.other, returned_lines = l.returned,
      match = CASE WHEN status IN ('failed', 'unknown') OR l.net <> amount_paise OR l.differs + l.unknown > 0
        THEN 'differs' ELSE 'matched' END
    FROM (
      SELECT named.id, coalesce(sum(credit_paise - debit_paise), 0) AS net,
        count(*) FILTER (WHERE state = 'matched') AS matched, count(*) FILTER (WHERE state = 'differs') AS differs,
        count(*) FILTER (WHERE state = 'unknown') AS unknown, count(*) FILTER (WHERE state = 'other') AS other,
        count(*) FILTER (WHERE state = 'returned') AS returned
      FROM unnest(${ids}::text[]) AS named(id) LEFT JOIN settlement_lines AS l ON l.settlement_id = named.id GROUP BY named.id
    ) AS l WHERE s.id = l.id`;
  const found = await tx.$queryRaw<Sums[]>`
    SELECT id, status, day::text, utr, amount_paise::float8 AS "amountPaise",
      lines_paise::float8 AS "netPaise", coalesce((SELECT sum(expected_paise) FROM settlement_lines
        WHERE settlement_id = s.id), 0)::float8 AS "expectedPaise",
      (SELECT min(again.settlement_id) FROM settlement_lines AS l JOIN settlement_lines AS again
        ON again.entity_id = l.entity_id AND again.type = l.type AND again.settlement_id <> s.id AND again.state <> 'returned'
        WHERE s.status = 'failed' AND l.settlement_id = s.id) AS "repeatedBy"
    FROM settlements AS s WHERE id = ANY(${ids}) AND match = 'differs'`;
  await writeItems(
    tx,
    'settlement',
    ids,
    found.flatMap((sums) => {
      const { paise, detail } = settlementStep(sums);
      return detail ? [{ subject: sums.id, settlementId: sums.id, orderId: null, day: sums.day, paise, detail }] : [];
    }),
  );
}

function settlementStep({ id, status, utr, amountPaise, repeatedBy, ...lines }: Sums) {
  const amount = `₹${(amountPaise / 100).toFixed(2)}`;
  if (status === 'failed')
    return repeatedBy
      ? {
          paise: 0,
          detail: `Settlement ${id} of ${amount} failed and was repeated by ${repeatedBy}. Check that the bank statement has one credit only, then dismiss it.`,
        }
      : {
          paise: 0,
          detail: `Settlement ${id} of ${amount} failed. Check the bank account that the provider has; it repeats the settlement.`,
        };
  if (status === 'unknown')
    return {
      paise: 0,
      detail: `The provider has lines of settlement ${id}, and not the settlement itself. Ask the provider.`,
    };
  const missing = missingPaise(amountPaise, lines);
  const less = `lack ₹${(missing / 100).toFixed(2)}`;
  const more = `are ₹${(-missing / 100).toFixed(2)} more than it`;
  return {
    paise: missing,
    detail: missing
      ? `The lines of settlement ${id} (UTR ${utr ?? 'not told'}) do not add up to ${amount}: they ${missing > 0 ? less : more}. Late lines come within three days; then ask the provider.`
      : '',
  };
}
