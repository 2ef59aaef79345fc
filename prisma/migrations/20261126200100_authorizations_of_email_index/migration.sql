-- CreateIndex
CREATE INDEX CONCURRENTLY "authorizations_of_email" ON "authorizations"("email", "authorization_id" DESC);
