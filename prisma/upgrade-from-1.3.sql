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

CREATE OR REPLACE FUNCTION "book_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  received BOOLEAN := is_received(NEW);
BEGIN
  PERFORM set_book_entry(part.kind, NEW.id, indian_day(NEW.provider_created_at), CASE WHEN received THEN part.target ELSE 0 END)
  FROM (VALUES ('captured', NEW.amount_paise::bigint),
    ('fee', coalesce(NEW.fee_paise, 0)::bigint - coalesce(NEW.tax_paise, 0)), ('gst', coalesce(NEW.tax_paise, 0)::bigint))
    AS part(kind, target);
  PERFORM set_refund_entry(r, received) FROM refunds AS r WHERE payment_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "book_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_refund_entry(NEW, is_received(p), CASE TG_OP WHEN 'UPDATE' THEN indian_today() END)
  FROM payments AS p WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "book_dispute"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_book_entry('chargeback', NEW.id, CASE TG_OP WHEN 'UPDATE' THEN indian_today() ELSE indian_day(NEW.created_at) END,
    CASE WHEN NEW.status <> 'won' THEN NEW.amount_deducted_paise ELSE 0 END)
  FROM payments WHERE id = NEW.payment_id AND currency = 'INR';
  RETURN NULL;
END $$;
DROP FUNCTION "set_payment_entries", "set_dispute_entry";

DROP TRIGGER "refunds_book_change" ON "refunds";
CREATE TRIGGER "refunds_book_change" AFTER UPDATE ON "refunds" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status")
  EXECUTE FUNCTION "book_refund"();

-- What an order sells, and the document of its receipt. There was one product.
ALTER TABLE "orders" ADD COLUMN "product" TEXT NOT NULL DEFAULT 'account_setup', ADD COLUMN "title" TEXT;
ALTER TABLE "orders" ALTER COLUMN "product" DROP DEFAULT;
CREATE TABLE "receipts" (
    "order_id" UUID NOT NULL,
    "document" JSONB NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "receipts_pkey" PRIMARY KEY ("order_id")
);
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE FUNCTION "guard_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'receipt of order %: documents never change', OLD.order_id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "receipts_guard" BEFORE UPDATE OR DELETE ON "receipts"
  FOR EACH ROW EXECUTE FUNCTION "guard_receipt"();
CREATE OR REPLACE FUNCTION "guard_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'order %: orders are kept', OLD.id USING ERRCODE = 'check_violation';
  ELSIF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'CREATING' THEN
      RAISE EXCEPTION 'order %: starts as CREATING', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.receipt, NEW.product, NEW.title, NEW.amount_paise, NEW.currency, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.receipt, OLD.product, OLD.title, OLD.amount_paise, OLD.currency, OLD.created_at) THEN
    RAISE EXCEPTION 'order %: id, receipt, product, amount, currency and time of creation never change', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.owner_id IS NOT NULL AND NEW.owner_id IS DISTINCT FROM OLD.owner_id)
     OR (OLD.provider_order_id IS NOT NULL AND NEW.provider_order_id IS DISTINCT FROM OLD.provider_order_id)
     OR (OLD.paid_payment_id IS NOT NULL AND NEW.paid_payment_id IS DISTINCT FROM OLD.paid_payment_id)
     OR (OLD.paid_at IS NOT NULL AND NEW.paid_at IS DISTINCT FROM OLD.paid_at) THEN
    RAISE EXCEPTION 'order %: owner, provider order, payment and time of payment are set once', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status <> OLD.status AND NOT (CASE OLD.status
      WHEN 'CREATING' THEN NEW.status IN ('CREATE_FAILED', 'CREATED')
      WHEN 'CREATE_FAILED' THEN NEW.status = 'CREATED'
      WHEN 'CREATED' THEN NEW.status IN ('EXPIRED', 'AUTHORIZED', 'REVIEW', 'PAID', 'REFUNDED')
      WHEN 'EXPIRED' THEN NEW.status IN ('AUTHORIZED', 'REVIEW', 'PAID', 'REFUNDED')
      WHEN 'AUTHORIZED' THEN NEW.status IN ('REVIEW', 'PAID', 'REFUNDED')
      WHEN 'REVIEW' THEN NEW.status IN ('PAID', 'REFUNDED')
      WHEN 'PAID' THEN NEW.status = 'REFUNDED'
      ELSE false END) THEN
    RAISE EXCEPTION 'order %: % does not become %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
