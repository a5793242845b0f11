-- What `orders -- reconcile` checks for money that came late.
CREATE INDEX CONCURRENTLY "order_transitions_expired_idx" ON "order_transitions"("at") WHERE "to_status" = 'EXPIRED';
