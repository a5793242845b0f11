-- Payments by the last four digits of a card.
CREATE INDEX CONCURRENTLY "payments_last4_idx" ON "payments"(("method_details" ->> 'last4'), "created_at") WHERE "method_details" ->> 'last4' IS NOT NULL;
