-- CreateTable
CREATE TABLE "open_items" (
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "order_id" UUID,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mailed_at" TIMESTAMPTZ(3),
    "dismissed_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "open_items_pkey" PRIMARY KEY ("kind","subject")
);

-- CreateTable
CREATE TABLE "backfills" (
    "name" TEXT NOT NULL,
    "after" UUID NOT NULL,

    CONSTRAINT "backfills_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "open_items_order_id_idx" ON "open_items"("order_id");

-- AddForeignKey
ALTER TABLE "open_items" ADD CONSTRAINT "open_items_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What staff, alerts and metrics read: only what is open, whatever the history.
CREATE INDEX "open_items_open_idx" ON "open_items"("kind", "since") WHERE "closed_at" IS NULL;
CREATE INDEX "open_items_unmailed_idx" ON "open_items"("since") WHERE "closed_at" IS NULL AND "dismissed_at" IS NULL;
CREATE INDEX "mail_outbox_created_at_idx" ON "mail_outbox"("created_at") WHERE "kind" <> 'OPERATOR_ALERT';

-- Last mails and dismissals are kept. The servers enter the orders from before this table in batches, which reopens what
-- still needs a person.
INSERT INTO "open_items" ("kind", "subject", "since", "mailed_at", "dismissed_at", "closed_at")
  SELECT split_part("item", ' ', 1), split_part("item", ' ', 2), "alerted_at", "alerted_at", "dismissed_at", "alerted_at"
  FROM "operator_alerts";
INSERT INTO "backfills" ("name", "after") VALUES ('open_items', '00000000-0000-0000-0000-000000000000');
