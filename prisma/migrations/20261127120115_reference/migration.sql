-- Refunds by the reference of a bank.
CREATE INDEX CONCURRENTLY "refunds_reference_idx" ON "refunds"("reference");
