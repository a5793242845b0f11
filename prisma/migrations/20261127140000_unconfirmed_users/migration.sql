-- Sign-ups that were never confirmed: retention looks at those, and not at everybody.
CREATE INDEX CONCURRENTLY "users_unconfirmed_idx" ON "users"("created_at", "id")
  WHERE "password_hash" IS NOT NULL AND "email_verified_at" IS NULL;
