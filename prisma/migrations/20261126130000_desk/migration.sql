-- CreateTable
CREATE TABLE "audit_log" (
    "id" UUID NOT NULL,
    "operator" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_alerts" (
    "item" TEXT NOT NULL,
    "alerted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_alerts_pkey" PRIMARY KEY ("item")
);

-- CreateIndex
CREATE INDEX "audit_log_subject_id_idx" ON "audit_log"("subject_id");

-- CreateIndex
CREATE INDEX "operator_alerts_alerted_at_idx" ON "operator_alerts"("alerted_at");

CREATE FUNCTION "guard_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entry %: the log is only ever added to', OLD.id USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER "audit_log_guard" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "guard_audit_log"();