-- The log records who acted, and how each action ended. The policy alone knows the roles.
ALTER TABLE "staff_roles" DROP CONSTRAINT "staff_roles_role";
ALTER TABLE "audit_log" ADD COLUMN "user_id" UUID;
CREATE INDEX "audit_log_user_id_at_id_idx" ON "audit_log"("user_id", "at", "id");
CREATE TABLE "audit_outcomes" (
    "id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_outcomes_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "audit_outcomes" ADD CONSTRAINT "audit_outcomes_id_fkey" FOREIGN KEY ("id") REFERENCES "audit_log"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE FUNCTION "guard_audit_outcome"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "audit_log" WHERE "id" = OLD.id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'audit entry %: the log is only ever added to', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "audit_outcomes_guard" BEFORE UPDATE OR DELETE ON "audit_outcomes"
  FOR EACH ROW EXECUTE FUNCTION "guard_audit_outcome"();
CREATE TRIGGER "audit_outcomes_truncate_guard" BEFORE TRUNCATE ON "audit_outcomes"
  FOR EACH STATEMENT EXECUTE FUNCTION "guard_audit_outcome"();

-- A refund that is asked for is a row. In 1.3 it was a lease: still open if a call holds it, or if its reply was lost (30 days
-- before the lease ends) and the order was not checked since. If the order is due, a check may have failed or succeeded: staff
-- decide. The log names the payment if it was only one; the key is the one that 1.3 sent.
CREATE TYPE "RefundRequestState" AS ENUM ('requested', 'sent', 'unknown', 'accepted', 'refused', 'failed');

CREATE TABLE "refund_requests" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "payment_id" TEXT NOT NULL,
    "amount_paise" INTEGER NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "despite_dispute" BOOLEAN NOT NULL DEFAULT false,
    "state" "RefundRequestState" NOT NULL DEFAULT 'requested',
    "message" TEXT,
    "refund_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "refund_requests_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "refund_requests_order_id_idx" ON "refund_requests"("order_id");
CREATE UNIQUE INDEX "refund_requests_idempotency_key_key" ON "refund_requests"("idempotency_key");
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("provider_id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE UNIQUE INDEX "refund_requests_open_key" ON "refund_requests"("payment_id")
  WHERE "state" IN ('requested', 'sent', 'unknown');
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_state" CHECK ("amount_paise" > 0
  AND ("state" IN ('accepted', 'refused', 'failed')) = ("ended_at" IS NOT NULL));
INSERT INTO "refund_requests" ("id", "order_id", "payment_id", "amount_paise", "idempotency_key", "requested_by", "reason",
  "despite_dispute", "state", "message", "ended_at")
SELECT gen_random_uuid(), o."id", p."id", p."amount_paise" - r."accepted",
  p."id" || '-' || p."amount_paise" - r."accepted" || '-' || r."failed",
  coalesce(asked."operator", 'operator'), coalesce(asked."reason", ''), asked."action" LIKE '%despite dispute%' IS TRUE,
  CASE WHEN is_open THEN 'unknown' ELSE 'refused' END::"RefundRequestState",
  CASE WHEN NOT is_open THEN 'not known since release 1.3: check the order, then refund again' END,
  CASE WHEN NOT is_open THEN now() END
FROM "job_leases" AS l
JOIN "orders" AS o ON l."name" = 'refund ' || o."id"
JOIN "payments" AS p ON p."order_id" = o."id" AND p."status" IN ('captured', 'refunded')
LEFT JOIN LATERAL (SELECT * FROM "audit_log" WHERE "subject_id" = o."id" AND "action" LIKE 'refund%'
  AND "action" <> 'refund refused' ORDER BY "at" DESC LIMIT 1) AS asked ON true,
LATERAL (SELECT coalesce(sum("amount_paise") FILTER (WHERE "status" <> 'failed'), 0)::integer AS "accepted",
  count(*) FILTER (WHERE "status" = 'failed') AS "failed" FROM "refunds" WHERE "payment_id" = p."id") AS r,
LATERAL (SELECT l."owner" <> 'unanswered' OR o."next_check_at" <= l."until" - interval '30 days' + interval '3 minutes'
  AS is_open) AS lease
WHERE l."until" > now() - interval '1 day' AND (is_open OR o."next_check_at" <= now() + interval '3 minutes')
  AND r."accepted" < p."amount_paise" AND coalesce(position(p."id" IN asked."action") > 0 OR asked."action" NOT LIKE '% of pay_%', true);
UPDATE "orders" SET "next_check_at" = now() WHERE "id" IN (SELECT "order_id" FROM "refund_requests");
DELETE FROM "job_leases" WHERE "name" LIKE 'refund %';
-- Open items become cases.
-- Items that staff dismissed are done, with the reason.
CREATE TABLE "cases" (
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "order_id" UUID,
    "settlement_id" TEXT,
    "day" DATE,
    "paise" BIGINT,
    "deadline" TIMESTAMPTZ(3),
    "detail" TEXT NOT NULL,
    "facts" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL DEFAULT 'open',
    "wait_until" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "reason" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),
    "history" JSONB NOT NULL DEFAULT '[]',
    "account" TEXT,

    CONSTRAINT "cases_pkey" PRIMARY KEY ("kind","subject")
);
INSERT INTO "cases" ("kind", "subject", "order_id", "settlement_id", "day", "paise", "deadline", "detail", "facts", "state",
  "wait_until", "outcome", "reason", "opened_at", "done_at", "mailed_at", "history")
