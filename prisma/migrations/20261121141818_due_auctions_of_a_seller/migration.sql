-- CreateIndex
CREATE INDEX "auctions_due_to_open_of_seller" ON "auctions"("seller_id", "bidding_period_starts_at") WHERE (status = 'upcoming');

-- CreateIndex
CREATE INDEX "auctions_over_without_bids_of_seller" ON "auctions"("seller_id", "bidding_period_ends_at") WHERE (status <> 'completed' and first_bid_attempt_at is null);
