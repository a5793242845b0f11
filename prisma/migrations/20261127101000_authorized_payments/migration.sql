-- The same for money that a bank holds.
CREATE INDEX CONCURRENTLY "payments_authorized_idx" ON "payments"("order_id") WHERE "status" = 'authorized';