SELECT i."kind", i."subject", i."order_id", i."settlement_id", i."day",
  coalesce(i."paise", d."amount_paise", p."amount_paise", CASE i."kind" WHEN 'review' THEN (SELECT sum("amount_paise")
    FROM "payments" WHERE "order_id" = i."order_id" AND "status" IN ('authorized', 'captured', 'refunded')) END, o."amount_paise"),
  CASE WHEN d."status" IN ('open', 'under_review') THEN d."respond_by" END,
  coalesce(i."detail", CASE i."kind" WHEN 'review' THEN 'Order ' || i."subject" || ' is under review: payment and order differ.'
    WHEN 'dispute' THEN 'Dispute ' || i."subject" || ' of payment ' || d."payment_id" || ' is ' || d."status" || '.'
    WHEN 'refund' THEN 'Payment ' || i."subject" || ' should be refunded, and is not.'
    WHEN 'deleted' THEN 'Order ' || i."subject" || ' was paid after its payer had deleted the account.'
    ELSE 'Emails have waited for half an hour.' END),
  CASE i."kind"
    WHEN 'review' THEN (SELECT string_agg("id" || ' ' || "amount_paise" || ' ' || "currency", ', ' ORDER BY "id" COLLATE "C")
      FROM "payments" WHERE "order_id" = i."order_id" AND "status" IN ('authorized', 'captured', 'refunded'))
    WHEN 'dispute' THEN CASE WHEN d."status" IN ('open', 'under_review') THEN 'undecided' ELSE d."status"::text END
      || ' ' || d."amount_deducted_paise" || CASE WHEN d."status" IN ('open', 'under_review') THEN coalesce(' until '
        || to_char(d."respond_by" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '') ELSE '' END
    WHEN 'refund' THEN (SELECT coalesce(string_agg("provider_id", ', ' ORDER BY "provider_id" COLLATE "C"), '')
      FROM "refunds" WHERE "payment_id" = i."subject" AND "status" = 'failed')
    WHEN 'deleted' THEN '' WHEN 'outbox' THEN '' END,
  s."state", CASE s."state" WHEN 'waiting' THEN i."since" END,
  CASE s."state" WHEN 'done' THEN CASE WHEN i."closed_at" IS NULL THEN 'finished' ELSE 'ended' END END,
  i."dismissal_reason", i."since", CASE s."state" WHEN 'done' THEN coalesce(i."dismissed_at", i."closed_at") END, i."mailed_at",
  jsonb_build_array(jsonb_build_object('at', i."since", 'event', 'opened'))
    || CASE WHEN i."dismissed_at" IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object(
      'at', i."dismissed_at", 'event', 'finished', 'reason', i."dismissal_reason")) END
    || CASE WHEN i."closed_at" IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object(
      'at', i."closed_at", 'event', 'ended')) END
