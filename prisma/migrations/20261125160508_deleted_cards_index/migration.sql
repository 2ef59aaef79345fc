-- CreateIndex
CREATE INDEX CONCURRENTLY "kept_cards_deleted" ON "kept_cards"("deleted_at") WHERE (deleted_at is not null);
