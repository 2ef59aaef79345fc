-- CreateIndex
CREATE INDEX CONCURRENTLY "sellers_with_stopped_captures" ON "sellers"("seller_id") WHERE (captures_stopped_at is not null);
