-- CreateIndex
CREATE INDEX CONCURRENTLY "webhook_events_seller_id_transaction_id_event_id_idx" ON "webhook_events"("seller_id", "transaction_id", "event_id");
