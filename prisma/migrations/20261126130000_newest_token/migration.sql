-- AlterTable
ALTER TABLE "identities" ADD COLUMN "newest_token_at" TIMESTAMPTZ(3);
