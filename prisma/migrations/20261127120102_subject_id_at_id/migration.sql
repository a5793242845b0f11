-- The log of one order or person.
CREATE INDEX CONCURRENTLY "audit_log_subject_id_at_id_idx" ON "audit_log"("subject_id", "at", "id");
