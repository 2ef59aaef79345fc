-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "is_under_way" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "webhook_deliveries_unfinished_of_endpoint" ON "webhook_deliveries"("endpoint_id", "next_attempt_at") WHERE (next_attempt_at is not null);

-- CreateIndex
CREATE INDEX "webhook_deliveries_under_way" ON "webhook_deliveries"("endpoint_id") WHERE (is_under_way);
