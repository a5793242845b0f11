import { lasting, report } from '../cases/cases';
import type { Transaction } from '../mail/outbox';
import { clock } from './clock';
import { addDays, workingDaysBefore } from './indian-days';

/** Domestic payments settle after two working days, international ones after seven. */
const latestWorkingDays = 9;
/** Days before the limit that are read again: a payment or refund may have become known late. */
const readAgain = 10;

const isoDay = (day: Date) => day.toISOString().slice(0, 10);

/** Of the progress. */
const name = 'unsettled';

type Found = { subject: string; kind: keyof typeof steps; orderId: string; day: string; paise: number };

/** What is wrong, and what to do. */
const steps = {
  payment: (id: string, day: string) =>
    `Payment ${id} was captured on ${day} and is in no settlement. Ask the provider whether it holds it back.`,
  refund: (id: string, day: string) =>
    `Refund ${id} was made on ${day} and no settlement has deducted it. Ask the provider.`,
  'failed refund': (id: string, day: string) =>
    `Refund ${id} failed on ${day}, and no settlement has returned what was deducted for it. Ask the provider.`,
  dispute: (id: string, day: string) =>
    `The bank took money back for dispute ${id} on ${day}, and no settlement has deducted it. Ask the provider.`,
  'won dispute': (id: string, day: string) =>
    `Dispute ${id} was won on ${day}, and no settlement has returned what was deducted for it. Ask the provider.`,
};

/**
 * Money that moved on these days or is among the subjects, and that no settlement has: payments and refunds that were
 * made, what banks took, and deductions that were undone, by the day of their last entry. Nothing is settled before it is
 * made: lines from before `oldest` are not read.
 */
const unsettledOf = (tx: Transaction, [oldest, first, last]: string[], subjects: string[]) => tx.$queryRaw<Found[]>`
  WITH limits AS MATERIALIZED (
    SELECT (${first}::timestamp - interval '330 minutes') AT TIME ZONE 'UTC' AS first,
      (${last}::timestamp - interval '330 minutes') AT TIME ZONE 'UTC' AS last
  ), late_payments AS (
    SELECT *, is_received(payments) FROM payments
    WHERE provider_created_at >= (SELECT first FROM limits)
      AND provider_created_at < (SELECT last FROM limits)
    UNION SELECT *, is_received(payments) FROM payments
    WHERE id = ANY(${subjects}) AND provider_created_at < (SELECT last FROM limits)
  ), late_refunds AS (
    SELECT * FROM refunds
    WHERE provider_created_at >= (SELECT first FROM limits)
      AND provider_created_at < (SELECT last FROM limits)
    UNION SELECT * FROM refunds
    WHERE provider_id = ANY(${subjects}) AND provider_created_at < (SELECT last FROM limits)
  ), moved AS (
    SELECT subject, kind, max(day) AS day FROM book_entries
    WHERE NOT is_other AND kind IN ('refunded', 'chargeback') AND subject IN (
      SELECT subject FROM book_entries
      WHERE kind IN ('refunded', 'chargeback') AND day >= ${first}::date AND day < ${last}::date
      UNION ALL SELECT unnest(${subjects}::text[]))
    GROUP BY subject, kind HAVING max(day) < ${last}::date
  )
  SELECT 'payment' AS kind, id AS subject, order_id AS "orderId",
    indian_day(provider_created_at)::text AS day,
    (coalesce(fee_paise, 0) - amount_paise)::float8 AS paise
  FROM late_payments AS p WHERE is_received
    AND NOT EXISTS (SELECT FROM settlement_lines WHERE entity_id = p.id AND type = 'payment' AND state <> 'returned'
      AND day >= ${oldest}::date)
  UNION ALL
  SELECT 'refund', provider_id, order_id, indian_day(r.provider_created_at)::text,
    r.amount_paise::float8
  FROM late_refunds AS r JOIN payments AS p ON p.id = r.payment_id
  WHERE r.status = 'processed' AND is_received(p)
    AND NOT EXISTS (SELECT FROM settlement_lines WHERE entity_id = provider_id AND type = 'refund' AND state <> 'returned'
      AND day >= ${oldest}::date)
  UNION ALL
  SELECT 'failed refund', provider_id, order_id, moved.day::text, -r.amount_paise::float8
  FROM moved JOIN refunds AS r ON r.provider_id = moved.subject JOIN payments AS p ON p.id = r.payment_id
  WHERE r.status = 'failed' AND is_received(p)
    AND EXISTS (SELECT FROM settlement_lines WHERE entity_id = provider_id AND debit_paise > 0 AND state <> 'returned')
    AND NOT EXISTS (SELECT FROM settlement_lines WHERE entity_id = provider_id AND credit_paise > 0 AND state <> 'returned')
    AND NOT EXISTS (SELECT FROM settlement_lines WHERE refund_id = provider_id AND credit_paise > 0 AND state <> 'returned')
  UNION ALL
  SELECT CASE d.status WHEN 'won' THEN 'won dispute' ELSE 'dispute' END, d.id, d.order_id, moved.day::text,
    CASE d.status WHEN 'won' THEN -1 ELSE 1 END * amount_deducted_paise::float8
  FROM moved JOIN disputes AS d ON d.id = moved.subject JOIN payments AS p ON p.id = d.payment_id,
    LATERAL (SELECT bool_or(debit_paise > 0) AS deducted, bool_or(credit_paise > 0) AS returned FROM settlement_lines
      WHERE dispute_id = d.id AND state <> 'returned') AS lines
  WHERE amount_deducted_paise > 0 AND currency = 'INR' AND CASE d.status
    WHEN 'won' THEN deducted AND NOT returned ELSE deducted IS NOT TRUE END`;

