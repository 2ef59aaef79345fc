-- CreateIndex
CREATE INDEX CONCURRENTLY "webhook_events_of_auction" ON "webhook_events"("auction_id") WHERE bid_id is null and auction_id is not null;
