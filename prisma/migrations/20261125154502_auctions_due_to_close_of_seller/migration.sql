-- CreateIndex
CREATE INDEX CONCURRENTLY "auctions_due_to_close_of_seller" ON "auctions"("seller_id", "bidding_period_ends_at") WHERE (status = 'ongoing');
