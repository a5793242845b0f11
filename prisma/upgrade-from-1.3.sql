-- From the last migration of release 1.3 to 20261128000000_release_1_4. `npm run migrate` runs it in one transaction.

-- The functions and triggers of the migration replace all those of 1.3, near the end.
DROP FUNCTION "add_book_entry", "begin_trail", "book_accepted", "book_dispute", "book_other_line", "book_payment", "book_refund",
  "book_settlement", "check_disputed", "check_order", "check_payment", "check_receipt_counter", "check_transition",
  "financial_year", "guard_audit_log", "guard_closed_books", "guard_order", "guard_payment", "guard_receipt_counter",
  "guard_refund", "guard_transition", "indian_day", "indian_today", "is_received", "number_receipt", "receipt_number",
  "set_book_entry", "set_dispute_entry", "set_payment_entries", "set_refund_entry" CASCADE;

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
ALTER TABLE "identities" ALTER COLUMN "newest_token_at" SET NOT NULL;
ALTER TABLE "payments" ALTER COLUMN "provider_created_at" SET DEFAULT CURRENT_TIMESTAMP,
  ALTER COLUMN "provider_created_at" SET NOT NULL;
ALTER TABLE "refunds" ALTER COLUMN "provider_created_at" SET DEFAULT CURRENT_TIMESTAMP,
  ALTER COLUMN "provider_created_at" SET NOT NULL, ALTER COLUMN "provider_id" SET NOT NULL;
DROP INDEX "payments_day_idx", "refunds_made_at_idx";
CREATE INDEX "payments_provider_created_at_idx" ON "payments"("provider_created_at");
CREATE INDEX "refunds_provider_created_at_idx" ON "refunds"("provider_created_at");

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

ALTER TABLE "payments" ADD COLUMN "settlement_id" TEXT, ADD COLUMN "settled_on" DATE, ADD COLUMN "utr" TEXT;

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
CREATE INDEX "settlement_lines_wrong_idx" ON "settlement_lines"("entity_id") WHERE "state" IN ('differs', 'unknown');
CREATE INDEX "book_entries_day_kind_idx" ON "book_entries"("day", "kind");
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

-- Functions, views and triggers.

-- Older rows get the same values.
UPDATE "payments" AS p SET "settlement_id" = s."settlement_id", "settled_on" = s."settled_on", "utr" = s."utr"
  FROM "settled_payments" AS s WHERE s."payment_id" = p."id";
UPDATE "settlements" SET "match" = settlement_match("id") WHERE "match" <> settlement_match("id");
INSERT INTO "book_entries" ("kind", "subject", "day", "paise", "at", "month")
  SELECT 'receipt', "paid_payment_id", indian_day("paid_at"), -"amount_paise", "paid_at",
    (SELECT min("month") FROM "closed_months" WHERE "month" >= to_char(indian_day("orders"."paid_at"), 'YYYY-MM'))
  FROM "orders" WHERE "receipt_number" IS NOT NULL;
