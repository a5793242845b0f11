-- What staff list, newest first.
CREATE INDEX CONCURRENTLY "orders_created_at_id_idx" ON "orders"("created_at", "id");
