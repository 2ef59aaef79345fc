-- CreateIndex
CREATE INDEX CONCURRENTLY "auctions_by_end" ON "auctions"("seller_id", "status", "bidding_period_ends_at", "auction_id");
