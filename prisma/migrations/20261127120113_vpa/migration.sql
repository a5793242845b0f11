-- Payments from a UPI address.
CREATE INDEX CONCURRENTLY "payments_vpa_idx" ON "payments"(lower("method_details" ->> 'vpa'), "created_at") WHERE "method_details" ->> 'vpa' IS NOT NULL;
