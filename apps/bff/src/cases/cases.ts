import type { components } from '@novacore/contract';
import type { Transaction } from '../mail/outbox';

export type CaseKind = components['schemas']['DeskCaseKindName'];
type EventName = components['schemas']['DeskCaseEvent']['event'];

export interface CaseReport {
  kind: CaseKind;
  subject: string;
  orderId?: string | null;
  settlementId?: string | null;
  /** Indian day. Its month of the books contains the case. */
  day?: string | null;
  /** The amount. In the books, the excess over the expected amount. */
  paise?: number | null;
  deadline?: Date | null;
  /** Start of the need for attention, possibly in the future. Default: now. */
  since?: Date;
  /** Tells staff the fault and the next step. */
  detail: string;
  /** Changed facts or amounts are news. A changed `detail` is not. */
  facts: string;
}

const eventOf = (event: EventName, more: { reason?: string; by?: string } = {}) =>
  JSON.stringify({ event, ...more, at: new Date() });

/**
 * Opens new cases, and ends cases of these kinds and subjects that are not reported again. News reopens a case.
 */
export async function report(tx: Transaction, kinds: CaseKind[], subjects: string[], cases: CaseReport[]) {
  const reported = JSON.stringify(cases);
  await tx.$executeRaw`
    UPDATE cases SET state = 'done', outcome = 'ended', wait_until = NULL, done_at = coalesce(done_at, now()),
      history = history || ${eventOf('ended')}::jsonb
    WHERE kind = ANY(${kinds}) AND subject = ANY(${subjects}) AND outcome IS DISTINCT FROM 'ended' AND (kind, subject)
      NOT IN (SELECT kind, subject FROM jsonb_to_recordset(${reported}::jsonb) AS r(kind text, subject text))`;
  if (!cases.length) return;
  await tx.$executeRaw`
    UPDATE cases AS c SET facts = r.facts, paise = r.paise, revision = revision + 1,
      mailed_at = CASE c.kind WHEN 'outbox' THEN mailed_at END, outcome = NULL,
      reason = NULL, done_at = NULL, history = history || ${eventOf('reopened')}::jsonb,
      opened_at = CASE c.state WHEN 'open' THEN opened_at ELSE coalesce(r.since, now()) END,
      state = CASE WHEN c.state <> 'open' AND r.since > now() THEN 'waiting' ELSE 'open' END,
      wait_until = CASE WHEN c.state <> 'open' AND r.since > now() THEN r.since END
    FROM jsonb_to_recordset(${reported}::jsonb)
      AS r(kind text, subject text, facts text, paise bigint, since timestamptz)
    WHERE c.kind = r.kind AND c.subject = r.subject AND (outcome = 'ended'
      OR (coalesce(c.facts, r.facts), c.paise) IS DISTINCT FROM (r.facts, r.paise))`;
  await tx.$executeRaw`
    INSERT INTO cases (kind, subject, order_id, settlement_id, day, paise, deadline, detail, facts, opened_at, state, wait_until, history)
    SELECT kind, subject, "orderId", "settlementId", day, paise, deadline, detail, facts, coalesce(since, now()),
      CASE WHEN since > now() THEN 'waiting' ELSE 'open' END, CASE WHEN since > now() THEN since END,
      jsonb_build_array(${eventOf('opened')}::jsonb)
    FROM jsonb_to_recordset(${reported}::jsonb) AS r(kind text, subject text, "orderId" uuid, "settlementId" text, day date,
      paise bigint, deadline timestamptz, detail text, facts text, since timestamptz)
    ON CONFLICT (kind, subject) DO UPDATE SET order_id = EXCLUDED.order_id, settlement_id = EXCLUDED.settlement_id,
      day = EXCLUDED.day, deadline = EXCLUDED.deadline, detail = EXCLUDED.detail, facts = EXCLUDED.facts`;
}

/** Cases whose cause has not ended, including accepted differences. */
export const lasting = (tx: Transaction, kind: CaseKind) => tx.$queryRaw<{ subject: string; day: Date | null }[]>`
  SELECT subject, day FROM cases WHERE kind = ${kind} AND outcome IS DISTINCT FROM 'ended'`;

export interface Decision {
  kind: string;
  subject: string;
  /** The revision that the page showed. */
  revision: number;
  reason: string;
  by: string;
  /** The account that books an accepted difference. */
  account?: components['schemas']['DeskCaseDecision']['account'];
}

async function decide(tx: Transaction, { kind, subject, revision, account, ...why }: Decision, waitUntil: Date | null) {
  const [state, outcome] = waitUntil ? ['waiting', null] : ['done', 'finished'];
  const event = eventOf(waitUntil ? 'waiting' : 'finished', why);
  const decided = await tx.$executeRaw`
    UPDATE cases SET state = ${state}, outcome = ${outcome}, wait_until = ${waitUntil}, reason = ${why.reason},
      account = ${account ?? null},
      done_at = CASE ${state} WHEN 'done' THEN now() END, history = history || ${event}::jsonb
    WHERE kind = ${kind} AND subject = ${subject} AND revision = ${revision}::int AND state <> 'done'`;
  return decided > 0;
}

/** Lets a case wait until then, or until news. @returns false if the case has changed or is done */
export const wait = (tx: Transaction, decision: Decision, until: Date) => decide(tx, decision, until);

/** Finishes a case until news. Accepts a difference in the books. @returns false if the case has changed or is done */
export const finish = (tx: Transaction, decision: Decision) => decide(tx, decision, null);
