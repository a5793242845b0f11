-- AlterTable
ALTER TABLE "payments" ADD COLUMN "provider_created_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN "provider_created_at" TIMESTAMPTZ(3);