FROM "open_items" AS i
LEFT JOIN "orders" AS o ON o."id" = i."order_id"
LEFT JOIN "disputes" AS d ON i."kind" = 'dispute' AND d."id" = i."subject"
LEFT JOIN "payments" AS p ON i."kind" = 'refund' AND p."id" = i."subject",
LATERAL (SELECT CASE WHEN coalesce(i."closed_at", i."dismissed_at") IS NOT NULL THEN 'done'
  WHEN i."since" > now() THEN 'waiting' ELSE 'open' END AS "state") AS s;
DROP TABLE "open_items";
-- An email about them that waits has too few facts, and is made again.
UPDATE "cases" SET "mailed_at" = NULL WHERE "state" = 'open' AND "mailed_at" > now() - interval '1 day'
  AND EXISTS (SELECT FROM "mail_outbox" WHERE "kind" = 'OPERATOR_ALERT');
DELETE FROM "mail_outbox" WHERE "kind" = 'OPERATOR_ALERT';
CREATE INDEX "cases_order_id_idx" ON "cases"("order_id");
CREATE INDEX "cases_open_idx" ON "cases"("deadline", "opened_at") WHERE "state" = 'open';
CREATE INDEX "cases_waiting_idx" ON "cases"("wait_until") WHERE "state" = 'waiting';
CREATE INDEX "cases_done_idx" ON "cases"("done_at") WHERE "state" = 'done';
CREATE INDEX "cases_lasting_idx" ON "cases"("kind") WHERE "outcome" IS DISTINCT FROM 'ended';
CREATE INDEX "cases_of_books_idx" ON "cases"("day") WHERE "state" <> 'done' AND "day" IS NOT NULL;
ALTER TABLE "cases" ADD CONSTRAINT "cases_state" CHECK ("state" IN ('open', 'waiting', 'done')
  AND ("state" = 'waiting') = ("wait_until" IS NOT NULL) AND ("state" = 'done') = ("outcome" IS NOT NULL)
  AND ("state" = 'done') = ("done_at" IS NOT NULL));
ALTER TABLE "cases" ADD CONSTRAINT "cases_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE OR REPLACE FUNCTION "book_accepted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_book_entry(to_account.kind, NEW.subject, NEW.day, (SELECT coalesce(sum(paise), 0)::bigint FROM cases
    WHERE kind IN ('settlement', 'line', 'unsettled') AND subject = NEW.subject AND outcome = 'finished'
      AND coalesce(account, 'suspense') = to_account.name))
  FROM (VALUES ('suspense', 'accepted'), ('fees', 'accepted_fees'), ('gst', 'accepted_gst'), ('rounding', 'accepted_rounding'))
    AS to_account(name, kind);
  RETURN NULL;
END $$;
CREATE TRIGGER "cases_book" AFTER INSERT OR UPDATE OF "outcome", "paise" ON "cases"
  FOR EACH ROW WHEN (NEW."day" IS NOT NULL) EXECUTE FUNCTION "book_accepted"();

