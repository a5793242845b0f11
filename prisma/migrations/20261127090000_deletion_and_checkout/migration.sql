-- AlterTable
ALTER TABLE "orders" ADD COLUMN "checkout_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "users_deleted_at_idx" ON "users"("deleted_at");