/** The day before which money should be settled. */
const unsettledLimit = async (reading: Pick<Transaction, '$queryRaw'>) =>
  workingDaysBefore((await clock(reading)).today, latestWorkingDays);

/** What moved money since, whatever its day. A transaction that wrote before may have ended after. */
const changedSince = (tx: Transaction, at: Date) => tx.$queryRaw<{ subject: string; day: Date }[]>`
  SELECT subject, min(day) AS day FROM book_entries
  WHERE at >= ${at}::timestamptz - interval '1 minute' AND kind IN ('captured', 'refunded', 'chargeback') AND NOT is_other
  GROUP BY subject`;

/** With a test key the provider never settles anything. With a live one that has not started, the dashboard says why. */
const hasSettled = async (reading: Pick<Transaction, 'settlement'>) =>
  !!(await reading.settlement.findFirst({ select: { id: true } }));

/** Whether money was looked for until today's limit. */
export async function isUnsettledNoted(reading: Pick<Transaction, 'bookProgress' | 'settlement' | '$queryRaw'>) {
  const last = await reading.bookProgress.findUnique({ where: { name } });
  return (last && isoDay(last.day) >= (await unsettledLimit(reading))) || !(await hasSettled(reading));
}

/**
 * Notes what is in no settlement for more than nine working days.
 * @param start of the books
 * @param since the first day that was imported just now
 */
export async function noteUnsettled(tx: Transaction, { start, since }: { start: string; since: string }) {
  if (!(await hasSettled(tx))) return;
  const limit = await unsettledLimit(tx);
  const last = await tx.bookProgress.findUnique({ where: { name } });
  const first = [since, last ? isoDay(last.day) : start, addDays(limit, -readAgain)].sort()[0] ?? since;
  const open = await lasting(tx, 'unsettled');
  const again = [...open, ...(last ? await changedSince(tx, last.at) : [])];
  const subjects = again.map(({ subject }) => subject);
  const [oldest = first] = [first, ...again.flatMap(({ day }) => (day ? isoDay(day) : []))].sort();
  const found = await unsettledOf(tx, [oldest, first, limit], subjects);
  const cases = found.map(({ kind, ...each }) => ({
    ...each,
    kind: 'unsettled' as const,
    facts: kind,
    detail: steps[kind](each.subject, each.day),
  }));
  await report(tx, ['unsettled'], subjects, cases);
  await tx.$executeRaw`
    INSERT INTO book_progress (name, day) VALUES (${name}, ${limit}::date)
    ON CONFLICT (name) DO UPDATE SET day = EXCLUDED.day, at = EXCLUDED.at`;
}
