-- AlterTable
ALTER TABLE "orders" ADD COLUMN "receipt_number" TEXT;

-- CreateTable
CREATE TABLE "receipt_counters" (
    "year" TEXT NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "receipt_counters_pkey" PRIMARY KEY ("year")
);

-- CreateIndex
CREATE UNIQUE INDEX "orders_receipt_number_key" ON "orders"("receipt_number");

-- The Indian financial year, from April to March by the clock of Asia/Kolkata: 26-27.
CREATE FUNCTION "financial_year"(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char(start, 'YY') || '-' || to_char(start + interval '1 year', 'YY')
  FROM (SELECT (at AT TIME ZONE 'Asia/Kolkata') - interval '3 months' AS start) AS year
$$;

CREATE FUNCTION "receipt_number"(year text, number int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'NC/' || year || '/' || CASE WHEN number < 1000000 THEN lpad(number::text, 6, '0') ELSE number::text END
$$;

-- Orders that were paid before, in the order of their payment.
WITH numbered AS (
  SELECT "id", "financial_year"("paid_at") AS year,
    row_number() OVER (PARTITION BY "financial_year"("paid_at") ORDER BY "paid_at", "id")::int AS number
  FROM "orders" WHERE "paid_at" IS NOT NULL
)
UPDATE "orders" SET "receipt_number" = "receipt_number"(numbered.year, numbered.number)
  FROM numbered WHERE "orders"."id" = numbered."id";
INSERT INTO "receipt_counters" ("year", "last")
  SELECT "financial_year"("paid_at"), count(*) FROM "orders" WHERE "paid_at" IS NOT NULL GROUP BY 1;

ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_has_receipt_number"
  CHECK (("paid_at" IS NULL) = ("receipt_number" IS NULL) AND length("receipt_number") <= 16
    AND ("receipt_number" IS NULL OR "status" IN ('PAID', 'REFUNDED')));

-- The number is taken in the transaction that pays the order: a rolled-back payment leaves no gap. The counter's row is
-- locked until then, so that numbers follow one another.
CREATE FUNCTION "number_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  number int;
BEGIN
  IF NEW.receipt_number IS DISTINCT FROM OLD.receipt_number THEN
    RAISE EXCEPTION 'order %: only the database numbers receipts', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL THEN
    INSERT INTO "receipt_counters" AS c ("year", "last") VALUES ("financial_year"(NEW.paid_at), 1)
      ON CONFLICT ("year") DO UPDATE SET "last" = c."last" + 1 RETURNING c."last" INTO number;
    NEW.receipt_number := "receipt_number"("financial_year"(NEW.paid_at), number);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "orders_number_receipt" BEFORE UPDATE ON "orders"
  FOR EACH ROW EXECUTE FUNCTION "number_receipt"();

-- A counter never runs ahead of the orders: a number that is taken without an order is refused at COMMIT.
CREATE FUNCTION "guard_receipt_counter"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'receipts of %: counters are kept', OLD.year USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.year <> coalesce(OLD.year, NEW.year) OR NEW.last <> coalesce(OLD.last, 0) + 1 THEN
    RAISE EXCEPTION 'receipts of %: numbers follow one another', NEW.year USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "receipt_counters_guard" BEFORE INSERT OR UPDATE OR DELETE ON "receipt_counters"
  FOR EACH ROW EXECUTE FUNCTION "guard_receipt_counter"();

CREATE FUNCTION "check_receipt_counter"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "orders" WHERE "receipt_number" = "receipt_number"(NEW.year, NEW.last)) THEN
    RAISE EXCEPTION 'receipts of %: no order has number %', NEW.year, NEW.last USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "receipt_counters_check" AFTER INSERT OR UPDATE ON "receipt_counters"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_receipt_counter"();
