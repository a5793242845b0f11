-- Whether a payment of a person may be on its way.
CREATE INDEX CONCURRENTLY "orders_checkout_idx" ON "orders"("owner_id", "checkout_at") WHERE "paid_payment_id" IS NULL;
