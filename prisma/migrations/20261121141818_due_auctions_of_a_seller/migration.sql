-- CreateIndex
CREATE INDEX "auctions_due_to_open_of_seller" ON "auctions"("seller_id", "bidding_period_starts_at") WHERE (status = 'upcoming');

-- CreateIndex
CREATE INDEX "auctions_due_to_close_of_seller" ON "auctions"("seller_id", "bidding_period_ends_at") WHERE (status <> 'completed');
