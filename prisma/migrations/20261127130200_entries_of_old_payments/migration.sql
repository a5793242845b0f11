-- What the triggers would have written about the rows from before them. A row that changed since has a part already.
INSERT INTO "book_entries" ("kind", "subject", "day", "paise")
SELECT kind, subject, day, paise FROM (
  SELECT kind, subject, day, target - coalesce((SELECT sum(paise) FROM book_entries AS e
    WHERE e.month IS NULL AND e.day = old.day AND e.kind = old.kind AND e.subject = old.subject), 0) AS paise
  FROM (
    SELECT part.kind, id AS subject, indian_day(coalesce(provider_created_at, created_at)) AS day, part.target
    FROM payments, LATERAL (VALUES ('captured', amount_paise),
      ('fee', coalesce(fee_paise, 0) - coalesce(tax_paise, 0)), ('gst', coalesce(tax_paise, 0))) AS part(kind, target)
    WHERE status IN ('captured', 'refunded') AND currency = 'INR'
    UNION ALL
    SELECT 'refunded', coalesce(provider_id, r.id::text), indian_day(coalesce(r.provider_created_at, r.created_at)),
      r.amount_paise
    FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id WHERE r.status <> 'failed' AND p.currency = 'INR'
    UNION ALL
    SELECT 'chargeback', d.id, indian_day(d.created_at), d.amount_deducted_paise
    FROM disputes AS d JOIN payments AS p ON p.id = d.payment_id WHERE d.status <> 'won' AND p.currency = 'INR'
  ) AS old
) AS missing WHERE paise <> 0 ORDER BY day;
