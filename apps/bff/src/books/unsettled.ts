import { lasting, report } from '../cases/cases';
import type { Transaction } from '../mail/outbox';
import { addDays, indianToday, isoDay } from './indian-days';
import { partsOf } from './matching';

/** Razorpay settles domestic payments after two working days, and international ones after seven. */
const settledWithinDays = 13;
/** Days before the limit that are read again: a payment or refund may have become known late. */
const readAgain = 10;

const name = 'unsettled';

interface Balance {
  kind: 'payment' | 'refund' | 'dispute';
  subject: string;
  orderId: string;
  day: string;
  /** The amount that arrived in excess of the entries. */
  paise: number;
  isUndone: boolean;
}

/** Says what is wrong and what to do. */
function stepFor({ kind, subject, day, isUndone }: Balance): string {
  if (kind === 'payment') return `Payment ${subject} was captured on ${day} and is in no settlement. Ask Razorpay why.`;
  const event = kind === 'refund' ? `Refund ${subject} failed` : `Dispute ${subject} was won`;
  if (isUndone) return `${event} on ${day}, and no settlement has returned what was deducted for it. Ask Razorpay.`;
  const taken = kind === 'refund' ? `Refund ${subject} was made` : `The bank took money back for dispute ${subject}`;
  return `${taken} on ${day}, and no settlement has deducted it. Ask Razorpay.`;
}

/** Reports payments, refunds and disputes whose entries their lines do not bring in time. @param since first day of the import */
export async function reportUnsettled(tx: Transaction, since: string) {
  // With a test key the provider never settles anything.
  if (!(await tx.settlement.findFirst({ select: { id: true } }))) return;
  const limit = addDays(await indianToday(tx), -settledWithinDays);
  const last = await tx.bookProgress.findUnique({ where: { name } });
  // The first look is at everything: the provider may hold back money for weeks before its first settlement.
  const [first = since] = last ? [since, addDays(isoDay(last.day), -readAgain)].sort() : ['2000-01-01'];
  // A transaction that wrote before the last look may have ended after it.
  const lookedAt = new Date((last?.at.getTime() ?? 0) - 60_000);
  const moved = await tx.$queryRaw<{ subject: string }[]>`
    SELECT subject FROM book_entries WHERE day >= ${first}::date AND day < ${limit}::date AND NOT is_other
    UNION SELECT subject FROM book_entries WHERE ${!!last} AND at >= ${lookedAt} AND NOT is_other`;
  const subjects = [...new Set([...moved, ...(await lasting(tx, 'unsettled'))].map(({ subject }) => subject))];
  const found: Balance[] = [];
  for (const part of partsOf(subjects))
    found.push(
      ...(await tx.$queryRaw<Balance[]>`
        SELECT kind, b.subject, "orderId", day::text, "isUndone", (settled_paise - booked_paise)::float8 AS paise
        FROM (SELECT * FROM subject_balances WHERE subject = ANY(${part})) AS b
          JOIN (SELECT * FROM expectations WHERE subject = ANY(${part})) AS e ON e.subject = b.subject
        WHERE day < ${limit}::date AND settled_paise <> booked_paise AND (settled_paise = 0 OR "isUndone")`),
    );
  const cases = found.map((balance) => {
    const { subject, orderId, day, paise, kind, isUndone } = balance;
    const facts = isUndone ? `undone ${kind}` : kind;
    return { kind: 'unsettled' as const, subject, orderId, day, paise, facts, detail: stepFor(balance) };
  });
  await report(tx, ['unsettled'], subjects, cases);
  await tx.$executeRaw`
    INSERT INTO book_progress (name, day) VALUES (${name}, ${limit}::date)
    ON CONFLICT (name) DO UPDATE SET day = EXCLUDED.day, at = EXCLUDED.at`;
}
