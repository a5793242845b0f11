-- From the last migration of release 1.3 to 20261128000000_release_1_4. `npm run migrate` runs it in one transaction.

DROP TABLE "backfills", "operator_alerts";

-- People from before the table of logins may have logged in until it was made.
ALTER TABLE "users" ADD COLUMN "last_log_in_at" TIMESTAMPTZ(3);
UPDATE "users" SET "last_log_in_at" = greatest(
  (SELECT max("at") FROM "sign_ins" WHERE "user_id" = "users"."id"),
  (SELECT max("last_at") FROM "known_networks" WHERE "user_id" = "users"."id"),
  (SELECT max("finished_at") FROM "_prisma_migrations"
    WHERE "migration_name" = '20261127100000_sign_ins' AND "finished_at" > "users"."created_at"))
  WHERE "deleted_at" IS NULL;

-- Browsers are known from now on. The first login of each user makes one known and sends no email.
DROP TABLE "known_networks";
CREATE TABLE "known_devices" (
    "user_id" UUID NOT NULL,
    "device" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_forgotten" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("user_id","device")
);
CREATE INDEX "known_devices_last_at_idx" ON "known_devices"("last_at");
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "passkeys" ADD COLUMN "backup_eligible" BOOLEAN, ADD COLUMN "counter_reset_at" TIMESTAMPTZ(3),
  DROP CONSTRAINT "passkeys_user_id_fkey", ADD CONSTRAINT "passkeys_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Columns that were null in rows from before them.
UPDATE "identities" SET "newest_token_at" = 'epoch' WHERE "newest_token_at" IS NULL;
UPDATE "payments" SET "provider_created_at" = "created_at" WHERE "provider_created_at" IS NULL;
UPDATE "refunds" SET "provider_created_at" = "created_at" WHERE "provider_created_at" IS NULL;
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE "identities" ALTER COLUMN "newest_token_at" SET NOT NULL;
ALTER TABLE "payments" ALTER COLUMN "provider_created_at" SET DEFAULT CURRENT_TIMESTAMP,
  ALTER COLUMN "provider_created_at" SET NOT NULL;
ALTER TABLE "refunds" ALTER COLUMN "provider_created_at" SET DEFAULT CURRENT_TIMESTAMP,
  ALTER COLUMN "provider_created_at" SET NOT NULL, ALTER COLUMN "provider_id" SET NOT NULL;
DROP INDEX "payments_day_idx", "refunds_made_at_idx";
CREATE INDEX "payments_provider_created_at_idx" ON "payments"("provider_created_at");
CREATE INDEX "refunds_provider_created_at_idx" ON "refunds"("provider_created_at");

-- The functions and the trigger that allowed for such rows.
CREATE OR REPLACE FUNCTION "begin_trail"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "order_transitions" ("order_id", "to_status", "cause") VALUES (NEW.id, NEW.status, 'created');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "guard_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'refund %: refunds are kept', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.provider_id, NEW.payment_id, NEW.attempt, NEW.amount_paise, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.provider_id, OLD.payment_id, OLD.attempt, OLD.amount_paise, OLD.created_at)
     OR NEW.status < OLD.status THEN
    RAISE EXCEPTION 'refund %: what is known of it never changes', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

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
  IF NEW.status = 'refunded' AND came_from IS DISTINCT FROM 'refunded' AND NEW.amount_paise > (
       SELECT coalesce(sum("amount_paise"), 0) FROM "refunds"
       WHERE "payment_id" = NEW.id AND "status" <> 'pending') THEN
    RAISE EXCEPTION 'payment %: refunded, and no refund of its amount was processed', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "set_refund_entry"("refund" "refunds", "is_received" BOOLEAN, "day" DATE DEFAULT NULL)
RETURNS void LANGUAGE sql AS $$
  SELECT set_book_entry('refunded', $1.provider_id, coalesce($3, indian_day($1.provider_created_at)),
    CASE WHEN $2 AND $1.status <> 'failed' THEN $1.amount_paise ELSE 0 END)
$$;

CREATE OR REPLACE FUNCTION "set_payment_entries"("payment" "payments", "is_received" BOOLEAN) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_book_entry(part.kind, $1.id, indian_day($1.provider_created_at),
    CASE WHEN $2 THEN part.target ELSE 0 END)
  FROM (VALUES ('captured', $1.amount_paise::bigint),
    ('fee', coalesce($1.fee_paise, 0)::bigint - coalesce($1.tax_paise, 0)), ('gst', coalesce($1.tax_paise, 0)::bigint))
    AS part(kind, target);
  PERFORM set_refund_entry(r, $2) FROM refunds AS r WHERE payment_id = $1.id;
END $$;

CREATE OR REPLACE FUNCTION "book_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_refund_entry(NEW, is_received(p), CASE TG_OP WHEN 'UPDATE' THEN indian_today() END)
  FROM payments AS p WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "book_dispute"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_dispute_entry(NEW, CASE TG_OP WHEN 'UPDATE' THEN indian_today() END);
  RETURN NULL;
END $$;

DROP TRIGGER "refunds_book_change" ON "refunds";
CREATE TRIGGER "refunds_book_change" AFTER UPDATE ON "refunds" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status")
  EXECUTE FUNCTION "book_refund"();
