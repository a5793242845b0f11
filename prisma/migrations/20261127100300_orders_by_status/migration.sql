-- Lists of one status, and the gauges of what is unfinished.
CREATE INDEX CONCURRENTLY "orders_status_created_at_id_idx" ON "orders"("status", "created_at", "id");
