-- AlterTable
ALTER TABLE "mail_outbox" ADD COLUMN "unanswered" INTEGER NOT NULL DEFAULT 0;
