-- The log of one member of staff.
CREATE INDEX CONCURRENTLY "audit_log_operator_at_id_idx" ON "audit_log"("operator", "at", "id");
