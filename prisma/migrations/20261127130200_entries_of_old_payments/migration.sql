-- What the triggers would have written about the rows from before them. A row that changed since has a part already.
WITH known AS (
  SELECT kind, subject, sum(paise) AS paise FROM book_entries WHERE NOT is_other GROUP BY 1, 2
), old AS (
  SELECT part.kind, id AS subject, indian_day(coalesce(provider_created_at, created_at)) AS day, part.paise
  FROM payments, LATERAL (VALUES ('captured', amount_paise),
    ('fee', coalesce(fee_paise, 0) - coalesce(tax_paise, 0)), ('gst', coalesce(tax_paise, 0))) AS part(kind, paise)
  WHERE status IN ('captured', 'refunded') AND currency = 'INR'
  UNION ALL
  SELECT 'refunded', coalesce(provider_id, r.id::text), indian_day(coalesce(r.provider_created_at, r.created_at)),
    r.amount_paise
  FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id WHERE r.status <> 'failed' AND p.currency = 'INR'
  UNION ALL
  SELECT 'chargeback', d.id, indian_day(d.created_at), d.amount_deducted_paise
  FROM disputes AS d JOIN payments AS p ON p.id = d.payment_id WHERE d.status <> 'won' AND p.currency = 'INR'
)
INSERT INTO "book_entries" ("kind", "subject", "day", "paise")
SELECT kind, subject, day, old.paise - coalesce(known.paise, 0) FROM old LEFT JOIN known USING (kind, subject)
WHERE old.paise <> coalesce(known.paise, 0) ORDER BY day;
