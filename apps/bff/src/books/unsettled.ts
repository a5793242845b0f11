import type { Transaction } from '../mail/outbox';
import { addDays, workingDaysBefore } from './indian-days';
import { type BooksItem, writeItems } from './open-items';

/** Domestic payments settle after two working days, international ones after seven. */
const latestWorkingDays = 9;
/** Days before the limit that are read again: a payment or refund may have become known late. */
const readAgain = 10;

/** Of the progress. */
const name = 'unsettled';

type Found = Omit<BooksItem, 'detail' | 'settlementId'> & { kind: 'payment' | 'refund' };

/**
 * Payments and refunds of these days that moved money, and that no settlement has. Nothing is settled before it is made:
 * lines from before `oldest` are not read.
 */
const unsettledOf = (tx: Transaction, [oldest, first, last]: string[], subjects: string[]) => tx.$queryRaw<Found[]>`
  WITH late_payments AS (
    SELECT *, is_received(payments) FROM payments
    WHERE coalesce(provider_created_at, created_at) >= (${first}::timestamp - interval '330 minutes') AT TIME ZONE 'UTC'
      AND coalesce(provider_created_at, created_at) < (${last}::timestamp - interval '330 minutes') AT TIME ZONE 'UTC'
    UNION SELECT *, is_received(payments) FROM payments WHERE id = ANY(${subjects})
  ), late_refunds AS (
    SELECT * FROM refunds
    WHERE coalesce(provider_created_at, created_at) >= (${first}::timestamp - interval '330 minutes') AT TIME ZONE 'UTC'
      AND coalesce(provider_created_at, created_at) < (${last}::timestamp - interval '330 minutes') AT TIME ZONE 'UTC'
    UNION SELECT * FROM refunds WHERE provider_id = ANY(${subjects})
  )
  SELECT 'payment' AS kind, id AS subject, order_id AS "orderId",
    indian_day(coalesce(provider_created_at, created_at))::text AS day,
    (coalesce(fee_paise, 0) - amount_paise)::float8 AS paise
  FROM late_payments AS p WHERE is_received
    AND NOT EXISTS (SELECT FROM settlement_lines WHERE entity_id = p.id AND type = 'payment' AND state <> 'returned'
      AND day >= ${oldest}::date)
  UNION ALL
  SELECT 'refund', provider_id, order_id, indian_day(coalesce(r.provider_created_at, r.created_at))::text,
    r.amount_paise::float8
  FROM late_refunds AS r JOIN payments AS p ON p.id = r.payment_id
  WHERE provider_id IS NOT NULL AND r.status = 'processed' AND is_received(p)
    AND NOT EXISTS (SELECT FROM settlement_lines WHERE entity_id = provider_id AND type = 'refund' AND state <> 'returned'
      AND day >= ${oldest}::date)`;

/** The day before which money should be settled. */
const unsettledLimit = (today: string) => workingDaysBefore(today, latestWorkingDays);

/** With a test key the provider never settles anything. With a live one that has not started, the dashboard says why. */
const hasSettled = async (reading: Pick<Transaction, 'settlement'>) =>
  !!(await reading.settlement.findFirst({ select: { id: true } }));

/** Whether money was looked for until the limit of this day. */
export const isUnsettledNoted = async (reading: Pick<Transaction, 'bookProgress' | 'settlement'>, today: string) =>
  ((await unsettledUntil(reading)) ?? '') >= unsettledLimit(today) || !(await hasSettled(reading));

/** The limit until which money was looked for. */
async function unsettledUntil(reading: Pick<Transaction, 'bookProgress'>): Promise<string | undefined> {
  const found = await reading.bookProgress.findUnique({ where: { name } });
  return found?.day.toISOString().slice(0, 10);
}

/**
 * Notes what is in no settlement for more than nine working days.
 * @param start of the books
 * @param since the first day that was imported just now
 */
export async function noteUnsettled(
  tx: Transaction,
  { today, start, since }: { today: string; start: string; since: string },
) {
  if (!(await hasSettled(tx))) return;
  const limit = unsettledLimit(today);
  const first = [since, (await unsettledUntil(tx)) ?? start, addDays(limit, -readAgain)].sort()[0] ?? since;
  const open = await tx.openItem.findMany({ where: { kind: 'unsettled', closedAt: null, day: { not: null } } });
  const subjects = open.map(({ subject }) => subject);
  const [oldest = first] = [first, ...open.flatMap(({ day }) => day?.toISOString().slice(0, 10) ?? [])].sort();
  const found = await unsettledOf(tx, [oldest, first, limit], subjects);
  const items = found.map(({ kind, ...item }) => ({
    ...item,
    settlementId: null,
    detail:
      kind === 'payment'
        ? `Payment ${item.subject} was captured on ${item.day} and is in no settlement. Ask the provider whether it holds it back.`
        : `Refund ${item.subject} was made on ${item.day} and no settlement has deducted it. Ask the provider.`,
  }));
  await writeItems(tx, 'unsettled', subjects, items);
  const day = new Date(limit);
  await tx.bookProgress.upsert({ where: { name }, create: { name, day }, update: { day } });
}
