-- CreateIndex
CREATE INDEX CONCURRENTLY "kept_cards_waiting" ON "kept_cards"("waiting_since") WHERE (waiting_since is not null);
