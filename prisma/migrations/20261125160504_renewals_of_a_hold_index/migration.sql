-- CreateIndex
CREATE INDEX CONCURRENTLY "authorizations_renewing" ON "authorizations"("replaces_authorization_id") WHERE (replaces_authorization_id is not null);
