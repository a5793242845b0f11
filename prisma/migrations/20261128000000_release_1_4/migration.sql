-- The schema of release 1.4. The database itself enforces its rules, whoever writes.

CREATE TYPE "OrderStatus" AS ENUM ('CREATING', 'CREATE_FAILED', 'CREATED', 'EXPIRED', 'AUTHORIZED', 'REVIEW', 'PAID', 'REFUNDED');

CREATE TYPE "PaymentStatus" AS ENUM ('created', 'failed', 'authorized', 'captured', 'refunded');

CREATE TYPE "RefundStatus" AS ENUM ('pending', 'processed', 'failed');

CREATE TYPE "RefundRequestState" AS ENUM ('requested', 'sent', 'unknown', 'accepted', 'refused', 'failed');

CREATE TYPE "DisputeStatus" AS ENUM ('open', 'under_review', 'won', 'closed', 'lost');

CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT,
    "email_normalized" TEXT,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tokens_valid_after" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "email_verified_at" TIMESTAMPTZ(3),
    "last_log_in_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "identities" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "newest_token_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("issuer","subject")
);

CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "rp_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "backup_eligible" BOOLEAN,
    "counter_reset_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "passkeys_credential_id_key" UNIQUE ("credential_id")
);

CREATE TABLE "orders" (
    "id" UUID NOT NULL,
    "receipt" TEXT NOT NULL,
    "provider_order_id" TEXT,
    "product" TEXT NOT NULL,
    "title" TEXT,
    "amount_paise" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" "OrderStatus" NOT NULL DEFAULT 'CREATING',
    "owner_id" UUID,
    "paid_payment_id" TEXT,
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checkout_at" TIMESTAMPTZ(3),
    "receipt_number" TEXT,
    "disputed" BOOLEAN NOT NULL DEFAULT false,
    "refunded_in_part" BOOLEAN NOT NULL DEFAULT false,
    "refund_failed" BOOLEAN NOT NULL DEFAULT false,
    "dispute_status" "DisputeStatus",
    "next_check_at" TIMESTAMPTZ(3) DEFAULT (CURRENT_TIMESTAMP + '00:02:00'::interval),

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "payments" (
    "id" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "status" "PaymentStatus" NOT NULL,
    "amount_paise" INTEGER NOT NULL,
    "amount_refunded_paise" INTEGER NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL,
    "method" TEXT,
    "method_details" JSONB NOT NULL DEFAULT '{}',
    "acquirer_data" JSONB NOT NULL DEFAULT '{}',
    "fee_paise" INTEGER,
    "tax_paise" INTEGER,
    "fee_bearer" TEXT,
    "error_reason" TEXT,
    "error_source" TEXT,
    "error_step" TEXT,
    "signature_seen" BOOLEAN NOT NULL DEFAULT false,
    "surplus" BOOLEAN NOT NULL DEFAULT false,
    "provider_created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settlement_id" TEXT,
    "settled_on" DATE,
    "utr" TEXT,
    "history" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "refunds" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "provider_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "amount_paise" INTEGER NOT NULL,
    "status" "RefundStatus" NOT NULL,
    "speed" TEXT,
    "reference" TEXT,
    "reason" TEXT,
    "provider_created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "history" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

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
    "history" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "receipts" (
    "order_id" UUID NOT NULL,
    "document" JSONB NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "receipts_pkey" PRIMARY KEY ("order_id")
);

CREATE TABLE "receipt_counters" (
    "year" TEXT NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "receipt_counters_pkey" PRIMARY KEY ("year")
);

CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body_sha256" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),
    "order_id" UUID,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "order_transitions" (
    "order_id" UUID NOT NULL,
    "from_status" "OrderStatus",
    "to_status" "OrderStatus" NOT NULL,
    "cause" TEXT NOT NULL,
    "payment_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_transitions_pkey" PRIMARY KEY ("order_id","to_status")
);

CREATE TABLE "revoked_tokens" (
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revoked_tokens_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "throttle_counters" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "throttle_counters_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "mail_outbox" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "user_id" UUID,
    "link_id" UUID,
    "data" JSONB NOT NULL DEFAULT '{}',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "unanswered" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (CURRENT_TIMESTAMP + '24:00:00'::interval),

    CONSTRAINT "mail_outbox_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mail_links" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_links_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "known_devices" (
    "user_id" UUID NOT NULL,
    "device" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("user_id","device")
);

CREATE TABLE "sign_ins" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "way" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_ins_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_log" (
    "id" UUID NOT NULL,
    "operator" TEXT NOT NULL,
    "user_id" UUID,
    "action" TEXT NOT NULL,
    "subject_id" UUID,
    "reason" TEXT,
    "is_read" BOOLEAN NOT NULL DEFAULT false,
    "hits" INTEGER,
    "address" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_outcomes" (
    "id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_outcomes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "staff_roles" (
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "granted_by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_roles_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "sent_mails" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "order_id" UUID,
    "user_id" UUID,
    "outcome" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_mails_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "settlements" (
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount_paise" BIGINT NOT NULL,
    "fee_paise" BIGINT NOT NULL,
    "tax_paise" BIGINT NOT NULL,
    "utr" TEXT,
    "provider_created_at" TIMESTAMPTZ(3) NOT NULL,
    "day" DATE NOT NULL,
    "match" TEXT NOT NULL DEFAULT 'matched',
    "lines_paise" BIGINT NOT NULL DEFAULT 0,
    "expected_paise" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "settlements_pkey" PRIMARY KEY ("id")
);

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
    -- The payment, refund or dispute that the line is about. The description of an adjustment names a failed refund.
    "subject" TEXT NOT NULL GENERATED ALWAYS AS (CASE "type" WHEN 'adjustment' THEN coalesce("dispute_id",
      substring("description" from '\mrfnd_[A-Za-z0-9_-]{1,60}'), "entity_id") ELSE "entity_id" END) STORED,
    -- Lines that need attention come first.
    "rank" SMALLINT NOT NULL GENERATED ALWAYS AS (CASE "state" WHEN 'differs' THEN 1 WHEN 'unknown' THEN 2
      WHEN 'returned' THEN 3 WHEN 'other' THEN 4 ELSE 5 END) STORED,

    CONSTRAINT "settlement_lines_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "book_progress" (
    "name" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "book_progress_pkey" PRIMARY KEY ("name")
);

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

CREATE TABLE "closed_months" (
    "month" TEXT NOT NULL,
    "opening_paise" BIGINT NOT NULL,
    "opening_reason" TEXT,
    "closing_paise" BIGINT NOT NULL,
    "closed_by" TEXT NOT NULL,
    "closed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "closed_months_pkey" PRIMARY KEY ("month")
);

CREATE TABLE "job_leases" (
    "name" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_leases_pkey" PRIMARY KEY ("name")
);
CREATE UNIQUE INDEX "users_email_normalized_key" ON "users"("email_normalized");
CREATE INDEX "users_deleted_at_idx" ON "users"("deleted_at");
CREATE INDEX "users_email_idx" ON "users"("email");
CREATE INDEX "users_created_at_idx" ON "users"("created_at");
CREATE INDEX "identities_user_id_idx" ON "identities"("user_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");
CREATE UNIQUE INDEX "orders_receipt_key" ON "orders"("receipt");
CREATE UNIQUE INDEX "orders_provider_order_id_key" ON "orders"("provider_order_id");
CREATE UNIQUE INDEX "orders_paid_payment_id_key" ON "orders"("paid_payment_id");
CREATE UNIQUE INDEX "orders_receipt_number_key" ON "orders"("receipt_number");
CREATE INDEX "orders_owner_id_created_at_id_idx" ON "orders"("owner_id", "created_at", "id");
CREATE INDEX "orders_created_at_id_amount_paise_idx" ON "orders"("created_at", "id", "amount_paise");
CREATE INDEX "orders_status_created_at_id_amount_paise_idx" ON "orders"("status", "created_at", "id", "amount_paise");
CREATE INDEX "orders_amount_paise_created_at_id_idx" ON "orders"("amount_paise", "created_at", "id");
CREATE INDEX "orders_next_check_at_idx" ON "orders"("next_check_at");
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");
CREATE INDEX "payments_provider_created_at_idx" ON "payments"("provider_created_at");
CREATE INDEX "payments_settlement_id_order_id_idx" ON "payments"("settlement_id", "order_id");
CREATE UNIQUE INDEX "refunds_provider_id_key" ON "refunds"("provider_id");
CREATE INDEX "refunds_reference_idx" ON "refunds"("reference");
CREATE INDEX "refunds_provider_created_at_idx" ON "refunds"("provider_created_at");
CREATE UNIQUE INDEX "refunds_payment_id_attempt_key" ON "refunds"("payment_id", "attempt");
CREATE INDEX "refund_requests_order_id_idx" ON "refund_requests"("order_id");
CREATE UNIQUE INDEX "refund_requests_idempotency_key_key" ON "refund_requests"("idempotency_key");
CREATE INDEX "disputes_order_id_idx" ON "disputes"("order_id");
CREATE INDEX "disputes_payment_id_idx" ON "disputes"("payment_id");
CREATE INDEX "webhook_events_order_id_idx" ON "webhook_events"("order_id");
CREATE INDEX "webhook_events_received_at_idx" ON "webhook_events"("received_at");
CREATE INDEX "throttle_counters_expire_idx" ON "throttle_counters"("expire");
CREATE INDEX "mail_outbox_next_attempt_at_idx" ON "mail_outbox"("next_attempt_at");
CREATE INDEX "mail_outbox_user_id_idx" ON "mail_outbox"("user_id");
CREATE UNIQUE INDEX "mail_links_token_hash_key" ON "mail_links"("token_hash");
CREATE UNIQUE INDEX "mail_links_user_id_kind_key" ON "mail_links"("user_id", "kind");
CREATE INDEX "known_devices_last_at_idx" ON "known_devices"("last_at");
CREATE INDEX "sign_ins_user_id_at_idx" ON "sign_ins"("user_id", "at");
CREATE INDEX "audit_log_at_id_idx" ON "audit_log"("at", "id");
CREATE INDEX "audit_log_is_read_at_id_idx" ON "audit_log"("is_read", "at", "id");
CREATE INDEX "audit_log_operator_at_id_idx" ON "audit_log"("operator", "at", "id");
CREATE INDEX "audit_log_user_id_at_id_idx" ON "audit_log"("user_id", "at", "id");
CREATE INDEX "audit_log_subject_id_at_id_idx" ON "audit_log"("subject_id", "at", "id");
CREATE INDEX "sent_mails_order_id_at_idx" ON "sent_mails"("order_id", "at");
CREATE INDEX "sent_mails_user_id_at_idx" ON "sent_mails"("user_id", "at");
CREATE INDEX "sent_mails_at_idx" ON "sent_mails"("at");
CREATE INDEX "cases_order_id_idx" ON "cases"("order_id");
CREATE INDEX "settlements_day_id_idx" ON "settlements"("day", "id");
CREATE INDEX "settlements_utr_idx" ON "settlements"("utr");
CREATE INDEX "settlement_lines_entity_id_idx" ON "settlement_lines"("entity_id");
CREATE INDEX "settlement_lines_settlement_id_rank_id_idx" ON "settlement_lines"("settlement_id", "rank", "id");
CREATE INDEX "settlement_lines_subject_idx" ON "settlement_lines"("subject");
CREATE UNIQUE INDEX "settlement_lines_day_settlement_id_type_entity_id_copy_key" ON "settlement_lines"("day", "settlement_id", "type", "entity_id", "copy");
CREATE INDEX "book_entries_month_kind_day_idx" ON "book_entries"("month", "kind", "day");
CREATE INDEX "book_entries_subject_kind_idx" ON "book_entries"("subject", "kind");
CREATE INDEX "book_entries_at_idx" ON "book_entries"("at");
CREATE INDEX "book_entries_day_kind_idx" ON "book_entries"("day", "kind");
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "orders" ADD CONSTRAINT "orders_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("provider_id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "order_transitions" ADD CONSTRAINT "order_transitions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "audit_outcomes" ADD CONSTRAINT "audit_outcomes_id_fkey" FOREIGN KEY ("id") REFERENCES "audit_log"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sent_mails" ADD CONSTRAINT "sent_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cases" ADD CONSTRAINT "cases_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Partial indexes: what is open, due, rare or searched for, whatever the history.
CREATE INDEX "users_unconfirmed_idx" ON "users"("created_at", "id")
  WHERE "password_hash" IS NOT NULL AND "email_verified_at" IS NULL;
CREATE INDEX "orders_disputed_idx" ON "orders"("created_at", "id", "amount_paise") WHERE "disputed";
CREATE INDEX "orders_refunded_in_part_idx" ON "orders"("created_at", "id", "amount_paise") WHERE "refunded_in_part";
CREATE INDEX "orders_refund_failed_idx" ON "orders"("created_at", "id", "amount_paise") WHERE "refund_failed";
CREATE INDEX "orders_paid_at_idx" ON "orders"("paid_at") WHERE "paid_at" IS NOT NULL;
CREATE INDEX "orders_checkout_idx" ON "orders"("owner_id", "checkout_at") WHERE "paid_payment_id" IS NULL;
CREATE INDEX "order_transitions_expired_idx" ON "order_transitions"("at") WHERE "to_status" = 'EXPIRED';
CREATE INDEX "payments_authorized_idx" ON "payments"("order_id") WHERE "status" = 'authorized';
CREATE INDEX "payments_rrn_idx" ON "payments"(("acquirer_data" ->> 'rrn'), "order_id") WHERE "acquirer_data" ->> 'rrn' IS NOT NULL;
CREATE INDEX "payments_utr_idx" ON "payments"(("acquirer_data" ->> 'utr'), "order_id") WHERE "acquirer_data" ->> 'utr' IS NOT NULL;
CREATE INDEX "payments_arn_idx" ON "payments"(("acquirer_data" ->> 'arn'), "order_id") WHERE "acquirer_data" ->> 'arn' IS NOT NULL;
CREATE INDEX "payments_vpa_idx" ON "payments"(lower("method_details" ->> 'vpa'), "order_id") WHERE "method_details" ->> 'vpa' IS NOT NULL;
CREATE INDEX "payments_last4_idx" ON "payments"(("method_details" ->> 'last4'), "order_id") WHERE "method_details" ->> 'last4' IS NOT NULL;
CREATE INDEX "mail_outbox_created_at_idx" ON "mail_outbox"("created_at") WHERE "kind" <> 'OPERATOR_ALERT';
CREATE INDEX "cases_open_idx" ON "cases"("deadline", "opened_at") WHERE "state" = 'open';
CREATE INDEX "cases_waiting_idx" ON "cases"("wait_until") WHERE "state" = 'waiting';
CREATE INDEX "cases_done_idx" ON "cases"("done_at") WHERE "state" = 'done';
CREATE INDEX "cases_lasting_idx" ON "cases"("kind") WHERE "outcome" IS DISTINCT FROM 'ended';
CREATE INDEX "cases_of_books_idx" ON "cases"("day") WHERE "state" <> 'done' AND "day" IS NOT NULL;
CREATE INDEX "settlement_lines_wrong_idx" ON "settlement_lines"("entity_id") WHERE "state" IN ('differs', 'unknown');
CREATE INDEX "settlements_changing_idx" ON "settlements"("day") WHERE "status" <> 'processed' OR "utr" IS NULL;
CREATE INDEX "settlements_differing_idx" ON "settlements"("day", "id") WHERE "match" = 'differs';

-- Rules of single rows.
ALTER TABLE "users" ADD CONSTRAINT "users_password_needs_email"
  CHECK (("email_normalized" IS NULL) = ("password_hash" IS NULL));
-- The identity provider reports confirmed addresses only.
ALTER TABLE "users" ADD CONSTRAINT "users_verified_needs_email"
  CHECK ("email_verified_at" IS NULL OR "email_normalized" IS NOT NULL);
ALTER TABLE "cases" ADD CONSTRAINT "cases_state" CHECK ("state" IN ('open', 'waiting', 'done')
  AND ("state" = 'waiting') = ("wait_until" IS NOT NULL) AND ("state" = 'done') = ("outcome" IS NOT NULL)
  AND ("state" = 'done') = ("done_at" IS NOT NULL));
ALTER TABLE "orders" ADD CONSTRAINT "orders_amount_positive" CHECK ("amount_paise" >= 100);
ALTER TABLE "orders" ADD CONSTRAINT "orders_receipt_fits_provider" CHECK (length("receipt") BETWEEN 1 AND 40);
ALTER TABLE "orders" ADD CONSTRAINT "orders_known_to_provider"
  CHECK (("status" IN ('CREATING', 'CREATE_FAILED')) = ("provider_order_id" IS NULL));
ALTER TABLE "orders" ADD CONSTRAINT "orders_claimed_when_known"
  CHECK ("owner_id" IS NULL OR "provider_order_id" IS NOT NULL);
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_has_payment"
  CHECK (("status" IN ('PAID', 'REFUNDED')) = ("paid_payment_id" IS NOT NULL));
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_has_time" CHECK ("status" <> 'PAID' OR "paid_at" IS NOT NULL);
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_within_amount"
  CHECK ("amount_paise" >= 0 AND "amount_refunded_paise" BETWEEN 0 AND "amount_paise");
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded_in_full"
  CHECK ("status" <> 'refunded' OR "amount_refunded_paise" = "amount_paise");
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_has_receipt_number"
  CHECK (("paid_at" IS NULL) = ("receipt_number" IS NULL) AND length("receipt_number") <= 16
    AND ("receipt_number" IS NULL OR "status" IN ('PAID', 'REFUNDED')));
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount_positive" CHECK ("amount_paise" > 0 AND "attempt" > 0);
-- At most one refund of a payment is asked for at a time.
CREATE UNIQUE INDEX "refund_requests_open_key" ON "refund_requests"("payment_id")
  WHERE "state" IN ('requested', 'sent', 'unknown');
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_state" CHECK ("amount_paise" > 0
  AND ("state" IN ('accepted', 'refused', 'failed')) = ("ended_at" IS NOT NULL));
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_closed_with_reason"
  CHECK (("closed_at" IS NULL) = ("closing_reason" IS NULL) AND "closing_reason" IS DISTINCT FROM '');

-- Functions, views and triggers.
-- The upgrade from release 1.3 runs this section too: it ends with the file, and has nothing else.

-- Amount, currency and receipt never change; owner, Razorpay order and paid payment are set once; states only move forward.
CREATE FUNCTION "guard_order"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "orders_guard" BEFORE INSERT OR UPDATE OR DELETE ON "orders"
  FOR EACH ROW EXECUTE FUNCTION "guard_order"();

-- What Razorpay reported about a payment is never taken back: created, failed, authorized, captured, refunded, in this
-- order. A bank's late approval turns a failed payment into a captured one.
CREATE FUNCTION "guard_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'payment %: payments are kept', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.order_id, NEW.amount_paise, NEW.currency, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.amount_paise, OLD.currency, OLD.created_at)
     OR NEW.status < OLD.status OR NEW.amount_refunded_paise < OLD.amount_refunded_paise
     OR (OLD.signature_seen AND NOT NEW.signature_seen) OR (OLD.surplus AND NOT NEW.surplus) THEN
    RAISE EXCEPTION 'payment %: what is known of it is never taken back', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "payments_guard" BEFORE UPDATE OR DELETE ON "payments"
  FOR EACH ROW EXECUTE FUNCTION "guard_payment"();

-- A refund is kept. Its state only moves forward: pending, processed, failed. A bank can return a processed refund.
CREATE FUNCTION "guard_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "refunds_guard" BEFORE UPDATE OR DELETE ON "refunds"
  FOR EACH ROW EXECUTE FUNCTION "guard_refund"();

-- The trail of an order begins with its row, and only grows.
CREATE FUNCTION "begin_trail"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "order_transitions" ("order_id", "to_status", "cause") VALUES (NEW.id, NEW.status, 'created');
  RETURN NULL;
END $$;
CREATE TRIGGER "orders_begin_trail" AFTER INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION "begin_trail"();

CREATE FUNCTION "guard_transition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order %: the trail is only ever added to', OLD.order_id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "order_transitions_guard" BEFORE UPDATE OR DELETE ON "order_transitions"
  FOR EACH ROW EXECUTE FUNCTION "guard_transition"();

-- Orders, payments and the trail must agree when a transaction ends. An order is PAID by a payment of its amount, or of its
-- amount and a fee that the payer bears.
CREATE FUNCTION "check_order"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE CONSTRAINT TRIGGER "orders_check_new" AFTER INSERT ON "orders" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_order"();
CREATE CONSTRAINT TRIGGER "orders_check" AFTER UPDATE ON "orders" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION "check_order"();

-- A payment is refunded once Razorpay has processed its whole amount.
CREATE FUNCTION "check_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE CONSTRAINT TRIGGER "payments_check" AFTER INSERT OR UPDATE ON "payments" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_payment"();

CREATE FUNCTION "check_transition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "orders" WHERE "id" = NEW.order_id AND "status" = NEW.to_status)
     AND NOT EXISTS (SELECT FROM "order_transitions" WHERE "order_id" = NEW.order_id AND "from_status" = NEW.to_status) THEN
    RAISE EXCEPTION 'order %: the trail says %, and the order never was', NEW.order_id, NEW.to_status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "order_transitions_check" AFTER INSERT ON "order_transitions" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "check_transition"();

-- The flag of an order and its open disputes agree when a transaction ends.
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

-- The Indian financial year, from April to March by the clock of Asia/Kolkata: 26-27.
CREATE FUNCTION "financial_year"(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char(start, 'YY') || '-' || to_char(start + interval '1 year', 'YY')
  FROM (SELECT (at AT TIME ZONE 'Asia/Kolkata') - interval '3 months' AS start) AS year
$$;

-- Rule 46 of the GST rules allows 16 characters, and several series. After NC/26-27/9999999 comes ND/26-27/0000001.
CREATE FUNCTION "receipt_number"(year text, number int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'N' || chr(ascii('C') + (number - 1) / 9999999) || '/' || year || '/' || CASE
    WHEN number < 1000000 THEN lpad(number::text, 6, '0')
    ELSE lpad(((number - 1) % 9999999 + 1)::text, 7, '0') END
$$;

-- The number is taken in the transaction that pays the order: a rolled-back payment leaves no gap. The counter's row is
-- locked until then, so numbers are consecutive.
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

CREATE FUNCTION "guard_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'receipt of order %: documents never change', OLD.order_id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "receipts_guard" BEFORE UPDATE OR DELETE ON "receipts"
  FOR EACH ROW EXECUTE FUNCTION "guard_receipt"();

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

-- A counter never runs ahead of the orders: a number without an order is refused at COMMIT.
CREATE FUNCTION "check_receipt_counter"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "orders" WHERE "receipt_number" = "receipt_number"(NEW.year, NEW.last)) THEN
    RAISE EXCEPTION 'receipts of %: no order has number %', NEW.year, NEW.last USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "receipt_counters_check" AFTER INSERT OR UPDATE ON "receipt_counters"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_receipt_counter"();

-- The log only grows. Reads may be deleted after 180 days.
CREATE FUNCTION "guard_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.is_read AND OLD.at < now() - interval '180 days' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'audit entry %: the log is only ever added to', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "audit_log_guard" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "guard_audit_log"();
CREATE TRIGGER "audit_log_truncate_guard" BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "guard_audit_log"();

-- An outcome is deleted with its entry only.
CREATE FUNCTION "guard_audit_outcome"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "audit_log" WHERE "id" = OLD.id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'audit entry %: the log is only ever added to', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "audit_outcomes_guard" BEFORE UPDATE OR DELETE ON "audit_outcomes"
  FOR EACH ROW EXECUTE FUNCTION "guard_audit_outcome"();
CREATE TRIGGER "audit_outcomes_truncate_guard" BEFORE TRUNCATE ON "audit_outcomes"
  FOR EACH STATEMENT EXECUTE FUNCTION "guard_audit_outcome"();

-- Closed months and their entries never change.
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

-- The day of a change after its row.
CREATE FUNCTION "indian_today"() RETURNS DATE LANGUAGE sql STABLE AS $$ SELECT indian_day(now()) $$;

CREATE FUNCTION "add_book_entry"("kind" TEXT, "subject" TEXT, "day" DATE, "change" BIGINT, "is_other" BOOLEAN DEFAULT false)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO book_entries (kind, subject, day, paise, is_other) SELECT $1, $2, $3, $4, $5 WHERE $4 <> 0
$$;

-- Adds what a kind of entry of a subject lacks, so that entries follow their rows.
CREATE FUNCTION "set_book_entry"("kind" TEXT, "subject" TEXT, "day" DATE, "target" BIGINT) RETURNS void LANGUAGE sql AS $$
  SELECT add_book_entry($1, $2, $3, ($4 - coalesce(sum(paise), 0))::bigint)
  FROM book_entries AS e WHERE e.subject = $2 AND e.kind = $1 AND NOT is_other
$$;

-- A payment that was refunded without a fee was never captured, unless we saw it captured: it moved no money of ours.
CREATE FUNCTION "is_received"("payment" "payments") RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT $1.currency = 'INR' AND ($1.status = 'captured' OR $1.status = 'refunded' AND ($1.fee_paise IS NOT NULL
    OR EXISTS (SELECT FROM book_entries WHERE subject = $1.id AND kind = 'captured' AND NOT is_other)))
$$;

-- Razorpay deducts a refund when it is made, and returns it when it fails.
CREATE FUNCTION "set_refund_entry"("refund" "refunds", "is_received" BOOLEAN, "day" DATE DEFAULT NULL)
RETURNS void LANGUAGE sql AS $$
  SELECT set_book_entry('refunded', $1.provider_id, coalesce($3, indian_day($1.provider_created_at)),
    CASE WHEN $2 AND $1.status <> 'failed' THEN $1.amount_paise ELSE 0 END)
$$;

-- Money that was captured, the fee for it, and its refunds.
CREATE FUNCTION "book_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "payments_book" AFTER INSERT ON "payments" FOR EACH ROW EXECUTE FUNCTION "book_payment"();
CREATE TRIGGER "payments_book_change" AFTER UPDATE ON "payments" FOR EACH ROW
  WHEN ((OLD."status", OLD."amount_paise", OLD."fee_paise", OLD."tax_paise", OLD."currency") IS DISTINCT FROM
    (NEW."status", NEW."amount_paise", NEW."fee_paise", NEW."tax_paise", NEW."currency"))
  EXECUTE FUNCTION "book_payment"();

-- A new row has its own day. A later change has the day of the change.
CREATE FUNCTION "book_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A concurrent change of the payment ends first: both set this entry.
  PERFORM FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
  PERFORM set_refund_entry(NEW, is_received(p), CASE TG_OP WHEN 'UPDATE' THEN indian_today() END)
  FROM payments AS p WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "refunds_book" AFTER INSERT ON "refunds" FOR EACH ROW EXECUTE FUNCTION "book_refund"();
CREATE TRIGGER "refunds_book_change" AFTER UPDATE ON "refunds" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status")
  EXECUTE FUNCTION "book_refund"();

-- What a bank took back, unless the dispute was won.
CREATE FUNCTION "book_dispute"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_book_entry('chargeback', NEW.id, CASE TG_OP WHEN 'UPDATE' THEN indian_today() ELSE indian_day(NEW.created_at) END,
    CASE WHEN NEW.status <> 'won' THEN NEW.amount_deducted_paise ELSE 0 END)
  FROM payments WHERE id = NEW.payment_id AND currency = 'INR';
  RETURN NULL;
END $$;
CREATE TRIGGER "disputes_book" AFTER INSERT OR UPDATE OF "status", "amount_deducted_paise"
  ON "disputes" FOR EACH ROW EXECUTE FUNCTION "book_dispute"();

-- A difference that staff accepted, by account: the excess that arrived, until the difference ends or changes.
CREATE FUNCTION "book_accepted"() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Captures and refunds of another system in the same account are known by their lines only. Both are before the fee.
CREATE FUNCTION "book_other_line"() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER "settlement_lines_book"
  AFTER INSERT OR DELETE OR UPDATE OF "state", "credit_paise", "debit_paise", "fee_paise", "tax_paise"
  ON "settlement_lines" FOR EACH ROW EXECUTE FUNCTION "book_other_line"();

-- The settlement that has a payment: the first that did not fail.
CREATE VIEW "settled_payments" AS
  SELECT DISTINCT ON (l."entity_id") l."entity_id" AS "payment_id", s."id" AS "settlement_id", l."day" AS "settled_on", s."utr"
  FROM "settlement_lines" AS l JOIN "settlements" AS s ON s."id" = l."settlement_id"
  WHERE l."type" = 'payment' AND s."status" <> 'failed' ORDER BY l."entity_id", l."day", s."id";

-- A line as the server judges it, with its settlement and our order.
CREATE VIEW "judged_lines" AS
  SELECT l."id", l."type", l."entity_id" AS "entityId", l."subject", l."copy", l."settled_at", l."day"::text,
    indian_day(l."settled_at")::text AS "settledDay", l."receipt", l."provider_order_id" AS "providerOrderId", l."currency",
    l."amount_paise"::float8 AS "amountPaise", l."credit_paise"::float8 AS "creditPaise", l."debit_paise"::float8 AS "debitPaise",
    l."fee_paise"::float8 AS "feePaise", l."tax_paise"::float8 AS "taxPaise", l."expected_paise"::float8 AS "expectedPaise",
    l."state", l."differences", l."order_id" AS "orderId", o."id" AS "ourOrderId", l."settlement_id" AS "settlementId",
    s."status", s."amount_paise"::float8 AS "settlementPaise", s."expected_paise"::float8 AS "settlementExpectedPaise"
  FROM "settlement_lines" AS l JOIN "settlements" AS s ON s."id" = l."settlement_id"
    LEFT JOIN "orders" AS o ON o."provider_order_id" = l."provider_order_id";

-- The line that a payment, refund or dispute should have. One that is undone is deducted, and returned later.
CREATE VIEW "expectations" AS
  SELECT 'payment' AS "kind", "id" AS "subject", "order_id" AS "orderId", "currency", "amount_paise" AS "paise",
    "fee_paise" AS "feePaise", "tax_paise" AS "taxPaise", false AS "isUndone"
  FROM "payments" WHERE "status" IN ('captured', 'refunded')
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

-- A receipt is the part of what was captured that has one. Second payments and wrong amounts have none.
CREATE FUNCTION "book_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_book_entry('receipt', NEW.paid_payment_id, indian_day(NEW.paid_at), -NEW.amount_paise);
  RETURN NULL;
END $$;
CREATE TRIGGER "orders_book" AFTER UPDATE ON "orders" FOR EACH ROW
  WHEN (OLD."receipt_number" IS NULL AND NEW."receipt_number" IS NOT NULL) EXECUTE FUNCTION "book_receipt"();
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
