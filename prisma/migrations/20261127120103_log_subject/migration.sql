-- Replaced by the index with the time.
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_subject_id_idx";
