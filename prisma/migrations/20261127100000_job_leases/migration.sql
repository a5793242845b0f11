-- CreateTable
CREATE TABLE "job_leases" (
    "name" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_leases_pkey" PRIMARY KEY ("name")
);

-- Retention reads only what was closed long ago.
CREATE INDEX "open_items_closed_idx" ON "open_items"("closed_at") WHERE "dismissed_at" IS NULL;
