-- CreateIndex
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries"("endpoint_id", "created_at" DESC, "delivery_id" DESC) WHERE (state = 'failed');
