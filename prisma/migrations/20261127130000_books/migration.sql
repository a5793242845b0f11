-- AlterTable
ALTER TABLE "open_items" ADD COLUMN "dismissal_reason" TEXT,
  ADD COLUMN "detail" TEXT,
  ADD COLUMN "settlement_id" TEXT,
  ADD COLUMN "paise" BIGINT,
  ADD COLUMN "day" DATE;

-- What is not explained of a month.
CREATE INDEX "open_items_of_books_idx" ON "open_items"("day") WHERE "closed_at" IS NULL AND "day" IS NOT NULL;

-- CreateTable
CREATE TABLE "settlements" (
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount_paise" BIGINT NOT NULL,
    "fee_paise" BIGINT NOT NULL,
    "tax_paise" BIGINT NOT NULL,
    "utr" TEXT,
    "provider_created_at" TIMESTAMPTZ(3) NOT NULL,
    "day" DATE NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "match" TEXT NOT NULL DEFAULT 'matched',
    "lines_paise" BIGINT NOT NULL DEFAULT 0,
    "expected_paise" BIGINT NOT NULL DEFAULT 0,
    "matched_lines" INTEGER NOT NULL DEFAULT 0,
    "differing_lines" INTEGER NOT NULL DEFAULT 0,
    "unknown_lines" INTEGER NOT NULL DEFAULT 0,
    "other_lines" INTEGER NOT NULL DEFAULT 0,
    "returned_lines" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "settlements_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "settlements_day_id_idx" ON "settlements"("day", "id");
-- Those that may still change, and those that a person has to look at.
CREATE INDEX "settlements_changing_idx" ON "settlements"("day") WHERE "status" <> 'processed' OR "utr" IS NULL;
CREATE INDEX "settlements_differing_idx" ON "settlements"("day", "id") WHERE "match" = 'differs';

-- CreateTable
CREATE TABLE "settlement_lines" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "day" DATE NOT NULL,
    "settlement_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "copy" INTEGER NOT NULL,
    "payment_id" TEXT,
    "provider_order_id" TEXT,
    "receipt" TEXT,
    "dispute_id" TEXT,
    "refund_id" TEXT,
    "amount_paise" BIGINT NOT NULL,
    "credit_paise" BIGINT NOT NULL,
    "debit_paise" BIGINT NOT NULL,
    "fee_paise" BIGINT NOT NULL,
    "tax_paise" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "method" TEXT,
    "description" TEXT,
    "provider_created_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL DEFAULT 'unknown',
    "differences" JSONB NOT NULL DEFAULT '[]',
    "expected_paise" BIGINT NOT NULL DEFAULT 0,
    "order_id" UUID,
    -- Lines that need a person first.
    "rank" SMALLINT NOT NULL GENERATED ALWAYS AS (CASE "state" WHEN 'differs' THEN 1 WHEN 'unknown' THEN 2
      WHEN 'returned' THEN 3 WHEN 'other' THEN 4 ELSE 5 END) STORED,

    CONSTRAINT "settlement_lines_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "settlement_lines_day_settlement_id_type_entity_id_copy_key"
  ON "settlement_lines"("day", "settlement_id", "type", "entity_id", "copy");
CREATE INDEX "settlement_lines_entity_id_idx" ON "settlement_lines"("entity_id");
CREATE INDEX "settlement_lines_settlement_id_rank_id_idx" ON "settlement_lines"("settlement_id", "rank", "id");
CREATE INDEX "settlement_lines_dispute_id_idx" ON "settlement_lines"("dispute_id");
CREATE INDEX "settlement_lines_refund_id_idx" ON "settlement_lines"("refund_id");

-- CreateTable
CREATE TABLE "settlement_days" (
    "day" DATE NOT NULL,
    "lines" INTEGER NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "is_complete" BOOLEAN NOT NULL,

    CONSTRAINT "settlement_days_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "book_progress" (
    "name" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "book_progress_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "book_entries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "paise" BIGINT NOT NULL,
    "is_other" BOOLEAN NOT NULL DEFAULT false,
    "month" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "book_entries_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "book_entries_month_kind_day_idx" ON "book_entries"("month", "kind", "day");
CREATE INDEX "book_entries_subject_kind_idx" ON "book_entries"("subject", "kind");
CREATE INDEX "book_entries_at_idx" ON "book_entries"("at");
-- Refunds and chargebacks, of which some may be missing in the settlements.
CREATE INDEX "book_entries_reversals_idx" ON "book_entries"("day") WHERE "kind" IN ('refunded', 'chargeback');
-- What the next closing takes.
CREATE INDEX "book_entries_open_idx" ON "book_entries"("day", "kind") WHERE "month" IS NULL;

-- CreateTable
CREATE TABLE "closed_months" (
    "month" TEXT NOT NULL,
    "opening_paise" BIGINT NOT NULL,
    "opening_reason" TEXT,
    "captured_paise" BIGINT NOT NULL,
    "refunded_paise" BIGINT NOT NULL,
    "chargebacks_paise" BIGINT NOT NULL,
    "fees_paise" BIGINT NOT NULL,
    "gst_paise" BIGINT NOT NULL,
    "settled_paise" BIGINT NOT NULL,
    "accepted_paise" BIGINT NOT NULL,
    "closing_paise" BIGINT NOT NULL,
    "other_lines" INTEGER NOT NULL,
    "other_paise" BIGINT NOT NULL,
    "closed_by" TEXT NOT NULL,
    "closed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "closed_months_pkey" PRIMARY KEY ("month"),
    CONSTRAINT "closed_months_add_up" CHECK ("closing_paise" = "opening_paise" + "captured_paise" - "refunded_paise"
      - "chargebacks_paise" - "fees_paise" - "settled_paise" + "accepted_paise")
);

-- Closed months, and the entries that they have, never change.
CREATE FUNCTION "guard_closed_books"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'book_entries' AND TG_OP = 'UPDATE' THEN
    IF OLD."month" IS NULL AND (NEW."id", NEW."kind", NEW."subject", NEW."day", NEW."paise", NEW."is_other", NEW."at")
      IS NOT DISTINCT FROM (OLD."id", OLD."kind", OLD."subject", OLD."day", OLD."paise", OLD."is_other", OLD."at") THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '%: the books are only ever added to', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "closed_months_guard" BEFORE UPDATE OR DELETE ON "closed_months"
  FOR EACH ROW EXECUTE FUNCTION "guard_closed_books"();
CREATE TRIGGER "closed_months_truncate_guard" BEFORE TRUNCATE ON "closed_months"
  FOR EACH STATEMENT EXECUTE FUNCTION "guard_closed_books"();
CREATE TRIGGER "book_entries_guard" BEFORE UPDATE OR DELETE ON "book_entries"
  FOR EACH ROW EXECUTE FUNCTION "guard_closed_books"();
CREATE TRIGGER "book_entries_truncate_guard" BEFORE TRUNCATE ON "book_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "guard_closed_books"();

-- India is five and a half hours ahead of UTC, always.
CREATE FUNCTION "indian_day"("at" TIMESTAMPTZ) RETURNS DATE LANGUAGE sql IMMUTABLE AS
  $$ SELECT (at AT TIME ZONE 'UTC' + interval '330 minutes')::date $$;

-- The day of a change that comes later than its row.
CREATE FUNCTION "indian_today"() RETURNS DATE LANGUAGE sql STABLE AS $$ SELECT indian_day(now()) $$;

CREATE FUNCTION "add_book_entry"("kind" TEXT, "subject" TEXT, "day" DATE, "change" BIGINT, "is_other" BOOLEAN DEFAULT false)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO book_entries (kind, subject, day, paise, is_other) SELECT $1, $2, $3, $4, $5 WHERE $4 <> 0
$$;

-- Adds what a kind of entry of a subject lacks. So entries follow their rows, also those from before the triggers.
CREATE FUNCTION "set_book_entry"("kind" TEXT, "subject" TEXT, "day" DATE, "target" BIGINT) RETURNS void LANGUAGE sql AS $$
  SELECT add_book_entry($1, $2, $3, ($4 - coalesce(sum(paise), 0))::bigint)
  FROM book_entries AS e WHERE e.subject = $2 AND e.kind = $1 AND NOT is_other
$$;

-- A payment that was refunded without a fee was never captured, unless we saw it captured: it moved no money of ours.
CREATE FUNCTION "is_received"("payment" "payments") RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT $1.currency = 'INR' AND ($1.status = 'captured' OR $1.status = 'refunded' AND ($1.fee_paise IS NOT NULL
    OR EXISTS (SELECT FROM book_entries WHERE subject = $1.id AND kind = 'captured' AND NOT is_other)))
$$;

-- The provider deducts a refund when it is made, and returns it when it fails. Its id may become known later.
CREATE FUNCTION "set_refund_entry"("refund" "refunds", "is_received" BOOLEAN, "day" DATE DEFAULT NULL)
RETURNS void LANGUAGE sql AS $$
  SELECT set_book_entry('refunded', $1.id::text, indian_day($1.created_at), 0) WHERE $1.provider_id IS NOT NULL;
  SELECT set_book_entry('refunded', coalesce($1.provider_id, $1.id::text),
    coalesce($3, indian_day(coalesce($1.provider_created_at, $1.created_at))),
    CASE WHEN $2 AND $1.status <> 'failed' THEN $1.amount_paise ELSE 0 END)
$$;

-- Money that was captured, the fee for it, and its refunds.
CREATE FUNCTION "set_payment_entries"("payment" "payments", "is_received" BOOLEAN) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_book_entry(part.kind, $1.id, indian_day(coalesce($1.provider_created_at, $1.created_at)),
    CASE WHEN $2 THEN part.target ELSE 0 END)
  FROM (VALUES ('captured', $1.amount_paise::bigint),
    ('fee', coalesce($1.fee_paise, 0)::bigint - coalesce($1.tax_paise, 0)), ('gst', coalesce($1.tax_paise, 0)::bigint))
    AS part(kind, target);
  PERFORM set_refund_entry(r, $2) FROM refunds AS r WHERE payment_id = $1.id;
END $$;

-- What a bank took back, unless the dispute was won.
CREATE FUNCTION "set_dispute_entry"("dispute" "disputes", "day" DATE DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
  SELECT set_book_entry('chargeback', $1.id, coalesce($2, indian_day($1.created_at)),
    CASE WHEN $1.status <> 'won' THEN $1.amount_deducted_paise ELSE 0 END)
  FROM payments WHERE id = $1.payment_id AND currency = 'INR'
$$;

CREATE FUNCTION "book_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_payment_entries(NEW, is_received(NEW)
    OR NEW.status = 'refunded' AND NEW.currency = 'INR' AND coalesce(OLD.status = 'captured', false));
  RETURN NULL;
END $$;
CREATE TRIGGER "payments_book" AFTER INSERT ON "payments" FOR EACH ROW EXECUTE FUNCTION "book_payment"();
CREATE TRIGGER "payments_book_change" AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN ((OLD."status", OLD."amount_paise", OLD."fee_paise", OLD."tax_paise", OLD."currency") IS DISTINCT FROM
    (NEW."status", NEW."amount_paise", NEW."fee_paise", NEW."tax_paise", NEW."currency"))
  EXECUTE FUNCTION "book_payment"();

-- What a row was until now has the day of the row, also where it is from before the books. What changes is of today.
CREATE FUNCTION "book_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before refunds := NEW;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before.status := OLD.status;
    before.amount_paise := OLD.amount_paise;
  END IF;
  PERFORM set_refund_entry(before, is_received(p)), set_refund_entry(NEW, is_received(p), indian_today())
  FROM payments AS p WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "refunds_book" AFTER INSERT ON "refunds" FOR EACH ROW EXECUTE FUNCTION "book_refund"();
CREATE TRIGGER "refunds_book_change" AFTER UPDATE ON "refunds" FOR EACH ROW
  WHEN ((OLD."status", OLD."amount_paise", OLD."provider_id") IS DISTINCT FROM
    (NEW."status", NEW."amount_paise", NEW."provider_id"))
  EXECUTE FUNCTION "book_refund"();

CREATE FUNCTION "book_dispute"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_dispute_entry(coalesce(OLD, NEW));
  PERFORM set_dispute_entry(NEW, indian_today());
  RETURN NULL;
END $$;
CREATE TRIGGER "disputes_book" AFTER INSERT OR UPDATE OF "status", "amount_deducted_paise"
  ON "disputes" FOR EACH ROW EXECUTE FUNCTION "book_dispute"();

-- A difference that was accepted: what arrived more than expected, until the difference ends or changes.
CREATE FUNCTION "book_accepted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_book_entry('accepted', NEW.subject, NEW.day, (SELECT coalesce(sum(paise), 0)::bigint FROM open_items
    WHERE kind IN ('settlement', 'line', 'unsettled') AND subject = NEW.subject AND dismissed_at IS NOT NULL
      AND closed_at IS NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER "open_items_book" AFTER INSERT OR UPDATE OF "dismissed_at", "closed_at", "paise" ON "open_items"
  FOR EACH ROW WHEN (NEW."day" IS NOT NULL) EXECUTE FUNCTION "book_accepted"();

-- What reached the bank account.
CREATE FUNCTION "book_settlement"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_amount BIGINT := CASE WHEN OLD.status = 'processed' THEN OLD.amount_paise ELSE 0 END;
  amount BIGINT := CASE WHEN NEW.status = 'processed' THEN NEW.amount_paise ELSE 0 END;
BEGIN
  PERFORM add_book_entry('settled', NEW.id, NEW.day, amount - old_amount);
  RETURN NULL;
END $$;
CREATE TRIGGER "settlements_book" AFTER INSERT OR UPDATE OF "status", "amount_paise"
  ON "settlements" FOR EACH ROW EXECUTE FUNCTION "book_settlement"();

-- What another system of the same account captured and refunded is known by its lines only.
CREATE FUNCTION "book_other_line"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line settlement_lines := coalesce(NEW, OLD);
  was BIGINT := CASE WHEN OLD.state = 'other' THEN 1 ELSE 0 END;
  has BIGINT := CASE WHEN NEW.state = 'other' THEN 1 ELSE 0 END;
BEGIN
  PERFORM add_book_entry('captured', line.entity_id, line.day, coalesce(has * (NEW.credit_paise + NEW.fee_paise), 0)
    - coalesce(was * (OLD.credit_paise + OLD.fee_paise), 0), true);
  PERFORM add_book_entry('refunded', line.entity_id, line.day,
    coalesce(has * NEW.debit_paise, 0) - coalesce(was * OLD.debit_paise, 0), true);
  PERFORM add_book_entry('fee', line.entity_id, line.day, coalesce(has * (NEW.fee_paise - NEW.tax_paise), 0)
    - coalesce(was * (OLD.fee_paise - OLD.tax_paise), 0), true);
  PERFORM add_book_entry('gst', line.entity_id, line.day,
    coalesce(has * NEW.tax_paise, 0) - coalesce(was * OLD.tax_paise, 0), true);
  RETURN NULL;
END $$;
CREATE TRIGGER "settlement_lines_book"
  AFTER INSERT OR DELETE OR UPDATE OF "state", "credit_paise", "debit_paise", "fee_paise", "tax_paise"
  ON "settlement_lines" FOR EACH ROW EXECUTE FUNCTION "book_other_line"();
