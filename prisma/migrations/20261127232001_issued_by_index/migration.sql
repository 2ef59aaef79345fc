-- CreateIndex
CREATE INDEX CONCURRENTLY "api_keys_issued_by_idx" ON "api_keys"("issued_by");
