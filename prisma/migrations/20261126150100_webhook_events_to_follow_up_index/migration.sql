-- CreateIndex
CREATE INDEX CONCURRENTLY "webhook_events_to_follow_up" ON "webhook_events"("follow_up_at") WHERE (follow_up_at is not null);
