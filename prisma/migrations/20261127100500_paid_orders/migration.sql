-- The gauge of late events.
CREATE INDEX CONCURRENTLY "orders_paid_at_idx" ON "orders"("paid_at") WHERE "paid_at" IS NOT NULL;
