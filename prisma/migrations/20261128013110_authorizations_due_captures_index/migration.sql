-- CreateIndex
CREATE INDEX CONCURRENTLY "authorizations_due_captures" ON "authorizations"("next_attempt_at") WHERE (next_attempt_at is not null and (state = 'capturing' or state = 'releasing' and bid_id is not null and not auction_is_over) is true);
