-- What staff list first.
CREATE INDEX CONCURRENTLY "orders_disputed_idx" ON "orders"("created_at", "id") WHERE "disputed";
