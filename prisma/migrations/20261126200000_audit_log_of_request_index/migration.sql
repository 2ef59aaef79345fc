-- CreateIndex
CREATE INDEX CONCURRENTLY "audit_log_of_request" ON "audit_log"("request_id", "entry_id" DESC) WHERE (request_id is not null);
