import type { Transaction } from '../mail/outbox';

/** What staff call an item of the books. `unsettled`: money is in no settlement. */
export const booksItemKinds = ['settlement', 'line', 'unsettled'] as const;
export type BooksItemKind = (typeof booksItemKinds)[number];

export interface BooksItem {
  subject: string;
  settlementId: string | null;
  orderId: string | null;
  /** The Indian day whose month it concerns. */
  day: string;
  /** What arrived more than expected. */
  paise: number;
  /** What is wrong and what to do. */
  detail: string;
}

/** Opens and changes items of a kind, and closes those of `subjects` that are not among them. What has changed needs a person again. */
export const writeItems = (
  tx: Transaction,
  kind: BooksItemKind,
  subjects: string[],
  items: BooksItem[],
) => tx.$executeRaw`
  WITH needed AS (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      AS n(subject text, "settlementId" text, "orderId" uuid, day date, paise bigint, detail text)
  ), ended AS (
    UPDATE open_items SET closed_at = now() WHERE kind = ${kind} AND subject = ANY(${subjects}) AND closed_at IS NULL
      AND subject NOT IN (SELECT subject FROM needed)
  )
  INSERT INTO open_items AS known (kind, subject, order_id, settlement_id, day, paise, detail)
  SELECT ${kind}, subject, "orderId", "settlementId", day, paise, detail FROM needed
  ON CONFLICT (kind, subject) DO UPDATE SET order_id = EXCLUDED.order_id, settlement_id = EXCLUDED.settlement_id,
    day = EXCLUDED.day, paise = EXCLUDED.paise, detail = EXCLUDED.detail, closed_at = NULL,
    since = CASE WHEN known.closed_at IS NULL THEN known.since ELSE EXCLUDED.since END,
    mailed_at = CASE WHEN known.detail = EXCLUDED.detail THEN known.mailed_at END,
    dismissed_at = CASE WHEN known.detail = EXCLUDED.detail THEN known.dismissed_at END,
    dismissal_reason = CASE WHEN known.detail = EXCLUDED.detail THEN known.dismissal_reason END
  WHERE known.closed_at IS NOT NULL OR (known.detail, known.paise, known.day) IS DISTINCT FROM
    (EXCLUDED.detail, EXCLUDED.paise, EXCLUDED.day)`;
