-- CreateIndex
CREATE UNIQUE INDEX CONCURRENTLY "authorizations_of_payment" ON "authorizations"("provider", "provider_reference") WHERE (provider_reference is not null);
