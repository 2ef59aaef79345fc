-- CreateIndex
CREATE INDEX CONCURRENTLY "reversals_disputes" ON "reversals"("authorization_id") WHERE (kind = 'dispute');
