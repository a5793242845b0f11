-- Refunds that no settlement has after nine working days.
CREATE INDEX CONCURRENTLY "refunds_day_idx" ON "refunds"(coalesce("provider_created_at", "created_at"));
