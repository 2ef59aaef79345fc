-- CreateIndex
CREATE INDEX CONCURRENTLY "capture_attempts_bid_id_idx" ON "capture_attempts"("bid_id");
