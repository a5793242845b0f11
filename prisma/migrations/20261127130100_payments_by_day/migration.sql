-- Payments that no settlement has after nine working days.
CREATE INDEX CONCURRENTLY "payments_day_idx" ON "payments"(coalesce("provider_created_at", "created_at"));
