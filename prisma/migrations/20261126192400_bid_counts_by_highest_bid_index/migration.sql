-- CreateIndex
CREATE INDEX CONCURRENTLY "bid_counts_by_highest_bid" ON "bid_counts"("seller_id", "status", "highest_bid_value_in_cents", "auction_id");
