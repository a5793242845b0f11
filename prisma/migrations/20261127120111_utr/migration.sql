-- What a payer or a bank quotes.
CREATE INDEX CONCURRENTLY "payments_utr_idx" ON "payments"(("acquirer_data" ->> 'utr'), "created_at") WHERE "acquirer_data" ->> 'utr' IS NOT NULL;
