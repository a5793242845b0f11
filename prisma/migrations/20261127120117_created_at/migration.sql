-- Sign-ups of a day.
CREATE INDEX CONCURRENTLY "users_created_at_idx" ON "users"("created_at");