-- The settlement that has a payment: the first that did not fail.
CREATE VIEW "settled_payments" AS
  SELECT DISTINCT ON (l."entity_id") l."entity_id" AS "payment_id", s."id" AS "settlement_id", l."day" AS "settled_on", s."utr"
  FROM "settlement_lines" AS l JOIN "settlements" AS s ON s."id" = l."settlement_id"
  WHERE l."type" = 'payment' AND s."status" <> 'failed' ORDER BY l."entity_id", l."day", s."id";
ALTER TABLE "payments" ADD COLUMN "settlement_id" TEXT, ADD COLUMN "settled_on" DATE, ADD COLUMN "utr" TEXT;
UPDATE "payments" AS p SET "settlement_id" = s."settlement_id", "settled_on" = s."settled_on", "utr" = s."utr"
  FROM "settled_payments" AS s WHERE s."payment_id" = p."id";

-- The books: one day until which all is imported, and one subject of each line.
INSERT INTO "book_progress" ("name", "day", "at") SELECT 'imported', "day", "imported_at" FROM (
  SELECT "day", "imported_at", "day" - (row_number() OVER (ORDER BY "day"))::int AS "run", min("day") OVER () AS "first"
  FROM "settlement_days" WHERE "is_complete") AS d
  WHERE "run" = "first" - 1 ORDER BY "day" DESC LIMIT 1;
DROP TABLE "settlement_days";
-- A month is the sum of its entries, which never change.
ALTER TABLE "closed_months" DROP COLUMN "captured_paise", DROP COLUMN "refunded_paise", DROP COLUMN "chargebacks_paise",
  DROP COLUMN "fees_paise", DROP COLUMN "gst_paise", DROP COLUMN "settled_paise", DROP COLUMN "accepted_paise",
  DROP COLUMN "other_lines", DROP COLUMN "other_paise";
ALTER TABLE "settlements" DROP COLUMN "read_at", DROP COLUMN "matched_lines", DROP COLUMN "differing_lines",
  DROP COLUMN "unknown_lines", DROP COLUMN "other_lines", DROP COLUMN "returned_lines";
ALTER TABLE "settlement_lines" DROP COLUMN "refund_id", ADD COLUMN
    "subject" TEXT NOT NULL GENERATED ALWAYS AS (CASE "type" WHEN 'adjustment' THEN coalesce("dispute_id",
      substring("description" from '\mrfnd_[A-Za-z0-9_-]{1,60}'), "entity_id") ELSE "entity_id" END) STORED;
DROP INDEX "settlement_lines_dispute_id_idx", "book_entries_reversals_idx", "book_entries_open_idx";
CREATE INDEX "settlement_lines_subject_idx" ON "settlement_lines"("subject");
CREATE INDEX "book_entries_day_kind_idx" ON "book_entries"("day", "kind");
-- The line that a payment, refund or dispute should have. One that is undone is deducted, and returned later.
CREATE VIEW "expectations" AS
  SELECT 'payment' AS "kind", "id" AS "subject", "order_id", "currency", "amount_paise" AS "paise", "fee_paise", "tax_paise",
    false AS "is_undone" FROM "payments" WHERE "status" IN ('captured', 'refunded')
  UNION ALL
  SELECT 'refund', r."provider_id", p."order_id", p."currency", -r."amount_paise", 0, 0, r."status" = 'failed'
  FROM "refunds" AS r JOIN "payments" AS p ON p."id" = r."payment_id" WHERE is_received(p) OR p."currency" <> 'INR'
  UNION ALL
  SELECT 'dispute', d."id", d."order_id", p."currency", -d."amount_deducted_paise", 0, 0, d."status" = 'won'
  FROM "disputes" AS d JOIN "payments" AS p ON p."id" = d."payment_id" WHERE d."amount_deducted_paise" > 0;

-- The sums of the entries and of the expected lines of a payment, refund or dispute.
CREATE VIEW "subject_balances" AS
  SELECT "subject", max("day") FILTER (WHERE "kind" NOT IN ('fee', 'gst')) AS "day",
    sum(CASE "kind" WHEN 'captured' THEN "paise" ELSE -"paise" END) AS "booked_paise",
    (SELECT coalesce(sum("expected_paise"), 0) FROM "settlement_lines" AS l WHERE l."subject" = e."subject") AS "settled_paise"
  FROM "book_entries" AS e
  WHERE NOT "is_other" AND "kind" IN ('captured', 'refunded', 'chargeback', 'fee', 'gst') GROUP BY "subject";
