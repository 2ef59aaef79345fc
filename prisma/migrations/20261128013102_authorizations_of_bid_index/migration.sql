-- CreateIndex
CREATE INDEX CONCURRENTLY "authorizations_of_bid" ON "authorizations"("bid_id") WHERE (bid_id is not null);
