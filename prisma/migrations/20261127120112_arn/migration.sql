-- What a payer or a bank quotes.
CREATE INDEX CONCURRENTLY "payments_arn_idx" ON "payments"(("acquirer_data" ->> 'arn'), "created_at") WHERE "acquirer_data" ->> 'arn' IS NOT NULL;
