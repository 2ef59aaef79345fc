-- CreateIndex
CREATE INDEX CONCURRENTLY "reversals_open_disputes" ON "reversals"("auction_id") WHERE (kind = 'dispute' and (state = 'open' or state = 'inquiry'));
