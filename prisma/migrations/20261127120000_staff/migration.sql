-- CreateTable
CREATE TABLE "staff_roles" (
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "granted_by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_roles_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "staff_roles_role" CHECK ("role" IN ('support', 'finance'))
);

-- CreateTable
CREATE TABLE "sent_mails" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "order_id" UUID,
    "user_id" UUID,
    "outcome" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "daily_figures" (
    "day" DATE NOT NULL,
    "orders" INTEGER NOT NULL,
    "attempted" INTEGER NOT NULL,
    "paid" INTEGER NOT NULL,
    "paid_paise" BIGINT NOT NULL,
    "refunds" INTEGER NOT NULL,
    "refunded_paise" BIGINT NOT NULL,
    "sign_ups" INTEGER NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "daily_figures_pkey" PRIMARY KEY ("day")
);

-- CreateIndex
CREATE INDEX "sent_mails_order_id_at_idx" ON "sent_mails"("order_id", "at");

-- CreateIndex
CREATE INDEX "sent_mails_user_id_at_idx" ON "sent_mails"("user_id", "at");

-- CreateIndex
CREATE INDEX "sent_mails_at_idx" ON "sent_mails"("at");

-- AddForeignKey
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sent_mails" ADD CONSTRAINT "sent_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A list concerns no order or person.
ALTER TABLE "audit_log" ALTER COLUMN "subject_id" DROP NOT NULL;
ALTER TABLE "audit_log" ADD COLUMN "is_read" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "audit_log" ADD COLUMN "hits" INTEGER;
ALTER TABLE "audit_log" ADD COLUMN "address" TEXT;

CREATE OR REPLACE FUNCTION "guard_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.is_read AND OLD.at < now() - interval '180 days' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'audit entry %: the log is only ever added to', OLD.id USING ERRCODE = 'check_violation';
END $$;
