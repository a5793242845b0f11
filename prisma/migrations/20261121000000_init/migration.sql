
-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('CREATING', 'CREATE_FAILED', 'CREATED', 'EXPIRED', 'AUTHORIZED', 'REVIEW', 'PAID', 'REFUNDED');

-- CreateEnum
CREATE TYPE "PaymentStatus" AS ENUM ('created', 'failed', 'authorized', 'captured', 'refunded');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT,
    "email_normalized" TEXT,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tokens_valid_after" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identities" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("issuer","subject")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" UUID NOT NULL,
    "receipt" TEXT NOT NULL,
    "provider_order_id" TEXT,
    "amount_paise" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" "OrderStatus" NOT NULL DEFAULT 'CREATING',
    "owner_id" UUID,
    "paid_payment_id" TEXT,
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_check_at" TIMESTAMPTZ(3) DEFAULT (CURRENT_TIMESTAMP + '00:02:00'::interval),
    "checks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "status" "PaymentStatus" NOT NULL,
    "amount_paise" INTEGER NOT NULL,
    "amount_refunded_paise" INTEGER NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL,
    "method" TEXT,
    "signature_seen" BOOLEAN NOT NULL DEFAULT false,
    "surplus" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body_sha256" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),
    "order_id" UUID,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_transitions" (
    "order_id" UUID NOT NULL,
    "from_status" "OrderStatus",
    "to_status" "OrderStatus" NOT NULL,
    "cause" TEXT NOT NULL,
    "payment_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_transitions_pkey" PRIMARY KEY ("order_id","to_status")
);

-- CreateTable
CREATE TABLE "revoked_tokens" (
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revoked_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_normalized_key" ON "users"("email_normalized");

-- CreateIndex
CREATE UNIQUE INDEX "orders_receipt_key" ON "orders"("receipt");

-- CreateIndex
CREATE UNIQUE INDEX "orders_provider_order_id_key" ON "orders"("provider_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_paid_payment_id_key" ON "orders"("paid_payment_id");

-- CreateIndex
CREATE INDEX "orders_owner_id_created_at_id_idx" ON "orders"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "orders_next_check_at_idx" ON "orders"("next_check_at");

-- CreateIndex
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");

-- CreateIndex
CREATE INDEX "webhook_events_order_id_idx" ON "webhook_events"("order_id");

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_transitions" ADD CONSTRAINT "order_transitions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What must always be true, whoever writes.

ALTER TABLE "users" ADD CONSTRAINT "users_password_needs_email"
  CHECK (("email_normalized" IS NULL) = ("password_hash" IS NULL));

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

-- Amount, currency and receipt never change; owner, provider order and paid payment are set once; states only go forward.
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
  IF (NEW.id, NEW.receipt, NEW.amount_paise, NEW.currency, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.receipt, OLD.amount_paise, OLD.currency, OLD.created_at) THEN
    RAISE EXCEPTION 'order %: id, receipt, amount, currency and time of creation never change', OLD.id USING ERRCODE = 'check_violation';
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

-- What the provider told about a payment is never taken back: created, failed, authorized, captured, refunded, in this
-- order. A bank's late yes makes a failed payment a captured one.
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

CREATE FUNCTION "guard_transition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order %: the trail is only ever added to', OLD.order_id USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER "order_transitions_guard" BEFORE UPDATE OR DELETE ON "order_transitions"
  FOR EACH ROW EXECUTE FUNCTION "guard_transition"();

-- What orders, payments and the trail say of each other is checked when a transaction ends.

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
       AND "amount_paise" = NEW.amount_paise AND "currency" = NEW.currency) THEN
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

CREATE FUNCTION "check_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parent "orders"%ROWTYPE;
BEGIN
  SELECT * INTO parent FROM "orders" WHERE "id" = NEW.order_id;
  IF NEW.status = 'captured' AND parent.status NOT IN ('PAID', 'REFUNDED', 'REVIEW') THEN
    RAISE EXCEPTION 'payment %: captured, and its order is %', NEW.id, parent.status USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status = 'refunded' AND parent.paid_payment_id = NEW.id AND parent.status <> 'REFUNDED' THEN
    RAISE EXCEPTION 'payment %: refunded, and its order is still %', NEW.id, parent.status USING ERRCODE = 'check_violation';
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
