-- CreateIndex
CREATE INDEX CONCURRENTLY "auctions_by_reference" ON "auctions"("seller_id", "reference", "created_at" DESC, "auction_id" DESC) WHERE (reference is not null);
