-- What a payer or a bank quotes.
CREATE INDEX CONCURRENTLY "payments_rrn_idx" ON "payments"(("acquirer_data" ->> 'rrn'), "created_at") WHERE "acquirer_data" ->> 'rrn' IS NOT NULL;
