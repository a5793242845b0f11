-- AlterTable
ALTER TABLE "operator_alerts" ADD COLUMN "dismissed_at" TIMESTAMPTZ(3);

CREATE TRIGGER "audit_log_truncate_guard" BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "guard_audit_log"();
