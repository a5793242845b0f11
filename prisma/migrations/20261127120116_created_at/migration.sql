-- Refunds of a day.
CREATE INDEX CONCURRENTLY "refunds_created_at_idx" ON "refunds"("created_at");
