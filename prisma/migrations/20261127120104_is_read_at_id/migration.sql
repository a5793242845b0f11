-- The log of actions, and reads that retention deletes.
CREATE INDEX CONCURRENTLY "audit_log_is_read_at_id_idx" ON "audit_log"("is_read", "at", "id");