-- Captures and refunds of another system in the same account are known by their lines only. Both are before the fee.
CREATE OR REPLACE FUNCTION "book_other_line"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line settlement_lines := coalesce(NEW, OLD);
  gross BIGINT := CASE WHEN NEW.state = 'other' THEN NEW.credit_paise - NEW.debit_paise + NEW.fee_paise ELSE 0 END;
  old_gross BIGINT := CASE WHEN OLD.state = 'other' THEN OLD.credit_paise - OLD.debit_paise + OLD.fee_paise ELSE 0 END;
  fee BIGINT := CASE WHEN NEW.state = 'other' THEN NEW.fee_paise ELSE 0 END - CASE WHEN OLD.state = 'other' THEN OLD.fee_paise ELSE 0 END;
  gst BIGINT := CASE WHEN NEW.state = 'other' THEN NEW.tax_paise ELSE 0 END - CASE WHEN OLD.state = 'other' THEN OLD.tax_paise ELSE 0 END;
BEGIN
  PERFORM add_book_entry(part.kind, line.entity_id, line.day, part.change, true)
  FROM (VALUES ('captured', greatest(gross, 0) - greatest(old_gross, 0)), ('refunded', greatest(-gross, 0) - greatest(-old_gross, 0)),
    ('fee', fee - gst), ('gst', gst)) AS part(kind, change);
  RETURN NULL;
END $$;
-- A difference is a case: a settlement differs while it or one of its lines has an open one, until staff have accepted each.
CREATE FUNCTION "settlement_match"("settlement" TEXT) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN bool_or(outcome IS NULL) THEN 'differs' WHEN count(*) > 0 THEN 'accepted' ELSE 'matched' END
  FROM cases WHERE outcome IS DISTINCT FROM 'ended' AND (kind, subject) IN (SELECT 'settlement', $1
    UNION SELECT 'line', entity_id FROM settlement_lines WHERE settlement_id = $1 AND rank < 3)
$$;
CREATE FUNCTION "match_settlements"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE settlements SET "match" = settlement_match(id) WHERE id IN (SELECT NEW.subject
    UNION SELECT settlement_id FROM settlement_lines WHERE entity_id = NEW.subject);
  RETURN NULL;
END $$;
CREATE TRIGGER "cases_match" AFTER INSERT OR UPDATE OF "outcome" ON "cases"
  FOR EACH ROW WHEN (NEW."kind" IN ('settlement', 'line')) EXECUTE FUNCTION "match_settlements"();
UPDATE "settlements" SET "match" = settlement_match("id") WHERE "match" <> settlement_match("id");
-- A receipt is the part of what was captured that has one. Second payments and wrong amounts have none.
CREATE FUNCTION "book_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_book_entry('receipt', NEW.paid_payment_id, indian_day(NEW.paid_at), -NEW.amount_paise);
  RETURN NULL;
END $$;
CREATE TRIGGER "orders_book" AFTER UPDATE ON "orders" FOR EACH ROW
  WHEN (OLD."receipt_number" IS NULL AND NEW."receipt_number" IS NOT NULL) EXECUTE FUNCTION "book_receipt"();
INSERT INTO "book_entries" ("kind", "subject", "day", "paise", "at", "month")
  SELECT 'receipt', "paid_payment_id", indian_day("paid_at"), -"amount_paise", "paid_at",
    (SELECT min("month") FROM "closed_months" WHERE "month" >= to_char(indian_day("orders"."paid_at"), 'YYYY-MM'))
  FROM "orders" WHERE "receipt_number" IS NOT NULL;
CREATE INDEX "payments_settlement_id_order_id_idx" ON "payments"("settlement_id", "order_id");

