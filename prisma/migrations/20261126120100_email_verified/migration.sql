-- AlterTable
ALTER TABLE "users" ADD COLUMN "email_verified_at" TIMESTAMPTZ(3);

-- Only a person with a password confirms an address here; the identity provider reports only confirmed ones.
ALTER TABLE "users" ADD CONSTRAINT "users_verified_needs_email"
  CHECK ("email_verified_at" IS NULL OR "email_normalized" IS NOT NULL);
