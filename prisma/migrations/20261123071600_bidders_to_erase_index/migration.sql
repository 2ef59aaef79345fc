-- CreateIndex
CREATE INDEX CONCURRENTLY "authorizations_of_bidder" ON "authorizations"("seller_id", "bidder_id") WHERE erased_at is null;
