-- CreateIndex
CREATE INDEX CONCURRENTLY "authorizations_due" ON "authorizations"("state", "next_attempt_at") WHERE (next_attempt_at is not null and state <> 'capturing');
