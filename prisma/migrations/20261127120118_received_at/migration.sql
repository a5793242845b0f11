-- The last event.
CREATE INDEX CONCURRENTLY "webhook_events_received_at_idx" ON "webhook_events"("received_at");
