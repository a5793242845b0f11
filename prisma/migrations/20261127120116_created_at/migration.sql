-- Refunds of a day.
CREATE INDEX CONCURRENTLY "refunds_made_at_idx" ON "refunds"(coalesce("provider_created_at", "created_at"));
