-- CreateIndex
CREATE INDEX CONCURRENTLY "webhook_deliveries_of_state" ON "webhook_deliveries"("endpoint_id", "state", "created_at" DESC, "delivery_id" DESC);