-- Lists and searches of the desk.
DROP INDEX "orders_created_at_id_idx", "orders_status_created_at_id_idx", "orders_disputed_idx", "payments_rrn_idx", "payments_utr_idx", "payments_arn_idx", "payments_vpa_idx", "payments_last4_idx";
CREATE INDEX "orders_created_at_id_amount_paise_idx" ON "orders"("created_at", "id", "amount_paise");
CREATE INDEX "orders_status_created_at_id_amount_paise_idx" ON "orders"("status", "created_at", "id", "amount_paise");
CREATE INDEX "orders_amount_paise_created_at_id_idx" ON "orders"("amount_paise", "created_at", "id");
CREATE INDEX "settlements_utr_idx" ON "settlements"("utr");
CREATE INDEX "orders_disputed_idx" ON "orders"("created_at", "id", "amount_paise") WHERE "disputed";
CREATE INDEX "payments_rrn_idx" ON "payments"(("acquirer_data" ->> 'rrn'), "order_id") WHERE "acquirer_data" ->> 'rrn' IS NOT NULL;
CREATE INDEX "payments_utr_idx" ON "payments"(("acquirer_data" ->> 'utr'), "order_id") WHERE "acquirer_data" ->> 'utr' IS NOT NULL;
CREATE INDEX "payments_arn_idx" ON "payments"(("acquirer_data" ->> 'arn'), "order_id") WHERE "acquirer_data" ->> 'arn' IS NOT NULL;
CREATE INDEX "payments_vpa_idx" ON "payments"(lower("method_details" ->> 'vpa'), "order_id") WHERE "method_details" ->> 'vpa' IS NOT NULL;
CREATE INDEX "payments_last4_idx" ON "payments"(("method_details" ->> 'last4'), "order_id") WHERE "method_details" ->> 'last4' IS NOT NULL;
ALTER TABLE "orders" ADD COLUMN "refunded_in_part" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "refund_failed" BOOLEAN NOT NULL DEFAULT false;
UPDATE "orders" SET "refunded_in_part" = true FROM (SELECT "order_id" FROM "payments" AS p, "refunds" AS r
  WHERE "payment_id" = p."id" AND r."status" = 'processed' AND NOT "surplus"
  GROUP BY p."id" HAVING sum(r."amount_paise") < p."amount_paise") AS part WHERE "orders"."id" = "order_id";
UPDATE "orders" SET "refund_failed" = true FROM (SELECT "order_id" FROM "payments" AS p, "refunds" AS r
  WHERE "payment_id" = p."id" GROUP BY p."id" HAVING bool_or(r."status" = 'failed')
    AND coalesce(sum(r."amount_paise") FILTER (WHERE r."status" <> 'failed'), 0) < p."amount_paise") AS failed
  WHERE "orders"."id" = "order_id";
CREATE INDEX "orders_refunded_in_part_idx" ON "orders"("created_at", "id", "amount_paise") WHERE "refunded_in_part";
CREATE INDEX "orders_refund_failed_idx" ON "orders"("created_at", "id", "amount_paise") WHERE "refund_failed";
ALTER TABLE "payments" ADD COLUMN "history" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "refunds" ADD COLUMN "history" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "disputes" ADD COLUMN "history" JSONB NOT NULL DEFAULT '[]';

-- When each state of a payment, refund and dispute was first known.
CREATE FUNCTION "keep_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR OLD.status IS DISTINCT FROM NEW.status THEN
    NEW.history = NEW.history || jsonb_build_object('at', now(), 'state', NEW.status);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "payments_history" BEFORE INSERT OR UPDATE ON "payments" FOR EACH ROW EXECUTE FUNCTION "keep_history"();
CREATE TRIGGER "refunds_history" BEFORE INSERT OR UPDATE ON "refunds" FOR EACH ROW EXECUTE FUNCTION "keep_history"();
CREATE TRIGGER "disputes_history" BEFORE INSERT OR UPDATE ON "disputes" FOR EACH ROW EXECUTE FUNCTION "keep_history"();
