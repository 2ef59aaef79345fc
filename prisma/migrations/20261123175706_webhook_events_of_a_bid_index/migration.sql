-- CreateIndex
CREATE INDEX CONCURRENTLY "webhook_events_of_bid" ON "webhook_events"("bid_id") WHERE bid_id is not null;
