-- The log of the desk, newest first.
CREATE INDEX CONCURRENTLY "audit_log_at_id_idx" ON "audit_log"("at", "id");
