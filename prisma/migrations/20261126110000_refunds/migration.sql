-- CreateEnum
CREATE TYPE "RefundStatus" AS ENUM ('pending', 'processed', 'failed');

-- AlterTable
ALTER TABLE "payments" ADD COLUMN "acquirer_data" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN "error_reason" TEXT,
ADD COLUMN "error_source" TEXT,
ADD COLUMN "error_step" TEXT,
ADD COLUMN "fee_bearer" TEXT,
ADD COLUMN "fee_paise" INTEGER,
ADD COLUMN "method_details" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN "tax_paise" INTEGER;

-- CreateTable
CREATE TABLE "refunds" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "provider_id" TEXT,
    "payment_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "amount_paise" INTEGER NOT NULL,
    "status" "RefundStatus" NOT NULL,
    "speed" TEXT,
    "reference" TEXT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "refunds_provider_id_key" ON "refunds"("provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_payment_id_attempt_key" ON "refunds"("payment_id", "attempt");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount_positive" CHECK ("amount_paise" > 0 AND "attempt" > 0);

-- Refunds from before this table: the reconciler reads their ids and states from the provider.
INSERT INTO "refunds" ("payment_id", "attempt", "amount_paise", "status")
  SELECT "id", 1, "amount_refunded_paise", 'pending' FROM "payments" WHERE "amount_refunded_paise" > 0;
UPDATE "orders" SET "next_check_at" = now()
  WHERE "id" IN (SELECT "order_id" FROM "payments" WHERE "amount_refunded_paise" > 0);

-- A refund is kept. Its state only moves forward: pending, processed, failed. A bank can return a processed refund.
CREATE FUNCTION "guard_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'refund %: refunds are kept', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.payment_id, NEW.attempt, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.payment_id, OLD.attempt, OLD.created_at)
     OR (OLD.provider_id IS NOT NULL
         AND (NEW.provider_id, NEW.amount_paise) IS DISTINCT FROM (OLD.provider_id, OLD.amount_paise))
     OR NEW.status < OLD.status THEN
    RAISE EXCEPTION 'refund %: what is known of it never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "refunds_guard" BEFORE UPDATE OR DELETE ON "refunds"
  FOR EACH ROW EXECUTE FUNCTION "guard_refund"();

-- A payment is refunded when the provider has processed its whole amount, not when it was asked to.
CREATE OR REPLACE FUNCTION "check_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parent "orders"%ROWTYPE;
  came_from "PaymentStatus" := CASE TG_OP WHEN 'UPDATE' THEN OLD.status END;
BEGIN
  SELECT * INTO parent FROM "orders" WHERE "id" = NEW.order_id;
  IF NEW.status = 'captured' AND parent.status NOT IN ('PAID', 'REFUNDED', 'REVIEW') THEN
    RAISE EXCEPTION 'payment %: captured, and its order is %', NEW.id, parent.status USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status = 'refunded' AND parent.paid_payment_id = NEW.id AND parent.status <> 'REFUNDED' THEN
    RAISE EXCEPTION 'payment %: refunded, and its order is still %', NEW.id, parent.status USING ERRCODE = 'check_violation';
  END IF;
  -- Only as it becomes refunded: payments from before this table may still have a pending refund.
  IF NEW.status = 'refunded' AND came_from IS DISTINCT FROM 'refunded' AND NEW.amount_paise > (
       SELECT coalesce(sum("amount_paise"), 0) FROM "refunds"
       WHERE "payment_id" = NEW.id AND ("status" <> 'pending' OR "provider_id" IS NULL)) THEN
    RAISE EXCEPTION 'payment %: refunded, and no refund of its amount was processed', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- What makes an order PAID: its amount, or its amount and a fee that the payer bears.
CREATE OR REPLACE FUNCTION "check_order"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came_from "OrderStatus" := CASE TG_OP WHEN 'UPDATE' THEN OLD.status END;
BEGIN
  IF NOT EXISTS (SELECT FROM "order_transitions" WHERE "order_id" = NEW.id AND "to_status" = NEW.status
                 AND "from_status" IS NOT DISTINCT FROM came_from) THEN
    RAISE EXCEPTION 'order %: nothing in the trail tells how it became %', NEW.id, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status = 'PAID' AND NOT EXISTS (
       SELECT FROM "payments" WHERE "id" = NEW.paid_payment_id AND "order_id" = NEW.id AND "status" IN ('captured', 'refunded')
       AND "currency" = NEW.currency AND NEW.amount_paise =
         "amount_paise" - CASE WHEN "fee_bearer" = 'customer' THEN coalesce("fee_paise", 0) ELSE 0 END) THEN
    RAISE EXCEPTION 'order %: no captured payment of its amount makes it PAID', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status = 'REFUNDED' AND NOT EXISTS (
       SELECT FROM "payments" WHERE "id" = NEW.paid_payment_id AND "order_id" = NEW.id AND "status" = 'refunded') THEN
    RAISE EXCEPTION 'order %: no refunded payment makes it REFUNDED', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
