-- CreateEnum
CREATE TYPE "DisputeStatus" AS ENUM ('open', 'under_review', 'won', 'closed', 'lost');

-- AlterTable
ALTER TABLE "orders" ADD COLUMN "dispute_status" "DisputeStatus",
ADD COLUMN "disputed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "disputes" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "status" "DisputeStatus" NOT NULL,
    "amount_paise" INTEGER NOT NULL,
    "amount_deducted_paise" INTEGER NOT NULL DEFAULT 0,
    "reason_code" TEXT,
    "phase" TEXT,
    "respond_by" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "closing_reason" TEXT,

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "disputes_order_id_idx" ON "disputes"("order_id");

-- CreateIndex
CREATE INDEX "disputes_payment_id_idx" ON "disputes"("payment_id");

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "disputes" ADD CONSTRAINT "disputes_closed_with_reason"
  CHECK (("closed_at" IS NULL) = ("closing_reason" IS NULL) AND "closing_reason" IS DISTINCT FROM '');

-- The flag on the order and its open disputes agree when a transaction ends.
CREATE FUNCTION "check_disputed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  concerned uuid := (to_jsonb(NEW)->>CASE TG_TABLE_NAME WHEN 'orders' THEN 'id' ELSE 'order_id' END)::uuid;
BEGIN
  IF (SELECT o."disputed" FROM "orders" o WHERE o."id" = concerned)
     <> EXISTS (SELECT FROM "disputes" d WHERE d."order_id" = concerned AND d."closed_at" IS NULL) THEN
    RAISE EXCEPTION 'order %: its flag and its open disputes differ', concerned USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "disputes_check" AFTER INSERT OR UPDATE ON "disputes" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_disputed"();
CREATE CONSTRAINT TRIGGER "orders_check_disputed" AFTER UPDATE OF "disputed" ON "orders" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_disputed"();
