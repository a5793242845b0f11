-- Reads that retention deletes.
CREATE INDEX CONCURRENTLY "audit_log_reads_at_idx" ON "audit_log"("at") WHERE "is_read";
