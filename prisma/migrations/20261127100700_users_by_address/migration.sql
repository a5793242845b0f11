-- People of the identity provider, whom operators look for by address.
CREATE INDEX CONCURRENTLY "users_email_idx" ON "users"("email");
