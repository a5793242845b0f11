import type { Transaction } from '../../mail/outbox';
import type { Facts, Need } from '../rules/facts';

/**
 * Writes down what needs a person about a locked order, and closes what no longer does. An item that is due already
 * keeps its time; one that was closed is news again, also where it was dismissed. Money for a deleted account is found once, and ends with its refund. Items of the books are not ours.
 */
export async function recordNeeds(tx: Transaction, orderId: string, facts: Facts, found: Need[] = []) {
  const needs = [...facts.needs, ...found];
  await tx.$executeRaw`
    WITH needed AS (
      SELECT kind, subject, coalesce(since, now()) AS since
      FROM jsonb_to_recordset(${JSON.stringify(needs)}::jsonb) AS n(kind text, subject text, since timestamptz)
    ), ended AS (
      UPDATE open_items SET closed_at = now() WHERE order_id = ${orderId}::uuid AND closed_at IS NULL
        AND kind IN ('review', 'dispute', 'refund', 'deleted') AND (kind <> 'deleted' OR ${facts.isPaymentReturned}) AND (kind, subject) NOT IN (SELECT kind, subject FROM needed)
    )
    INSERT INTO open_items AS known (kind, subject, order_id, since) SELECT kind, subject, ${orderId}::uuid, since FROM needed
    ON CONFLICT (kind, subject) DO UPDATE SET order_id = EXCLUDED.order_id, closed_at = NULL,
      mailed_at = CASE WHEN known.closed_at IS NULL THEN known.mailed_at END,
      dismissed_at = CASE WHEN known.closed_at IS NULL THEN known.dismissed_at END,
      dismissal_reason = CASE WHEN known.closed_at IS NULL THEN known.dismissal_reason END,
      since = CASE WHEN known.closed_at IS NULL AND known.since <= now() THEN known.since ELSE EXCLUDED.since END`;
}
