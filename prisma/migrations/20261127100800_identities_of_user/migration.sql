-- The log-ins of a person, for export, deletion and staff.
CREATE INDEX CONCURRENTLY "identities_user_id_idx" ON "identities"("user_id");
