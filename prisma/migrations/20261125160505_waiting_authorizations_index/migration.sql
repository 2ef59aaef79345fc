-- CreateIndex
CREATE INDEX CONCURRENTLY "authorizations_waiting" ON "authorizations"("waiting_since") WHERE (waiting_since is not null);
