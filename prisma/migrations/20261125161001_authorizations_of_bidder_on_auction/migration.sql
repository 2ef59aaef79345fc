-- CreateIndex
CREATE INDEX CONCURRENTLY "authorizations_of_bidder_on_auction" ON "authorizations"("seller_id", "bidder_id", "auction_id") WHERE (erased_at is null);
